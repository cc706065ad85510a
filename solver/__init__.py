"""Equilibrium solvers over arrays and trees; knows no game."""
