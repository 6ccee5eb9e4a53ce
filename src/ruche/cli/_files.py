"""Files that commands write."""

from __future__ import annotations

import os
from pathlib import Path

import click


def writable(_: click.Context, __: click.Parameter, path: Path | None) -> Path | None:
    """Refuse a new file where none can be made; click looks at files that are there."""
    if path is not None and not path.exists():
        folder = path.parent
        if not (folder.is_dir() and os.access(folder, os.W_OK)):
            raise click.BadParameter("")
    return path
