"""Tournaments, checks against complete play, rendering and reports."""
