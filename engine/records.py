"""Structured records: one element of bytes that compiled kernels and plain Python both read."""

from __future__ import annotations

from typing import Any

import numpy as np

Field = tuple[str, str] | tuple[str, str, tuple[int, ...]]


def record_dtype(fields: list[Field]) -> Any:
    """Return an aligned dtype whose elements allow ``record.field``, compiled or not.

    Raises
    ------
    ValueError
        If NumPy's own attribute of that name would hide a field from plain Python.
    """
    for field in fields:
        if hasattr(np.record, field[0]):
            raise ValueError(f"field {field[0]} is hidden by np.record.{field[0]}")
    return np.dtype((np.record, np.dtype(fields, align=True)))


def new_record(dtype: Any) -> Any:
    """Return one zeroed record that owns its bytes."""
    return np.zeros(1, dtype)[0]


def copy_record(record: Any) -> Any:
    """Return a copy that owns its bytes."""
    return np.array([record], dtype=record.dtype)[0]
