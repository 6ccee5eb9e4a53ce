"""Records that version 0.1 wrote are read to the same games (tests/data/records-0.1)."""

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from ruche import Colour, Game, Position
from ruche.notation.records import read_games

RECORDS = Path(__file__).parents[1] / "data" / "records-0.1"
FILES = ("games.pgn", "games.uhp", "games.sgf", "positions.hive")


def seen(position: Position) -> dict[str, Any]:
    legal = " ".join(sorted(map(str, position.legal_actions())))
    return {
        "turn": position.turn,
        "state": position.state,
        "stacks": {
            f"{at.q},{at.r}": [str(piece) for piece in stack] for at, stack in position.stacks.items()
        },
        "hands": [[str(piece) for piece in position.hand(colour)] for colour in Colour],
        "bag": [str(piece) for piece in position.bag],
        "removed": [str(piece) for piece in position.removed],
        "resting": sorted(str(piece) for piece in position.resting),
        "stung": sorted(str(piece) for piece in position.stung),
        "legal": blake2b(legal.encode(), digest_size=8).hexdigest(),
    }


def nodes(game: Game) -> list[list[Any]]:
    """The nodes in depth-first order, as the old version listed them, parents by their place in that list."""
    found: list[list[Any]] = []
    places = {0: -1}
    todo = game.root.child_ids[::-1]
    while todo:
        node = game.nodes[todo.pop()]
        places[node.id] = len(found)
        found.append([places[node.parent_id], str(node.action), node.comment, node.clock])
        todo += reversed(node.child_ids)
    return found


@pytest.mark.parametrize("name", FILES)
def test_old_records_are_read_to_the_same_games(name: str) -> None:
    expected = json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    games = list(read_games(RECORDS / name))
    assert len(games) == len(expected)
    for game, was in zip(games, expected, strict=True):
        assert str(game.game_type) == was["type"]
        assert game.game_type.options == was["options"]
        assert game.tags == was["tags"]
        if name == "games.uhp" and was["ending"] is None:  # 0.1 did not believe the state of a GameString
            assert game.ending in (None, "unknown", "agreement")
        else:
            assert (game.result, game.ending) == (was["result"], was["ending"])
        assert (game.root.comment, game.is_set_up) == (was["comment"], was["set_up"])
        # 0.1 read a line break in a comment as two.
        for node in was["nodes"]:
            node[2] = node[2].replace("\n\n", "\n")
        assert nodes(game) == was["nodes"]
        assert seen(game.start) == was["start"]
        assert seen(game.position()) == was["end"]
        assert [remark.kind for remark in game.remarks] == was["remarks"]
