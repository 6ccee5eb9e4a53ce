"""Copy the server's database while it is in use."""

from pathlib import Path

import click

from ruche.cli._command import LocalizedCommand
from ruche.cli._database import chosen_database, tell_why_not
from ruche.cli._language import say

__all__ = ["command"]


@click.command(cls=LocalizedCommand)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--database")
def command(file: Path, database: str | None) -> None:
    from ruche.server.seat_key import key_path
    from ruche.server.store.backup import back_up
    from ruche.server.store.engines import is_sqlite, url_of

    kept = chosen_database(database)
    with tell_why_not():
        if not is_sqlite(kept):
            raise click.ClickException(say("backup.not_sqlite"))
        back_up(Path(str(url_of(kept).database)), file)
    click.echo(say("backup.done", file=file, key_file=key_path(kept)))
