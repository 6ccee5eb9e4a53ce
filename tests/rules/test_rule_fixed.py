"""V0d: faces that each player fixes before the game."""

import itertools
import random

import pytest
from tests.positions import played
from tests.rules.drawing import drawn, holds, kinds

from ruche import BLACK, COMPILED, WHITE, Colour, Game, NotationError, Position, SetUp, set_up
from ruche.notation.errors import RecordError
from ruche.notation.gamestring import read_gamestring, write_gamestring
from ruche.notation.pgn import write_pgn
from ruche.notation.sgf_writing import write_sgf

rule = pytest.mark.rule

# The second faces of each game by letter, with how many a player has: written down here, not asked of the
# rules.
VENOM = {"O": 2, "F": 2, "Y": 3, "D": 3}
SECOND_FACES = {
    "Venom+Fixed": VENOM,
    "Venom+P+Swarm+Fixed": {**VENOM, "C": 1},
    "Venom+MLP+Fixed": {**VENOM, **dict.fromkeys("THC", 1)},
    "Base+Predators+Fixed": {"X": 1},
    "Base+MLP+Guardians+Fixed": {"N": 1},
    "Base+O2Y1+Predators+Guardians+Fixed": {"N": 1, "X": 1},
    "Ultimate+Fixed": {**VENOM, **dict.fromkeys("THCNX", 1)},
    "Ultimate+Swarm+Fixed": {**VENOM, **dict.fromkeys("THCNX", 1)},
}


def choices(game: str, side: str) -> set[str]:
    """Every legal choice: for each letter in order none, one, ... all of the pieces, lowest numbers first."""
    letters = sorted(SECOND_FACES[game])
    found = set()
    for counts in itertools.product(*(range(SECOND_FACES[game][letter] + 1) for letter in letters)):
        names = ["faces"]
        for letter, count in zip(letters, counts, strict=True):
            alone = SECOND_FACES[game][letter] == 1
            names += [f"{side}{letter}{'' if alone else number}" for number in range(1, count + 1)]
        found.add(" ".join(names))
    return found


@rule("V0d", "N", "T7")
@pytest.mark.parametrize("game", SECOND_FACES)
def test_every_way_to_lay_the_pieces_out_may_be_chosen(game: str) -> None:
    position = Position(game)
    assert (position.turn, position.state, position.choosing) == ("White[0]", "NotStarted", "faces")
    assert {str(action) for action in position.legal_actions()} == choices(game, "w")
    position.play(random.Random(game).choice(sorted(choices(game, "w"))))
    assert (position.turn, position.state, position.choosing) == ("Black[0]", "InProgress", "faces")
    assert {str(action) for action in position.legal_actions()} == choices(game, "b")
    position.play("faces")
    expected = ("White[0]", "hand") if position.game_type.has_bag else ("White[1]", None)
    assert (position.turn, position.choosing) == expected


@rule("V0d")
def test_the_most_there_is_to_choose_from_leaves_room() -> None:
    """Choices are listed where deeper positions list theirs: both sides', two hands and a turn fit."""
    position = Position("Ultimate+Swarm+Fixed")
    assert len(position.legal_actions()) == 4608
    assert 2 * 4608 + 2 * 1000 < 65536 // 4
    assert all(len(side) <= 23 for side in position.game_type.second_faces)  # bits of an action


@rule("V0d")
@pytest.mark.parametrize(
    ("game", "counts"), [("Venom+Fixed", [144, 20736]), ("Base+Predators+Fixed", [2, 4, 24])]
)
def test_choices_count_as_actions(game: str, counts: list[int]) -> None:
    for leaves in (False, True) if COMPILED else (False,):
        assert [Position(game).perft(depth + 1, leaves=leaves) for depth in range(len(counts))] == counts


def begun(game: str = "Venom+MLP+Fixed", white: str = "", black: str = "") -> Position:
    position = Position(game)
    position.play(f"faces {white}")
    position.play(f"faces {black}")
    return position


def named(position: Position, colour: Colour) -> list[str]:
    return [str(piece) for piece in position.hand(colour)]


@rule("V0d", "N")
def test_a_hand_names_pieces_by_the_face_they_have() -> None:
    position = begun(white="wF1 wO1 wO2 wT")
    assert named(position, WHITE) == [
        "wQ",
        "wO1",
        "wO2",
        "wF1",
        "wB2",
        "wA1",
        "wA2",
        "wA3",
        "wG1",
        "wG2",
        "wG3",
        "wT",
        "wL",
        "wP",
    ]
    assert named(position, BLACK) == [
        "bQ",
        "bS1",
        "bS2",
        "bB1",
        "bB2",
        "bA1",
        "bA2",
        "bA3",
        "bG1",
        "bG2",
        "bG3",
        "bM",
        "bL",
        "bP",
    ]
    first = {str(action) for action in position.legal_actions()}
    assert first == {"wQ", "wO1", "wF1", "wB2", "wA1", "wG1", "wT", "wL", "wP"}


@rule("V0d", "T7")
def test_pieces_of_a_kind_with_different_faces_are_not_identical() -> None:
    position = begun(white="wF1 wY1")
    for text in ("wB2", "bA1 wB2-", "wA2 -wB2", "bQ bA1-", "wQ -wA2", "bA2 bQ-"):
        position.play(text)
    placed = {str(action.piece) for action in position.legal_actions() if action.kind == "place"}
    assert placed == {"wF1", "wY1", "wA3", "wS1", "wG1", "wM", "wL", "wP"}
    assert str(position.why_not("wB1 -wQ")) != "None"


@rule("V0d", "V0b")
def test_nothing_is_flipped_but_the_honeycombo() -> None:
    position = drawn(r"""
        Venom+Guardians+Honeycombo+Fixed Black[5]
        wF1   wQ    hc    bQ    bO1
    """)
    assert kinds(position, "flip") == set()
    assert kinds(position, "turn") == {"hc =w"}
    reason = position.why_not("bO1 =bS1")
    assert reason is not None
    assert (reason.key, reason.rule) == ("flip.fixed", "V0d")


@rule("V0d", "S1", "S2", "N")
def test_with_swarm_the_hands_follow_and_name_the_faces() -> None:
    position = played("Venom+Swarm+Fixed", "faces wO1 wY1 wY2", "faces bD1")
    hands = kinds(position, "hand")
    assert {"hand wA3 wO1 wS2", "hand wY1 wY2 wA3"} & hands == {"hand wA3 wO1 wS2"}  # sorted by letter
    assert "hand wA3 wY1 wY2" in hands
    assert not any(name in text for text in hands for name in ("wS1", "wA1", "wA2", "wO2"))
    reason = position.why_not("hand wA3 wB1 wY2")
    assert reason is not None
    assert (reason.key, reason.rule) == ("lowest", "T7")
    with pytest.raises(NotationError, match="wO1"):
        position.parse("hand wA3 wB1 wS1", legal=False)
    position.play("hand wA3 wO1 wS2")
    assert position.turn == "Black[0]"
    position.play("hand bD1 bG2 bG3")
    assert position.turn == "White[1]"
    assert named(position, BLACK) == ["bQ", "bD1", "bG2", "bG3"]
    assert "wY1" in [str(piece) for piece in position.bag]
    position.play("wA3 +wY1")
    assert str(position.history[-1]) == "wA3 +wY1"
    assert str(position.history[-1].drawn) == "wY1"


@rule("V0d", "S5", "S2")
def test_drawing_and_stealing_know_faces_apart() -> None:
    position = holds(r"""
        Venom+Swarm+Fixed White[4]
        wQ    bQ    bA1
        white: wF1
        black: wY1 wY2 wA3 wG1
        bag: wS1 wS2 wB2 wG2 wG3 bS1 bS2 bB1 bB2 bA2 bA3 bG1 bG2 bG3
        steal: steal wY1; steal wA3; steal wG1
        refused: steal wY2 T7
    """)
    drawn_pieces = {str(action.drawn) for action in position.draws(position.parse("draw"))}
    assert drawn_pieces == {"wS1", "wB2", "wG2", "bS1", "bB1", "bA2", "bG1"}
    position.play("steal wY1")
    assert named(position, WHITE) == ["wF1", "wY1"]
    with pytest.raises(NotationError):
        position.parse("steal wA2", legal=False)


@rule("V0d", "E4")
def test_faces_tell_positions_apart() -> None:
    stacks = {(0, 0): ["wQ"], (1, 0): ["bQ"]}
    plain = set_up("Venom+Fixed", stacks)
    other = set_up("Venom+Fixed", stacks, hands={WHITE: ["wF1"]})
    assert plain.repetition_key != other.repetition_key
    assert plain != other
    assert plain.canonical_hash != other.canonical_hash
    same = set_up("Venom+Fixed", stacks, hands={WHITE: ["wF1"]})
    assert other == same
    assert other.repetition_key == same.repetition_key


@rule("V0d")
def test_a_set_up_gives_the_faces() -> None:
    position = begun(white="wF1 wO1 wO2 wT wY1", black="bC bD1 bD2")
    for text in ("wF1", "bC wF1-", "wQ -wF1", "bQ bC-", "wT -wQ"):
        position.play(text)
    laid = SetUp.of(position)
    assert " ".join(laid.hands[WHITE]) == "wO1 wO2 wB2 wY1 wA2 wA3 wG1 wG2 wG3 wL wP"
    assert laid.position() == position
    higher = set_up("Venom+Fixed", {(0, 0): ["wQ"], (1, 0): ["bQ"], (-1, 0): ["wY2"]})
    assert [name for name in named(higher, WHITE) if name[1] in "AY"] == ["wY1", "wA3"]
    loose = set_up("Venom+Fixed", {(0, 0): ["wQ"], (1, 0): ["bQ"], (-1, 0): ["wB"], (2, 0): ["wF"]})
    assert {str(piece) for stack in loose.stacks.values() for piece in stack} == {"wQ", "bQ", "wB2", "wF1"}


@rule("V0d", "N")
@pytest.mark.parametrize("game", SECOND_FACES)
def test_records_lead_back(game: str) -> None:
    rng = random.Random(game)
    position = Position(game, seed=7)
    for _ in range(40):
        if position.outcome is None:
            position.play(rng.choice(position.legal_actions()))
    text = write_gamestring(position)
    assert text.split(";")[3].startswith("faces")
    assert read_gamestring(text) == position
    record = Game.of(position)
    assert Game.read(write_pgn(record)).position() == position
    with pytest.raises(RecordError) as refused:
        write_sgf(record)
    assert refused.value.kind == "sgf_type"


@rule("V0d", "N")
def test_a_pgn_may_run_on_in_one_line() -> None:
    text = '[GameType "Venom+Fixed"]\n\n1. faces wF1 wY1 2. faces 3. wB2 4. bA1 wB2- 5. wF1 -wB2 *\n'
    assert Game.read(text).position().turn == "Black[2]"


@rule("V0d", "N")
def test_nothing_is_renumbered() -> None:
    with pytest.raises(RecordError, match="wB2"):
        read_gamestring("Venom+Fixed;InProgress;White[1];faces;faces;wB2")
