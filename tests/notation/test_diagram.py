"""Text diagrams: what is drawn is what is read, and mistakes are told with their line."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.notation.playouts import playout
from tests.positions import played

from ruche import BLACK, Hex, IllegalAction, SetUpError, words
from ruche.notation.claims import blocks, check, problems
from ruche.notation.diagram import DiagramError, read_diagram
from ruche.notation.diagram_drawing import draw_diagram

TYPES = [
    "Base",
    "Base+MLP",
    "Base+O2D1",
    "Venom+MLP",
    "Venom+Locked",
    "Venom+MLP+Fixed",
    "Ultimate+Swarm+Fixed",
    "Base+Guardians",
    "Base+MLP+Predators+Honeycombo",
    "Ultimate",
    "Base+Swarm",
    "Ultimate+Swarm",
]


@settings(max_examples=60)
@given(st.sampled_from(TYPES), st.integers(0, 10**6), st.integers(0, 60))
def test_a_drawn_position_reads_back_as_the_same_but_for_the_last_turn(
    game_type: str, seed: int, plies: int
) -> None:
    position = playout(game_type, seed, plies)
    read = read_diagram(draw_diagram(position)).position
    assert read.repetition_key == position.repetition_key
    assert (read.turn, read.actions_left, read.state) == (
        position.turn,
        position.actions_left,
        position.state,
    )
    assert read.removed == position.removed


@settings(max_examples=40)
@given(st.sampled_from(TYPES), st.integers(0, 10**6), st.integers(0, 60))
def test_with_memory_nothing_is_lost(game_type: str, seed: int, plies: int) -> None:
    position = playout(game_type, seed, plies)
    read = read_diagram(draw_diagram(position, memory=True)).position
    assert read == position
    assert {str(piece) for piece in read.resting} == {str(piece) for piece in position.resting}
    assert set(map(str, read.legal_actions())) == set(map(str, position.legal_actions()))


def test_memory_is_told_as_the_last_turn_where_a_line_can_tell_it() -> None:
    position = read_diagram(
        "Base+P Black[6]\n   .     o\nbA1   wP    wQ\n   .     bQ\nlast: bA1 moved"
    ).position
    drawn = draw_diagram(position, memory=True)
    assert drawn.endswith("last: bA1 moved")
    assert "played" not in drawn
    assert {str(piece) for piece in read_diagram(drawn).position.resting} == {"bA1"}


def test_a_fly_has_gone_where_nobody_knows_what_was_touched_before() -> None:  # V5
    hive = "Venom White[5]\nwA1   wQ    bQ    bS1   bY1\n         o\n"
    read = read_diagram(hive + "last: bY1 moved").position
    assert {str(piece) for piece in read.resting} == {"bY1"}
    assert read_diagram(draw_diagram(read, memory=True)).position.resting == read.resting
    with pytest.raises(DiagramError):
        read_diagram(hive.replace("bY1", "bO1") + "last: bO1 moved")


def test_what_was_drawn_for_a_piece_placed_is_in_the_hand() -> None:  # S2
    hive = "Base+Swarm White[5]\nwA1   wQ    bQ    bA1\nwhite: wG1 bS1\nblack: bG1 wS1 bB1\n"
    read = read_diagram(hive + "last: bA1 placed").position
    assert [str(piece) for piece in read.hand(BLACK)] == ["wS1", "bB1", "bG1"]
    assert str(read.history[0]).startswith("bA1 bQ- +")


def test_marks_read_back() -> None:
    position = played("Base", "wB1", "bA1 wB1-", "wQ -wB1", "bQ bA1-")
    stars = {Hex(1, 0), Hex(0, 1)}
    diagram = read_diagram(draw_diagram(position, stars=stars, barred=[Hex(0, -1)]))
    moved = next(place for place, stack in diagram.position.stacks.items() if str(stack[0]) == "wB1")
    assert {Hex(place.q - moved.q, place.r - moved.r) for place in diagram.stars} == stars
    assert {Hex(place.q - moved.q, place.r - moved.r) for place in diagram.barred} == {Hex(0, -1)}


def test_one_column_aside_is_forgiven() -> None:
    straight = read_diagram("Base Black[2]\n   wQ    bQ\n      wA1\n").position
    crooked = read_diagram("Base Black[2]\n    wQ   bQ\n       wA1\n").position
    assert straight == crooked


MISTAKES = [
    ("empty", "\n# nothing\n", 1),
    ("header", "Base Blue[3]\nwQ    bQ", 1),
    ("header", "Base White[3] wasp=near\nwQ    bQ", 1),
    ("key", "Base\nwQ    bQ\nhands: wA1", 3),
    ("key_twice", "Base+Predators\nwQ    bQ\nremoved: wX bA1\nremoved: bX wA1", 4),
    ("colour", "Base+Honeycombo\nwQ    hc    bQ\nhoneycombo: dark", 3),
    ("token", "Base\nwQ    Q", 2),
    ("token", "Base\nwQ    wa1", 2),
    ("column", "Base\nwQ    bQ\n   wA1 bA1", 3),
    ("column", "Base\nwQ    bQ\nwA1   bA1", 3),
    ("crowded", "Base\nwQ   . .", 2),
    ("on", "Base\nwQ    wB1^\nwB1 on bQ on", 3),
    ("not_high", "Base\nwQ    wB1\nwB1 on bQ", 3),
    ("stack_missing", "Base\nwQ    wB1^", 2),
    ("last", "Base\nwQ    bQ    bA1\nlast: bA1 went", 3),
    ("last", "Base\nwQ    bQ    bA1\nlast: bA1 swapped", 3),
    ("last", "Base+Honeycombo\nwQ    hc    bQ\nlast: hc flipped", 3),
    ("origin", "Base\nwQ    bQ    bA1\nlast: bA1 moved", 3),
    ("not_drawn", "Base\nwQ    bQ    bA1\nlast: bA2 placed", 3),
    ("rules", "Bass\nwQ    bQ", 1),
    ("rules", "Base White[1]\nwQ    bQ", 1),
    ("rules", "# apart\nBase\nwQ          bQ", 3),
    ("rules", "Base\nwQ    bQ\n   wM", 3),
    ("rules", "Base\nwQ    bQ    wA1\nbag: wA2", 3),
    ("rules", "Base\nwQ    bQ    wA1\nremoved: bA1 bA2", 3),
    ("rules", "Venom\nwO1   bA1   bQ    wQ\nlast: bA1 flipped", 3),
    ("rules", "Base White[5]\nwQ    wA1   bQ    bG1\n   o\nlast: bG1 moved", 4),
    ("played", "Base White[3]\nwQ    wA1   bQ    bA1\nplayed: wA1 -wQ", 3),
    ("played", "Base White[3]\nwQ    wA1   bQ    bA1\nplayed: wA1 over there", 3),
    ("stars_of_nobody", "Base\nwQ    bQ    *", 1),
    ("stars_of_whom", "Base\nwQ    bQ    wA1\nstars: wA", 3),
]


@pytest.mark.parametrize(("key", "text", "line"), MISTAKES, ids=lambda value: str(value)[:12])
def test_a_mistake_is_told(key: str, text: str, line: int) -> None:
    with pytest.raises(DiagramError) as caught:
        problems(text)
    assert (caught.value.key, caught.value.line) == (f"diagram.{key}", line)
    assert f"ne {line}" in caught.value.say("fr")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_every_mistake_has_a_case() -> None:
    keys = {key for key in sorted(words.keys()) if key.startswith("diagram.")}
    assert keys == {f"diagram.{key}" for key, _, _ in MISTAKES}


def test_the_set_up_and_the_actions_are_checked() -> None:
    with pytest.raises(DiagramError) as caught:
        read_diagram("Base\nwQ          bQ")
    assert isinstance(caught.value.cause, SetUpError)
    assert caught.value.say("fr").startswith("Ligne 2\u202f: La ruche n’est pas")
    with pytest.raises(DiagramError) as caught:
        read_diagram("Base White[3]\nwQ    wA1   bQ    bA1\nplayed: wA1 -wQ")
    assert isinstance(caught.value.cause, IllegalAction)


def test_last_turn_placed_flipped_stung_swapped() -> None:
    placed = read_diagram("Base White[3]\nwA1   wQ    bQ    bA1\nlast: bA1 placed").position
    assert [str(action) for action in placed.history] == ["bA1 bQ-"]
    flipped = read_diagram("Venom White[4]\nwA1   wQ    bQ    bY1\nlast: bY1 flipped").position
    assert [str(action) for action in flipped.history] == ["bA1 =bY1"]
    stung = read_diagram("Venom White[5]\nwA1   wQ    bW    bY1\nlast: wA1 stung").position
    assert [str(action) for action in stung.history] == ["bW *wY1"]
    assert {str(piece) for piece in stung.stung} == {"wA1"}
    hive = "bC    wQ    bQ    wG1\n"
    swapped = read_diagram(f"Venom+P White[5]\n{hive}last: bC swapped wG1").position
    assert [str(action) for action in swapped.history] == ["bC ~wG1"]


def test_last_turn_twice_in_a_double_turn() -> None:  # K5
    text = "Venom+Honeycombo White[6]\nwA1   wQ    hc    bQ    bY1\n                           bG1\n"
    read = read_diagram(text + "last: bG1 placed, bY1 flipped").position
    assert [str(action) for action in read.history] == ["bG1 bA1\\", "bA1 =bY1"]


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("stars: wQ", []),
        ("refused: bQ -wQ H1", ["not by H1"]),
        ("refused: wQ \\wA1 H2", ["is legal"]),
        ("legal: wQ \\wA1; wQ /wA1", []),
        ("legal: wQ bA1-", ["is refused"]),
        ("state: InProgress", []),
        ("state: Draw", ["it is InProgress"]),
        ("state: InProgress surrounded", ["it is InProgress"]),
        ("pass: none", []),
        ("flip: none", []),
        ("move: wQ \\wA1; wQ /wA1", []),
        ("move: wQ \\wA1; wQ bQ-", ["also legal: wQ /wA1", "not legal: wQ bQ-"]),
        ("actions: wQ \\wA1", ["also legal"]),
        ("stars: wA1", ["stars missing: none; wrong: -bA1 \\wA1"]),
    ],
)
def test_claims(claim: str, expected: list[str]) -> None:
    text = f"Base White[3]\n   *     x\nwQ    wA1   bQ\n   *     bA1\nstars: wQ\n{claim}\n"
    found = problems(text)
    assert len(found) == len(expected), found
    for problem, words_of_it in zip(found, expected, strict=True):
        assert words_of_it in problem
        assert problem.startswith("line 6, ")


def test_a_barred_hex_that_may_be_entered_is_told() -> None:
    diagram = read_diagram("Base White[3]\n   x     .\nwQ    wA1   bQ\n   *     bA1\nstars: wQ\n")
    assert "is barred" in check(diagram)[0]


def test_blocks_of_a_page() -> None:
    page = "# Page\n\n```hive\nBase\n```\n\ntext\n\n```python\n1\n```\n```hive\nVenom\n```\n"
    assert list(blocks(page)) == [(4, "Base\n"), (13, "Venom\n")]
