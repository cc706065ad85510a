"""Versions of what a result was computed with."""

from __future__ import annotations

from importlib.metadata import version


def versions(*packages: str) -> dict[str, str]:
    """Return the installed version of NumPy and of each named package."""
    return {name: version(name) for name in ("numpy", *packages)}
