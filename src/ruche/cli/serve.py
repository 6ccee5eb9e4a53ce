"""Play in the browser: start the server of the page."""

import asyncio
import threading
import webbrowser

import click

from ruche.cli._command import LocalizedCommand
from ruche.cli._language import say

PORT = 8460


@click.command(cls=LocalizedCommand)
@click.option("--host", default="127.0.0.1")
@click.option("--port", default=PORT)
@click.option("--open", "open_page", is_flag=True)
@click.option("--database")
@click.option("--workers", type=click.IntRange(1))
def command(host: str, port: int, open_page: bool, database: str | None, workers: int | None) -> None:
    from ruche.server.app import make_app
    from ruche.server.service import data_folder, listen, make_server, url_of
    from ruche.server.store.database import shown

    kept = database or str(data_folder() / "games.sqlite")
    try:
        listener = listen(host, port)
    except OSError as error:
        raise click.ClickException(say("serve.no_address", host=host, error=error)) from None
    url = url_of(listener)
    server = make_server(make_app(kept, workers=workers))

    async def run() -> None:
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if server.started:
            click.echo(say("serve.ready", url=url, database=shown(kept)), err=True)
            if open_page:
                threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
        await serving

    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        click.echo(say("serve.stopped"), err=True)
    if not server.started:
        raise click.ClickException(say("serve.failed"))
