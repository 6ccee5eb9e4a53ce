"""A server that dies at the worst moment: after an action is committed, before it is acknowledged.

`python crashing.py ACTION --port P --database D [--key-file K]` runs until it has committed that action.
"""

import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from ruche.server.app import make_app
from ruche.server.match.events import Entry, Played
from ruche.server.service import listen, make_server, url_of
from ruche.server.store.writer import Row, Writer

append = Writer.append


async def append_and_die(
    self: Writer, entries: Sequence[Entry], rows: Sequence[Row], meanwhile: Callable[[], None] | None = None
) -> bool:
    exact = await append(self, entries, rows, meanwhile)
    if any(isinstance(entry.event, Played) and entry.event.sent == sys.argv[1] for entry in entries):
        os._exit(9)
    return exact


def option(name: str) -> str | None:
    """Return what was given for an option."""
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else None


def main() -> None:
    Writer.append = append_and_die  # type: ignore[method-assign]
    listener = listen("127.0.0.1", int(option("--port") or 0))
    key_file = option("--key-file")
    app = make_app(option("--database") or "", key_file=Path(key_file) if key_file else None)
    server = make_server(app)
    print(url_of(listener), file=sys.stderr)
    asyncio.run(server.serve(sockets=[listener]))


if __name__ == "__main__":
    main()
