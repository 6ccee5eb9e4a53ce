"""Replay every game of the server's database."""

import asyncio
from pathlib import Path

import click

from ruche.cli._command import LocalizedCommand
from ruche.cli._database import chosen_database, tell_why_not
from ruche.cli._language import say

__all__ = ["command"]


@click.command(cls=LocalizedCommand)
@click.option("--database")
def command(database: str | None) -> None:
    from ruche.server.store.check import DatabaseFault, check
    from ruche.server.store.engines import is_sqlite, make_engine, url_of
    from ruche.server.store.errors import CannotOpenError

    kept = chosen_database(database)

    async def look() -> tuple[int, list[DatabaseFault]]:
        url = url_of(kept)
        if is_sqlite(kept) and not Path(str(url.database)).is_file():
            raise CannotOpenError("no_database", database=kept)
        engine = make_engine(url)
        try:
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
