"""Measurements against other programs; run `python -m benchmarks.NAME`."""
