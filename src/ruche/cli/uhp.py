"""Run as an engine that speaks the Universal Hive Protocol."""

import os
import sys

import click

from ruche.cli._command import LocalizedCommand


@click.command(cls=LocalizedCommand)
def command() -> None:
    from io import TextIOWrapper

    from ruche.uhp.server import UhpServer

    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        UhpServer(sys.stdout).serve(sys.stdin)
    except BrokenPipeError:  # nobody listens any more
        os._exit(0)
