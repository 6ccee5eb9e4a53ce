"""A server that dies at the worst moment: after an action is committed, before it is acknowledged.

`python crashing.py ACTION --port P --database D` runs until it has committed that action.
"""

import asyncio
import os
import sys
from collections.abc import Sequence

from ruche.server.app import make_app
from ruche.server.match.events import Entry, Played
from ruche.server.service import listen, make_server, url_of
from ruche.server.store.writer import Row, Writer

append = Writer.append


async def append_and_die(self: Writer, entries: Sequence[Entry], rows: Sequence[Row]) -> bool:
    exact = await append(self, entries, rows)
    if any(isinstance(entry.event, Played) and entry.event.sent == sys.argv[1] for entry in entries):
        os._exit(9)
    return exact


def main() -> None:
    Writer.append = append_and_die  # type: ignore[method-assign]
    listener = listen("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1]))
    server = make_server(make_app(sys.argv[sys.argv.index("--database") + 1]))
    print(url_of(listener), file=sys.stderr)
    asyncio.run(server.serve(sockets=[listener]))


if __name__ == "__main__":
    main()
