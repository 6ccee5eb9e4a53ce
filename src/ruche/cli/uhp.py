"""Run as an engine that speaks the Universal Hive Protocol."""

import os
import sys

import click

__all__ = ["command"]


@click.command(help="Speak the Universal Hive Protocol on standard input and output, for viewers and arenas.")
def command() -> None:
    """Serve until `exit` or the end of the input."""
    from io import TextIOWrapper

    from ruche.uhp.server import UhpServer

    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        UhpServer(sys.stdout).serve(sys.stdin)
    except BrokenPipeError:  # nobody listens any more
        os._exit(0)
