"""What a user may ask of each game: the options that describe a state, and how they are read."""
