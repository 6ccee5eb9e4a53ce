"""Replay every game of the server's database."""

import asyncio

import click

from ruche.cli._command import LocalizedCommand
from ruche.cli._database import check_there, chosen_database, tell_why_not
from ruche.cli._language import say

__all__ = ["command"]


@click.command(cls=LocalizedCommand)
@click.option("--database")
def command(database: str | None) -> None:
    from ruche.server.store.check import DatabaseFault, check
    from ruche.server.store.engines import make_engine, url_of
    from ruche.server.store.opening import check_schema

    kept = chosen_database(database)

    async def look() -> tuple[int, list[DatabaseFault]]:
        check_there(kept)
        engine = make_engine(url_of(kept))
        try:
            await engine.run(check_schema)
            return await engine.run(check)
        finally:
            await engine.close()

    with tell_why_not():
        games, faults = asyncio.run(look())
    for fault in faults:
        click.echo(say(f"check_db.{fault.kind}", **fault._asdict()))
    faulty = len({fault.game for fault in faults})
    click.echo(say("check_db.summary", games=games, faulty=faulty))
    if faults:
        raise SystemExit(1)
