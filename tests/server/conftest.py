"""Servers and databases for all tests. What has to do with the store runs on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.databases import (
    POSTGRES,
    SQLITE,
    Place,
    PostgresCluster,
    SharedDatabase,
    skip_without_postgres,
)
from tests.server.helpers import Served

# These say nothing of the store (who gets in, workers, documents, messages, texts), or let minutes of fake
# time pass, of which every tenth of a second is a commit.
ON_SQLITE_ALONE = {
    "test_bot",
    "test_budgets",
    "test_clock",
    "test_connections",
    "test_direct_sockets",
    "test_generated",
    "test_hosts",
    "test_malformed",
    "test_marks",
    "test_openapi",
    "test_operator",
    "test_pool",
    "test_refusals",
    "test_serve",
    "test_site",
    "test_teaching",
    "test_views",
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test that has a server or a database on both, unless its file says nothing of the store."""
    alone = metafunc.module.__name__.rpartition(".")[2] in ON_SQLITE_ALONE
    for fixture in ("server", "database"):
        if fixture in metafunc.fixturenames:
            kinds = (SQLITE,) if alone else (SQLITE, POSTGRES)
            metafunc.parametrize(
                fixture, kinds, indirect=True, scope=None if fixture == "database" else "session"
            )


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresCluster]:
    """A PostgreSQL of this run's own."""
    skip_without_postgres()
    cluster = PostgresCluster()
    yield cluster
    cluster.stop()


@pytest.fixture
def shared(postgres: PostgresCluster, tmp_path: Path) -> Iterator[SharedDatabase]:
    """A database of PostgreSQL."""
    made = postgres.make(tmp_path)
    yield made
    postgres.drop(made)


@pytest.fixture
def sqlite_file(tmp_path: Path) -> Path:
    """A file of SQLite, which is not there yet."""
    return tmp_path / "games.sqlite"


@pytest.fixture
def database(request: pytest.FixtureRequest) -> Place:
    """A database of either kind."""
    found: Place = request.getfixturevalue("shared" if request.param == POSTGRES else "sqlite_file")
    return found


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for all tests that do it no harm."""
    folder = tmp_path_factory.mktemp("server")
    place: Place = folder / "games.sqlite"
    if request.param == POSTGRES:
        place = request.getfixturevalue("postgres").make(folder)
    served = Served(place)
    yield served
    served.stop()
