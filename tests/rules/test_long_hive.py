"""Hives as wide as 63 pieces allow: coordinates and moves are right at both ends, nothing wraps around."""

from collections import deque

import pytest

from ruche import GameType, Hex, Position, set_up
from ruche.rules.facts.hexes import DIRECTIONS, offset_of

LONGEST = GameType("Base+A9G9O8+Honeycombo")  # 63 pieces
AXES = {"east": (1, 0), "south-east": (0, 1), "north-east": (1, -1)}


def names() -> list[str]:
    """All the pieces in an order for a line: white ants at one end, black ones at the other."""
    white = (
        [f"wA{i}" for i in range(1, 10)] + [f"wG{i}" for i in range(1, 10)] + [f"wO{i}" for i in range(1, 9)]
    )
    white += ["wS1", "wS2", "wB1", "wB2", "wQ"]
    black = [name.replace("w", "b", 1) for name in reversed(white)]
    return [*white, "hc", *black]


def line(axis: tuple[int, int], shift: tuple[int, int] = (0, 0), turn: str = "White[40]") -> Position:
    """All 63 pieces in a straight line."""
    q, r = axis
    stacks = {(i * q + shift[0], i * r + shift[1]): [name] for i, name in enumerate(names())}
    return set_up(LONGEST, stacks, turn=turn)


def reached(position: Position, name: str) -> set[Hex]:
    return {
        action.to
        for action in position.legal_actions()
        if action.kind == "move" and str(action.piece) == name and action.to is not None
    }


def around(position: Position, start: Hex) -> set[Hex]:
    """Where an ant gets, searched step by step in plain coordinates (H4)."""
    stacks = set(position.stacks) - {start}
    found = {start}
    todo = deque([start])
    while todo:
        here = todo.popleft()
        for d in range(6):
            there = here.neighbour(d)
            sides = (here.neighbour(d - 1) in stacks) + (here.neighbour(d + 1) in stacks)
            if there not in stacks and there not in found and sides == 1:
                found.add(there)
                todo.append(there)
    return found - {start}


def test_63_pieces_are_in_the_line() -> None:
    assert len(names()) == len(set(names())) == len(LONGEST.pieces) == 63


@pytest.mark.parametrize("shift", [(0, 0), (-31, 0), (50, -25)], ids=str)
@pytest.mark.parametrize("axis", AXES.values(), ids=AXES)
def test_a_line_of_all_pieces_lies_where_it_was_laid(axis: tuple[int, int], shift: tuple[int, int]) -> None:
    position = line(axis, shift)
    places = {stack[0].name: place for place, stack in position.stacks.items()}
    home = places["hc"]
    q, r = axis
    for i, name in enumerate(names()):
        assert (places[name].q - home.q, places[name].r - home.r) == ((i - 31) * q, (i - 31) * r)


@pytest.mark.rule("H2", "H4", "B5")
@pytest.mark.parametrize("axis", AXES.values(), ids=AXES)
@pytest.mark.parametrize(("turn", "end"), [("White[40]", "wA1"), ("Black[40]", "bA1")])
def test_only_the_last_piece_of_a_line_is_free(axis: tuple[int, int], turn: str, end: str) -> None:
    """The ant at the end goes all the way round, 126 hexes less its own; all others hold the line."""
    position = line(axis, turn=turn)
    place = next(place for place, stack in position.stacks.items() if stack[0].name == end)
    movers = {str(action.piece) for action in position.legal_actions() if action.kind == "move"}
    assert movers == {end}
    assert reached(position, end) == around(position, place)
    assert len(reached(position, end)) == 127


@pytest.mark.parametrize("axis", AXES.values(), ids=AXES)
def test_actions_on_a_line_are_written_and_read_at_both_ends(axis: tuple[int, int]) -> None:
    for turn, far in (("White[40]", "bA1"), ("Black[40]", "wA1")):
        position = line(axis, turn=turn)
        texts = {str(action) for action in position.legal_actions() if action.kind == "move"}
        assert any(text.endswith(far) or far in text for text in texts)
        for action in position.legal_actions():
            assert position.parse(str(action)).to == action.to
            before = position.repetition_key
            position.play(action)
            assert len(position.stacks) == 63
            position.undo()
            assert position.repetition_key == before


@pytest.mark.rule("B3")
def test_a_grasshopper_jumps_the_whole_line() -> None:
    stacks = {(i, 0): [name] for i, name in enumerate(names())}
    stacks[0, 0], stacks[9, 0] = stacks[9, 0], stacks[0, 0]  # a grasshopper at the end
    position = set_up(LONGEST, stacks, turn="White[40]")
    place = next(place for place, stack in position.stacks.items() if stack[0].name == "wG1")
    assert reached(position, "wG1") == {Hex(place.q + 63, place.r)}


@pytest.mark.rule("B5")
def test_an_ant_that_runs_far_away_and_back_again_keeps_its_coordinates() -> None:
    position = line((1, 0))
    start = {stack[0].name: place for place, stack in position.stacks.items()}
    east = next(a for a in position.legal_actions() if a.kind == "move" and str(a) == "wA1 bA1-")
    position.play(east)
    after = {stack[0].name: place for place, stack in position.stacks.items()}
    assert (after["wA1"].q - after["bA1"].q, after["wA1"].r - after["bA1"].r) == (1, 0)
    assert {name for name in start if start[name] != after[name]} == {"wA1"}
    assert position.repetition_key != line((1, 0)).repetition_key
    position.undo()
    assert position == line((1, 0))


@pytest.mark.rule("E4")
def test_a_line_is_the_same_position_wherever_it_lies() -> None:
    plain = line((1, 0))
    for shift in ((7, 3), (-31, 0), (40, 40)):
        moved = line((1, 0), shift)
        assert moved == plain
        assert moved.repetition_key == plain.repetition_key
        assert {str(a) for a in moved.legal_actions()} == {str(a) for a in plain.legal_actions()}
    assert line((0, 1)).repetition_key != plain.repetition_key
    assert line((0, 1)).canonical_hash == plain.canonical_hash


@pytest.mark.rule("H2", "H4")
def test_a_wide_ring_is_not_pinned_and_its_inside_is_closed() -> None:
    """A hexagon of side ten: nobody holds it together alone, and no ant gets in or out."""
    place = Hex(0, 0)
    ring = []
    for direction in range(6):
        for _ in range(10):
            place = place.neighbour(direction)
            ring.append(place)
    pieces = names()
    pieces.remove("hc")
    del pieces[-2:]
    stacks = {place: [name] for place, name in zip(ring, pieces, strict=True)}
    game_type = GameType("Base+A9G9O8")
    white = set_up(game_type, stacks, turn="White[40]")
    movers = {str(action.piece) for action in white.legal_actions() if action.kind == "move"}
    assert movers == {name for name in pieces if name.startswith("w")}
    for i, name in enumerate(pieces[:9]):
        assert reached(white, name) == around(white, ring[i])


def test_no_two_hexes_that_a_hive_can_reach_share_a_cell() -> None:
    """Two hexes meet in a cell only if they lie at least 71 steps apart."""
    nearest = min(
        max(abs(q), abs(r), abs(q + r))
        for q in range(-90, 91)
        for r in range(-90, 91)
        if (q, r) != (0, 0) and offset_of(q, r) == 0
    )
    assert nearest == 71
    assert {offset_of(q, r) for q, r in DIRECTIONS} == {1, 116, 115, 4095, 3980, 3981}


def test_a_long_hive_can_be_played_to() -> None:
    """Both colours grow away from each other; coordinates and neighbours stay right."""
    position = Position(LONGEST)
    west, east = "hc", "hc"
    order = ["Q", *(f"{kind}{i}" for kind in "AG" for i in range(1, 10)), *(f"O{i}" for i in range(1, 9))]
    for name in order:
        position.play(f"w{name} -{west}")
        position.play(f"b{name} {east}-")
        west, east = f"w{name}", f"b{name}"
    places = {stack[0].name: place for place, stack in position.stacks.items()}
    assert {place.r for place in places.values()} == {0}
    assert sorted(place.q for place in places.values()) == list(range(-27, 28))
    assert {str(action.piece) for action in position.legal_actions() if action.kind == "move"} == {"wO8"}
    assert reached(position, "wO8") == {Hex(-25, -1), Hex(-26, 1)}  # V3
