"""Engines for the tests of the protocol."""

from collections.abc import Iterator

import pytest
from tests.uhp.helpers import Dialogue


@pytest.fixture(scope="module")
def shared() -> Iterator[Dialogue]:
    """An engine that many tests talk to, each beginning a game of its own."""
    dialogue = Dialogue()
    yield dialogue
    assert dialogue.end() == 0


@pytest.fixture
def alone() -> Iterator[Dialogue]:
    """An engine of one's own."""
    dialogue = Dialogue()
    yield dialogue
    dialogue.process.kill()
    dialogue.end()
