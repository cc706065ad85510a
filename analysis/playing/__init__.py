"""Complete play that models ask for, one module a game."""
