"""A server for all tests that do it no harm."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.helpers import Served


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("server") / "games.sqlite")
    yield served
    served.stop()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"
