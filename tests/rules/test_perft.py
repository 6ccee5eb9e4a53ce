"""Counts of action sequences that other programs agree on."""

import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.positions import played

from ruche import BUGS, COMPILED, GameType, Position
from ruche.rules.facts.bugs import NEUTRAL_BUG
from ruche.rules.facts.game_type import MODULES, OPTIONS

ROOT = Path(__file__).parents[2]
OPENING: dict[str, list[int]] = tomllib.loads((ROOT / "tests/data/perft.toml").read_text(encoding="utf-8"))
QUICK_DEPTH = 5 if COMPILED else 4
LONG_GAME = (
    "Base+MLP;InProgress;White[11];wB1;bS1 wB1-;wQ /wB1;bQ bS1/;wG1 -wB1;bG1 bS1-;wM -wQ;bM bQ-;wP /wQ;"
    "bP bQ/;wL -wG1;bL bG1-;wA1 wQ\\;bB1 \\bQ;wS1 wA1-;bA1 -bB1;wA2 -wP;bA2 bP-;wA2 wS1/;bA2 /bA1"
)


class Middle(NamedTuple):
    """A middle game and how many sequences of a depth it has."""

    name: str
    depth: int
    nodes: int
    game: str


def middle_games() -> list[Middle]:
    lines = (ROOT / "bench/midgame.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [Middle(name, int(depth), int(count), game) for name, depth, count, game in rows]


MIDDLE = middle_games()


def replayed(game: str) -> Position:
    """Play a GameString out, the queen not opening."""
    name, _, _, *actions = game.split(";")
    return played(GameType(name, queen_opening="forbidden", repetition="off"), *actions)


def opening(name: str) -> Position:
    return Position(GameType(name, queen_opening="forbidden"))


def test_all_eight_plain_types_are_counted() -> None:
    plain = {"Base" + "+" * bool(letters) + letters for letters in ("", *"MLP", "ML", "MP", "LP", "MLP")}
    assert set(OPENING) == plain
    assert all(GameType(name).is_plain for name in plain)


@pytest.mark.rule("T1", "T2", "T4", "T5", "T7")
@pytest.mark.parametrize("depth", range(1, QUICK_DEPTH + 1))
@pytest.mark.parametrize("name", OPENING)
def test_the_opening_is_counted(name: str, depth: int) -> None:
    assert opening(name).perft(depth) == OPENING[name][depth - 1]


@pytest.mark.slow
@pytest.mark.parametrize("depth", range(QUICK_DEPTH + 1, 8 if COMPILED else 6))
@pytest.mark.parametrize("name", OPENING)
def test_the_opening_is_counted_further(name: str, depth: int) -> None:
    assert opening(name).perft(depth) == OPENING[name][depth - 1]


def test_no_actions_is_one_sequence() -> None:
    assert Position("Base").perft(0) == 1
    with pytest.raises(ValueError, match="-1"):
        Position("Base").perft(-1)


def test_there_are_middle_games() -> None:
    assert len(MIDDLE) == 40


MIDDLE_IDS = [f"{middle.name}-{i}" for i, middle in enumerate(MIDDLE)]


@pytest.mark.skipif(not COMPILED, reason="too slow in plain Python; the slow suite counts some")
@pytest.mark.parametrize("middle", MIDDLE, ids=MIDDLE_IDS)
def test_a_middle_game_is_counted(middle: Middle) -> None:
    assert replayed(middle.game).perft(middle.depth) == middle.nodes


@pytest.mark.slow
@pytest.mark.skipif(COMPILED, reason="counted in the normal suite")
@pytest.mark.parametrize("middle", MIDDLE[::4], ids=MIDDLE_IDS[::4])
def test_a_middle_game_is_counted_in_plain_python(middle: Middle) -> None:
    assert replayed(middle.game).perft(middle.depth) == middle.nodes


@pytest.mark.parametrize(("depth", "count"), [(1, 115), (2, 12814)])
def test_a_long_game_is_counted(depth: int, count: int) -> None:
    assert replayed(LONG_GAME).perft(depth) == count


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="too slow in plain Python")
@pytest.mark.parametrize(("depth", "count"), [(3, 1356195), (4, 151460537)])
def test_a_long_game_is_counted_further(depth: int, count: int) -> None:
    assert replayed(LONG_GAME).perft(depth) == count


@pytest.mark.parametrize("middle", MIDDLE[::5], ids=MIDDLE_IDS[::5])
def test_counting_at_the_leaves_equals_making_every_action(middle: Middle) -> None:
    """The shortcut counts what playing and undoing each action counts."""
    position = replayed(middle.game)
    before = position.repetition_key
    counts = {position.perft(2), position.perft(2, leaves=True)}
    by_hand = 0
    for action in position.legal_actions():
        position.play(action)
        by_hand += len(position.legal_actions())
        position.undo()
    assert counts == {by_hand}
    assert position.repetition_key == before


@pytest.mark.rule("S2")
def test_swarm_counts_each_kind_that_may_be_drawn() -> None:
    position = played("Base+S0B0G2+Swarm", "hand wA1 wA2 wA3", "hand bA1 bA2 bA3")
    assert {str(piece) for piece in position.bag} == {"wG1", "wG2", "bG1", "bG2"}
    assert position.perft(1) == 4  # ant or queen, each with a grasshopper of either colour
    assert position.perft(1, leaves=True) == 4


class Counted(NamedTuple):
    """A game with modules and how many sequences of each length follow it."""

    game_type: GameType
    actions: str
    counts: list[int]


COUNTED = [
    Counted(GameType(name, **row.get("options", {})), row["actions"], row["counts"])
    for name, rows in tomllib.loads((ROOT / "tests/data/perft_modules.toml").read_text("utf-8")).items()
    for row in rows
]


each_game = pytest.mark.parametrize(
    "game", COUNTED, ids=lambda game: f"{game.game_type!r}-{len(game.actions) > 0}"
)


def test_every_set_module_and_option_is_counted_to_depth_four() -> None:
    types = [game.game_type for game in COUNTED]
    assert {module for one in types for module in one.modules} == set(MODULES)
    assert {bug for one in types for bug in one.bugs} == {bug for bug in BUGS if bug != NEUTRAL_BUG}
    for option, values in OPTIONS.items():
        assert {getattr(one, option) for one in types} == set(values)
    assert {len(game.counts) for game in COUNTED} == {4}


def check_counts(game: Counted, most: int) -> None:
    """Compare the counts of a game that are not above `most`."""
    position = played(game.game_type, *game.actions.split(";") if game.actions else ())
    counts = [count for count in game.counts if count <= most]
    assert [position.perft(depth + 1) for depth in range(len(counts))] == counts


@each_game
def test_games_with_modules_are_counted(game: Counted) -> None:
    check_counts(game, 3_000_000 if COMPILED else 3_000)


@pytest.mark.slow
@each_game
def test_games_with_modules_are_counted_to_depth_four(game: Counted) -> None:
    check_counts(game, 1_000_000_000 if COMPILED else 300_000)
