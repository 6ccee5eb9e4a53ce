"""Copy the server's database to another one: from SQLite to PostgreSQL, or back."""

import asyncio

import click

from ruche.cli._command import LocalizedCommand
from ruche.cli._database import check_there, tell_why_not
from ruche.cli._language import say

__all__ = ["command"]


@click.command(cls=LocalizedCommand)
@click.argument("source")
@click.argument("target")
def command(source: str, target: str) -> None:
    from ruche.server.seat_key import key_path
    from ruche.server.store.backup import copy_all
    from ruche.server.store.engines import make_engine, shown, url_of
    from ruche.server.store.opening import migrate, restrict_access, serving_alone

    async def copy() -> dict[str, int]:
        engines = make_engine(url_of(source)), make_engine(url_of(target))
        try:
            await engines[0].run(migrate)  # what cannot be copied leaves no target behind
            restrict_access(target)
            return await copy_all(*engines)
        finally:
            for engine in engines:
                await engine.close()

    with tell_why_not():
        check_there(source)
        with serving_alone(source), serving_alone(target):
            copied = asyncio.run(copy())
    keys = {name: key_path(one) for name, one in (("old_key", source), ("new_key", target))}
    click.echo(
        say("copy_db.done", games=copied["games"], entries=copied["log"], target=shown(target), **keys)
    )
