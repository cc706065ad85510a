"""Compilation of kernels, cached on disk and renewed when any kernel they may call changes.

numba renews a cached function when its own file changes, not when a function it calls does; a
kernel would keep yesterday's rules inside it. Here the stamp of a cached function covers every
source file of its package, of the engine, and of other packages it names.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core import caching

ENGINE = Path(__file__).resolve().parent
ROOT = ENGINE.parent
_sources: dict[Path, set[Path]] = {}


@cache
def _stamp(packages: frozenset[Path]) -> str:
    digest = hashlib.sha256()
    for directory in sorted(packages):
        for path in sorted(directory.rglob("*.py")):
            digest.update(str(path.relative_to(ROOT)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _package_of(file: str) -> Path:
    path = Path(file).resolve()
    return ROOT / path.relative_to(ROOT).parts[0] if path.is_relative_to(ROOT) else path


class _WholePackageStamp:
    """Locator mixin: the stamp of a kernel is that of all source it may be compiled from."""

    _py_file: str

    def get_source_stamp(self) -> str:
        """Return the digest of the kernel's package and the engine."""
        return _stamp(frozenset(_sources[_package_of(self._py_file)]))

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        """Return a locator for one of our kernels, None for any other function."""
        if _package_of(py_file) not in _sources:
            return None
        return super().from_function(py_func, py_file)  # type: ignore[misc]  # of the locator mixed in


class _Provided(_WholePackageStamp, caching.UserProvidedCacheLocator):
    """Cache in the directory that NUMBA_CACHE_DIR names."""


class _InTree(_WholePackageStamp, caching.InTreeCacheLocator):
    """Cache beside the source."""


class _UserWide(_WholePackageStamp, caching.UserWideCacheLocator):
    """Cache in the user's folder, where the source is not writable."""


caching.CacheImpl._locator_classes[:0] = [_Provided, _InTree, _UserWide]


def kernel(
    signature: Any = None, also: tuple[str, ...] = ()
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that compiles a function, at once where a signature is given.

    Parameters
    ----------
    signature : numba signature, optional
    also : tuple of str
        Packages, beside its own and the engine, whose kernels the function calls.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        package = _package_of(function.__code__.co_filename)
        sources = _sources.setdefault(package, {package, ENGINE})
        sources.update(ROOT / name for name in also)
        compiled: Callable[..., Any] = numba.njit(signature, cache=True)(function)
        return compiled

    return decorate
