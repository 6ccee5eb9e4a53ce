"""Run as an engine that speaks the Universal Hive Protocol."""

import sys

import click


@click.command(help="Speak the Universal Hive Protocol on standard input and output, for viewers and arenas.")
def command() -> None:
    """Serve until `exit` or the end of the input."""
    from ruche.uhp.server import UhpServer

    UhpServer(sys.stdout).serve(sys.stdin)
