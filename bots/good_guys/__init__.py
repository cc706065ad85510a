"""Bots of Good Guys: baselines by rule, and the lifted equilibrium."""
