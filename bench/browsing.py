"""A server of its own with a browser beside it, for what is measured on the page."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.server import start
from playwright.sync_api import Browser, sync_playwright


@contextmanager
def browsing() -> Iterator[tuple[Browser, str, int]]:
    """Give a browser, the server's address and the id of its process."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, address = start(Path(folder, "games.sqlite"))
        try:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
            )
            yield browser, address, server.pid
            browser.close()
        finally:
            server.terminate()
            server.wait()
