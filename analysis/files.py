"""Files that are whole or not there."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that no reader, and no interruption, ever meets half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as part:
        try:
            part.write(content)
            part.close()
            os.chmod(part.name, 0o644)
            os.replace(part.name, path)
        except BaseException:
            os.unlink(part.name)
            raise
