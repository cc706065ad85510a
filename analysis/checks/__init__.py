"""How each game plays on from an asked state, to check an answer."""
