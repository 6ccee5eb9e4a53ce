"""Play in the browser: start the server of the page."""

import asyncio
import threading
import webbrowser

import click

from ruche import words

__all__ = ["command"]

PORT = 8460


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at; 0.0.0.0: all.")
@click.option("--port", default=PORT, show_default=True, help="Port; if it is taken, a free one is chosen.")
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
@click.option("--database", help="File, or SQLAlchemy address, of the games.  [default: in your data folder]")
@click.option(
    "--workers", type=click.IntRange(1), help="Most processes that think.  [default: by processors]"
)
def command(host: str, port: int, open_page: bool, database: str | None, workers: int | None) -> None:
    """Start the server: games against people and the machine, analysis, puzzles, archive.

    Every game is kept. Ctrl-C ends the server; games go on where they were when it is started again.
    """
    from ruche.server.app import make_app
    from ruche.server.service import data_folder, listen, make_server, url_of

    language = words.language()
    kept = database or str(data_folder() / "games.sqlite")
    try:
        listener = listen(host, port)
    except OSError as error:
        raise click.ClickException(words.say("serve.no_address", language, host=host, error=error)) from None
    url = url_of(listener)
    server = make_server(make_app(kept, workers=workers))

    async def run() -> None:
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if server.started:
            click.echo(words.say("serve.ready", language, url=url, database=kept), err=True)
            if open_page:
                threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
        await serving

    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        click.echo(words.say("serve.stopped", language), err=True)
    if not server.started:
        raise click.ClickException(words.say("serve.failed", language))
