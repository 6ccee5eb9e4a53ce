"""Secrets in files of their own, readable by nobody else."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path


def read_or_create(path: Path, value: str) -> str:
    """Return what a secret file holds; if there is none yet, create it with a value, whole or not at all.

    Of several who create it at once, one does; all return the same.
    """
    with contextlib.suppress(FileNotFoundError):
        return path.read_text(encoding="ascii").strip()
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(f"{value}\n")
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()
    return path.read_text(encoding="ascii").strip()


def restrict(path: Path) -> None:
    """Let nobody else read a file, which is created empty if it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if hasattr(os, "fchmod"):
            os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)
