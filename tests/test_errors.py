"""Errors with a sentence for players: said in each language, matched on by kind, kept between processes."""

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from ruche import GameType, Hex, IllegalAction, Position, words
from ruche.notation.diagram import read_diagram
from ruche.notation.records import read_first
from ruche.players.spec import PlayerError
from ruche.rules.last_turn import LastTurnEvent
from ruche.rules.set_up import set_up
from ruche.uhp.client import EngineError
from ruche.words.errors import LocalizedError


def raised(call: Any) -> Any:
    with pytest.raises((LocalizedError, IllegalAction)) as caught:
        call()
    return caught.value


def set_up_before() -> Any:
    stacks = {Hex(0, 0): ["wQ"], Hex(1, 0): ["bQ"]}
    return raised(lambda: set_up("Base", stacks, turn="White[5]", last=[LastTurnEvent("placed", Hex(1, 0))]))


ERRORS: dict[str, Callable[[], Any]] = {
    "type.unknown": lambda: raised(lambda: GameType("Chess")),
    "notation.empty": lambda: raised(lambda: Position().parse(" ")),
    "setup.last_before": set_up_before,
    "diagram.rules": lambda: raised(lambda: read_diagram("Base White[0]\nwQ")),
    "record.illegal": lambda: raised(lambda: read_first("Base;InProgress;White[1];wA1;bA1 wA1;wQ")),
    "arena.not_started": lambda: PlayerError(
        "not_started", player="x", error=EngineError("not_found", command="x", error="none")
    ),
    "uhp.closed": lambda: EngineError("closed", name="x"),
}


@pytest.mark.parametrize("key", ERRORS)
def test_an_error_speaks_each_language_also_from_another_process(key: str) -> None:
    error = ERRORS[key]()
    assert isinstance(error, LocalizedError)
    assert (error.key, error.kind) == (key, key.partition(".")[2])
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == error.say("en")
    assert {error.say(language) for language in words.LANGUAGES} == {
        again.say(language) for language in words.LANGUAGES
    }
    assert error.say("en") != error.say("fr")


def test_an_illegal_action_keeps_its_reason_also_from_another_process() -> None:
    error = raised(lambda: Position().play("pass"))
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, IllegalAction)
    assert (again.reason, again.text, str(again)) == (error.reason, "pass", str(error))
