"""A real server, and Debian's chromium to visit it with."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.helpers import Visitor, is_away
from tests.server.helpers import Served

from ruche import COMPILED

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]

Visit = Callable[..., Visitor]
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Play whole games in both modes; look at the page itself, which does not know them, only once."""
    for item in items:
        if not COMPILED and item.path.parent == HERE and item.path.name != "test_games.py":
            item.add_marker(pytest.mark.skip(reason="the page is the same: tested with the compiled server"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("browser") / "games.sqlite")
    yield served
    served.stop()
    assert "Traceback" not in served.log.read_text(encoding="utf-8")


# Not for the whole session: while open, playwright keeps an event loop running, which other tests would meet.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no chromium here: the page is not tried in a browser")
    api = pytest.importorskip(
        "playwright.sync_api", reason="no playwright here: the page is not tried in a browser"
    )
    with api.sync_playwright() as playwright:
        opened: Browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture
def visit(browser: Browser, server: Served) -> Iterator[Visit]:
    """Open a window; at the end nothing may have gone wrong in any, and nothing have been asked elsewhere."""
    visitors: list[Visitor] = []

    def visit(
        size: str = "desktop", language: str = "en", server: str = server.url, **settings: Any
    ) -> Visitor:
        visitors.append(Visitor(browser, server, size, language, **settings))
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.close()
    for visitor in visitors:
        assert not [text for text in visitor.errors if not (visitor.dropped and is_away(text))]
        assert visitor.asked
        assert not visitor.strangers()
