"""Solved and certified results, shipped read-only."""
