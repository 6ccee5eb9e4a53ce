"""A server that logs whatever anybody in its process has to say: every logger at its lowest level.

`python verbose.py --port P --database D ...` takes the options of `ruche serve`.
"""

import logging
import sys

from ruche.cli import serve
from ruche.server.process import logs


def log_everything(form: logs.LogFormat) -> None:
    """Take the place of `set_up_logs`."""
    handler = logging.StreamHandler(sys.stderr)
    logging.basicConfig(handlers=[handler], level=1, force=True)
    for name in ("ruche.server", "uvicorn", "uvicorn.error", "websockets", "sqlalchemy", "asyncio"):
        logging.getLogger(name).setLevel(1)


if __name__ == "__main__":
    logs.set_up_logs = log_everything
    serve.command()
