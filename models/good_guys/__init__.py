"""Models of the decisions of Good Guys."""
