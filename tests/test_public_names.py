"""The public names: what a python-chess user reaches for is there, typed, and says so when it is misspelt."""

import ast
import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.notation.playouts import playout
from tests.positions import played

import ruche
from ruche import (
    BLACK,
    WHITE,
    Ability,
    Action,
    ActionKind,
    EndReason,
    EventKind,
    Game,
    GameState,
    Hex,
    LastTurnEvent,
    NotationError,
    Outcome,
    Position,
    bug_of_letter,
)

OPENING = ("wA1", "bG1 wA1-", "wQ -wA1", "bQ bG1-")


def opened() -> Position:
    return played("Base+MLP", *OPENING)


def test_every_public_name_is_there() -> None:
    for name in ruche.__all__:
        assert getattr(ruche, name) is not None
    assert ruche.engine.Limit is not None
    assert ruche.render.svg is not None
    with pytest.raises(AttributeError, match="Positon"):
        getattr(ruche, "Positon")  # noqa: B009


def test_a_type_checker_sees_no_name_that_could_be_any() -> None:
    assert ruche.__file__ is not None
    tree = ast.parse(Path(ruche.__file__).read_text(encoding="utf-8"))
    assert "__getattr__" not in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    typed = next(node for node in tree.body if isinstance(node, ast.If))
    imported = {alias.name for node in typed.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert imported == set(ruche._LATER) | set(ruche._ROOMS)


def test_the_import_brings_in_little() -> None:
    heavy = ("asyncio", "click", "dataclasses", "inspect", "json", "random", "rich", "tomllib")
    code = f"import sys, ruche; print(*[name for name in {heavy} if name in sys.modules])"
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == ""


def test_values_are_compared_copied_and_kept_as_values() -> None:
    position = opened()
    piece = position.piece_at((0, 0))
    assert piece is not None
    reason = position.why_not("wA1 -bQ")
    for value in (piece, piece.bug, reason, Outcome(WHITE, "time")):
        again = pickle.loads(pickle.dumps(value))
        assert (again, type(again), repr(again)) == (value, type(value), repr(value))
    assert str(piece) == piece.name == "wA1"
    with pytest.raises(AttributeError):
        piece.id = 3  # type: ignore[misc]
    assert type(Outcome(WHITE, "time").why) is EndReason


def test_what_lies_where() -> None:
    position = opened()
    assert position.side_to_move == position.colour == WHITE
    assert position.where("wA1") == position.where(position.pieces(WHITE, "A")[0]) == Hex(0, 0)
    assert position.where("wA2") is None
    assert str(position.piece_at(Hex(0, 0))) == str(position.piece_at((0, 0))) == "wA1"
    assert position.piece_at((9, 9)) is None
    assert position.piece_at((4096, 0)) is None  # the ring of cells comes around
    assert [str(piece) for piece in position.pieces(BLACK)] == ["bQ", "bG1"]
    assert len(position.pieces()) == 4
    assert position.pieces(bug=ruche.bug_of_letter("Q")) == position.pieces(bug="Q")
    with pytest.raises(NotationError):
        position.where("wZ1")


def test_what_may_move() -> None:
    position = opened()
    assert position.pinned("wA1")
    assert not position.pinned("wQ")
    assert not position.pinned("wA2")
    assert {str(action) for action in position.legal_actions("wQ")} == {
        str(action) for action in position.legal_actions() if str(action.piece) == "wQ"
    }
    assert position.legal_actions(piece="bQ") == []
    tower = ruche.set_up("Base", {(0, 0): ["wQ"], (1, 0): ["bQ", "wB"], (-1, 0): ["wA"], (2, 0): ["bA"]})
    assert tower.pinned("bQ")


def test_how_it_came_about() -> None:
    position = opened()
    assert (position.ply, str(position.peek()), str(position.last_action)) == (4, "bQ bG1-", "bQ bG1-")
    assert not position.is_game_over
    assert [event.kind for event in position.last_turn] == ["placed"]
    empty = Position()
    assert (empty.ply, empty.last_action) == (0, None)
    with pytest.raises(IndexError):
        empty.peek()


def test_it_prints_as_a_board() -> None:
    shown = str(opened())
    assert all(name in shown for name in ("wA1", "bG1", "wQ", "bQ"))
    assert "\x1b" not in shown  # it may be printed into a file, where colours are rubbish


def test_what_is_no_piece_no_hex_or_no_bug_is_refused() -> None:
    position = opened()
    with pytest.raises(TypeError, match="not a piece"):
        position.pinned(WHITE)
    with pytest.raises(TypeError, match="not a hex"):
        position.piece_at("wA1")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no bug has the letter 'z'"):
        position.pieces(bug="z")


@pytest.mark.parametrize(
    "ask",
    [
        ruche.bug_of_letter,
        lambda text: Game().finish(text),
        lambda text: opened().pieces(bug=text),
        lambda text: opened().piece_at(text),
        lambda text: opened().where(text),
        lambda text: opened().play(text),
        Position,
        Game.read,
        ruche.read_diagram,
        ruche.GameType,
    ],
)
def test_errors_echo_little(ask: Callable[[str], object]) -> None:
    with pytest.raises((ValueError, TypeError)) as caught:
        ask("x" * 1_000_000)
    assert len(str(caught.value)) < 500


def test_an_action_of_a_text() -> None:
    position = opened()
    action = Action("wA2  -wQ")
    assert str(action) == "wA2 -wQ"
    assert action in position.legal_actions()
    assert position.is_legal(action)
    assert pickle.loads(pickle.dumps(action)) == action
    with pytest.raises(ValueError, match="only a text"):
        _ = action.kind
    played = position.play(action)
    assert (played, played.kind) == (action, ActionKind.PLACE)
    assert Game.of(position).play(Action("bA1 bQ-")).action == Action("bA1 bQ-")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "rubbish",
        "wA1 -",
        "wA1 -bQ-",
        "wI1 -bQ",
        "wA12",
        "pass now",
        "hand wA1 +",
        "draw wA1",
        "wA1 +",
        "-bQ",
    ],
)
def test_a_text_that_is_no_action_in_any_game_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected a piece and where it goes") as refused:
        Action(text)
    assert repr(text) in str(refused.value)


def test_a_refused_text_is_quoted_in_part() -> None:
    with pytest.raises(NotationError) as refused:
        Action("wA1 " * 1_000_000)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    "game_type",
    ["Ultimate", "Ultimate+Swarm", "Venom+MLP+Fixed", "Ultimate+Swarm+Fixed", "Base+O2D1+Honeycombo"],
)
def test_every_action_can_be_made_of_its_text(game_type: str) -> None:
    for seed in range(3):
        position = playout(game_type, seed, 40)
        for action in [*position.legal_actions(), *position.history]:
            assert Action(str(action).upper()) == Action(str(action).upper())
            assert Action(str(action)) == action


def test_kinds_and_ends_are_enums_and_texts() -> None:
    action = Position().legal_actions()[0]
    assert (action.kind, str(action.kind)) == (ActionKind.PLACE, "place")
    event = LastTurnEvent("moved", Hex(0, 0), Hex(1, 0))
    assert (event.kind, str(event.kind)) == (EventKind.MOVED, "moved")
    assert pickle.loads(pickle.dumps(event)) == event
    with pytest.raises(ValueError, match="bored"):
        LastTurnEvent("bored", Hex(0, 0))
    position = Position()
    assert (position.state, position.play("wA1"), position.state) == (
        "NotStarted",
        Action("wA1"),
        "InProgress",
    )
    assert position.state is GameState.IN_PROGRESS
    assert Game.of(position).result is GameState.IN_PROGRESS
    assert Outcome(WHITE, "time").state is GameState.WHITE_WINS
    assert Position("Base+Swarm").choosing is ActionKind.HAND
    assert bug_of_letter("B").abilities == Ability.SLIDE | Ability.CLIMB
    outcome = Outcome(WHITE, "surrounded")
    assert outcome.why is EndReason.SURROUNDED
    assert Outcome(WHITE, EndReason.SURROUNDED) == outcome
    with pytest.raises(ValueError, match="bored"):
        Outcome(WHITE, "bored")


def test_white_is_somebody() -> None:
    assert bool(WHITE)
    assert Outcome(WHITE, "time").winner
    assert not Outcome(None, "both").winner


def test_a_position_has_a_signature_and_subclasses() -> None:
    assert list(inspect.signature(Position).parameters) == ["game_type", "seed"]

    class Counted(Position):
        """A position that knows one thing more."""

        def count(self) -> int:
            return len(self.legal_actions())

    position = Counted("Base")
    position.play("wA1")
    assert isinstance(position.copy(), Counted)
    assert position.copy() == position
    assert position.count() == len(position.legal_actions())
    assert isinstance(pickle.loads(pickle.dumps(Sub("Base"))), Sub)


class Sub(Position):
    """A subclass that can be pickled."""
