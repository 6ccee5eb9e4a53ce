"""The way of an action from one player's socket to the other's stays short enough to be read in one go."""

from bench.walk import walk
from tests.server.helpers import run

MOST = 25


def test_an_action_passes_few_functions() -> None:
    passed = run(walk())
    assert len(passed) <= MOST, "\n".join(passed)
    names = [name.rpartition(" ")[2] for name in passed]
    steps = ("receive_commands", "play", "Writer.append", "Replica.publish", "SocketFollower.send_news")
    assert sorted(steps, key=names.index) == list(steps)  # or it did not see what it is to count
