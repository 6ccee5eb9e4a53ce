"""Logs: lines for people, or JSON for programs. Tokens, request ids and queries are never logged."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Callable
from typing import Literal

LogFormat = Literal["text", "json"]


class JsonFormatter(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        entry: dict[str, object] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


class OncePer:
    """Says whether it is time for another line about the same trouble."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self.clock = clock
        self.last = float("-inf")

    def is_due(self) -> bool:
        """Tell whether so many seconds have passed since the last line; if so, this is one."""
        now = self.clock()
        if now - self.last < self.seconds:
            return False
        self.last = now
        return True


class NoBadRequests(logging.Filter):
    """Drops uvicorn's lines for each malformed request or message, which anybody could fill a disk with."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a record stays."""
        return record.levelno > logging.WARNING and not record.getMessage().startswith("Invalid UTF-8")


def set_up_logs(form: LogFormat) -> None:
    """Send what the server logs to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    formatter = (
        JsonFormatter() if form == "json" else logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    )
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("ruche.server").setLevel(logging.INFO if form == "json" else logging.WARNING)
    uvicorn = logging.getLogger("uvicorn.error")
    uvicorn.setLevel(logging.WARNING)
    uvicorn.addFilter(NoBadRequests())
