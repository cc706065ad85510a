"""How each game's shipped results are derived again by another method."""
