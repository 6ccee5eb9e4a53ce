"""Progress bars, on the terminal of those who look."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn


@contextmanager
def progress_bar(*columns: ProgressColumn, stays: bool = False, quiet: bool = False) -> Iterator[Progress]:
    """Show how far something is, if standard error is a terminal; `stays`: also when it is done."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    off = quiet or not console.is_terminal
    with Progress(*columns, console=console, transient=not stays, disable=off) as bar:
        yield bar
