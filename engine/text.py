"""A state record as one line of ``field=value`` text, and back, for every game alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.api import BadText
from engine.records import copy_record

MAX_STATE_TEXT = 20_000

Names = Mapping[str, Sequence[str]]


def encode_record(record: Any, default: Any, sizes: Mapping[int, int], names: Names) -> str:
    """Return the fields that differ from ``default``, in the order of the dtype.

    Parameters
    ----------
    record, default : record
        Two elements of one dtype.
    sizes : mapping
        Full length of an array axis to the length in use; the rest is padding and left out.
    names : mapping
        Fields whose numbers are written as words.
    """
    parts = []
    for field in record.dtype.names:
        value, usual = record[field], default[field]
        if not np.array_equal(value, usual):
            parts.append(f"{field}={_write(value, sizes, names.get(field))}")
    return " ".join(parts)


def parse_record(text: str, default: Any, sizes: Mapping[int, int], names: Names) -> Any:
    """Return a record from text; fields left out have their value in ``default``.

    Raises
    ------
    BadText
        If a field does not exist, is repeated, or does not have the right numbers.
    """
    if len(text) > MAX_STATE_TEXT:
        raise BadText(f"a state of {len(text)} characters; allowed: at most {MAX_STATE_TEXT}")
    record = copy_record(default)
    seen = set()
    for part in text.split():
        field, equals, value = part.partition("=")
        if not equals or field not in record.dtype.names:
            raise BadText(f"{part!r} in a state; allowed: {'=…, '.join(record.dtype.names)}=…")
        if field in seen:
            raise BadText(f"{field} is given twice in a state")
        seen.add(field)
        _read(record, field, value, sizes, names.get(field))
    return record


def _write(value: Any, sizes: Mapping[int, int], words: Sequence[str] | None) -> str:
    if words is not None:
        return words[int(value)]
    if np.ndim(value) == 0:
        return repr(value.item())
    used = value[: sizes.get(len(value), len(value))]
    separator = "," if value.ndim == 1 else "/"
    return separator.join(_write(item, sizes, None) for item in used)


def _read(
    record: Any, field: str, text: str, sizes: Mapping[int, int], words: Sequence[str] | None
) -> None:
    if words is not None:
        if text not in words:
            raise BadText(f"{field}={text} in a state; allowed: {', '.join(w for w in words if w)}")
        record[field] = words.index(text)
        return
    shape = tuple(sizes.get(length, length) for length in record.dtype[field].shape)
    number = float if record.dtype[field].base.kind == "f" else int
    try:
        numbers = [number(item) for row in text.split("/") for item in row.split(",")]
        values = np.array(numbers, record.dtype[field].base).reshape(shape)
    except (ValueError, OverflowError):
        size = " by ".join(str(length) for length in shape) or "one"
        raise BadText(f"{field}={text} in a state; allowed: {size} numbers") from None
    if not np.all(np.isfinite(values)):
        raise BadText(f"{field}={text} in a state; allowed: finite numbers")
    if shape:
        record[field][tuple(slice(length) for length in shape)] = values
    else:
        record[field] = values
