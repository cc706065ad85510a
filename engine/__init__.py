"""Complete rules of each game; knows nothing of models, solver or bots."""
