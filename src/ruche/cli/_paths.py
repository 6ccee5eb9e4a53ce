"""Paths of files that commands write."""

from __future__ import annotations

import os
from pathlib import Path

import click


def writable(_: click.Context, __: click.Parameter, path: Path | None) -> Path | None:
    """Refuse a new file where none can be made, and `-`; click looks at files that are there."""
    if path is None or (path.exists() and str(path) != "-"):
        return path
    if str(path) == "-" or not (path.parent.is_dir() and os.access(path.parent, os.W_OK)):
        raise click.BadParameter("")
    return path
