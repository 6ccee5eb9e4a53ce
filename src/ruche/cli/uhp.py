"""Run as an engine that speaks the Universal Hive Protocol."""

import click

from ruche.cli._command import LocalizedCommand


@click.command(cls=LocalizedCommand)
def command() -> None:
    from ruche.uhp.server import UhpServer

    UhpServer.run()
