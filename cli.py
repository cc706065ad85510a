"""Command line of Equitable."""
