"""Views of arrays that carry no reference count; counting costs more than a policy's answer."""

from __future__ import annotations

from typing import Any

from numba import carray, types  # type: ignore[attr-defined]  # no stubs
from numba.extending import intrinsic, overload


@intrinsic
def _pointer(typing_context: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(types.voidptr))

    return types.voidptr(types.uintp), generate


def tail(array: Any, start: int) -> Any:
    """Return ``array[start:]`` of a contiguous vector; the array must outlive the view."""
    return array[start:]


@overload(tail)
def _tail(array: Any, start: int) -> Any:
    dtype, size = array.dtype, array.dtype.bitwidth // 8

    def compiled(array: Any, start: int) -> Any:
        address = array.ctypes.data + size * start
        return carray(_pointer(address), (len(array) - start,), dtype)  # type: ignore[call-arg]  # no stubs

    return compiled
