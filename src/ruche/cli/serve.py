"""Play in the browser: start the server of the page."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from ruche.cli._command import LocalizedCommand
from ruche.cli._database import chosen_database, tell_why_not
from ruche.cli._language import say

if TYPE_CHECKING:
    import uvicorn

__all__ = ["command"]

PORT = 8460
ADDRESS_BUDGET = 1000


@click.command(cls=LocalizedCommand)
@click.option("--host", default="127.0.0.1")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT)
@click.option("--open", "open_page", is_flag=True)
@click.option("--database")
@click.option("--key-file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--new-key", is_flag=True)
@click.option("--workers", type=click.IntRange(1))
@click.option("--allow-host", multiple=True, metavar="HOST")
@click.option("--forwarded-allow", multiple=True, metavar="ADDRESS")
@click.option("--operator-token", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--address-budget", default=ADDRESS_BUDGET, type=click.IntRange(1))
@click.option("--connections", type=click.IntRange(8))
@click.option("--log", "log_format", default="text", type=click.Choice(["text", "json"]))
def command(
    host: str,
    port: int,
    open_page: bool,
    database: str | None,
    key_file: Path | None,
    new_key: bool,
    workers: int | None,
    allow_host: tuple[str, ...],
    forwarded_allow: tuple[str, ...],
    operator_token: Path | None,
    address_budget: int,
    connections: int | None,
    log_format: Literal["text", "json"],
) -> None:
    """Serve until Ctrl-C."""
    from ruche.server.admission.operator import Operator
    from ruche.server.admission.settings import AdmissionSettings, served_hosts
    from ruche.server.app import make_app
    from ruche.server.process.logs import set_up_logs
    from ruche.server.seat_key import key_path
    from ruche.server.service import listen, make_server, url_of

    kept = chosen_database(database)
    with tell_why_not():
        keys = key_file or key_path(kept)
    try:
        listener = listen(host, port)
    except OSError as error:
        raise click.ClickException(say("serve.no_address", host=host, error=error)) from None
    set_up_logs(log_format)
    admission = AdmissionSettings(
        hosts=served_hosts(host),
        any_address=host in ("0.0.0.0", "::"),
        trusted=frozenset(name.lower() for name in allow_host),
        address_rate=address_budget,
    )
    token = operator_token.read_text(encoding="utf-8").strip() if operator_token else None
    operator = Operator(token, behind_proxy=bool(allow_host or forwarded_allow))
    app = make_app(kept, workers=workers, admission=admission, operator=operator, key_file=keys)
    server = make_server(app, proxies=forwarded_allow, most_connections=connections)
    tell = _log if log_format == "json" else partial(click.echo, err=True)
    serving = Serving(kept, server, listener, url_of(listener), open_page, tell)
    serving.until_stopped(keys, new_key=new_key)


def _log(text: str) -> None:
    """Say something to whoever runs the server as a line of the log, for programs."""
    logging.getLogger("ruche.server").info("%s", text)


@dataclass(frozen=True)
class Serving:
    """A server that is about to run, and how it says so."""

    database: str
    server: uvicorn.Server
    listener: socket.socket
    url: str
    open_page: bool
    tell: Callable[[str], None]

    def until_stopped(self, keys: Path | None, *, new_key: bool) -> None:
        """Serve until Ctrl-C; a database that cannot be had is told in a sentence."""
        from ruche.server.store.opening import restrict_access, serving_alone

        try:
            with tell_why_not():
                restrict_access(self.database)
                with serving_alone(self.database):
                    asyncio.run(self._run(keys, new_key))
        except KeyboardInterrupt:
            self.tell(say("serve.stopped"))
        if not self.server.started:
            raise click.ClickException(say("serve.failed"))

    async def _run(self, keys: Path | None, new_key: bool) -> None:
        from ruche.server.seat_key import load_key
        from ruche.server.store.engines import shown
        from ruche.server.store.opening import prepare

        await prepare(self.database)
        await load_key(self.database, keys, replace=new_key)
        serving = asyncio.create_task(self.server.serve(sockets=[self.listener]))
        while not self.server.started and not serving.done():
            await asyncio.sleep(0.01)
        if self.server.started:
            self.tell(say("serve.ready", url=self.url, database=shown(self.database)))
            if self.open_page:
                threading.Thread(target=webbrowser.open, args=(self.url,), daemon=True).start()
        await serving
