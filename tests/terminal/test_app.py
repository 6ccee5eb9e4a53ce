"""The screen, with a pilot at its keys and its mouse."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from rich.text import Text
from tests.positions import played
from textual.pilot import Pilot
from textual.widgets import Input, Static

from ruche import Colour, Hex, Position, words
from ruche.engine import Limit, StopFlag
from ruche.players.player import EnginePlayer
from ruche.render.terminal import middle
from ruche.terminal.app import Help, PlayApp
from ruche.terminal.board import BoardWidget
from ruche.terminal.game import TerminalGame

Script = Callable[[Pilot[None], PlayApp], Awaitable[None]]


class Puppet:
    """An opponent that answers what it is told to, when it is told to."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.go = threading.Event()
        self.go.set()
        self.closed = False
        self.flag: StopFlag | None = None

    def name(self, language: str) -> str:
        return "Puppet"

    def new_game(self, seed: int) -> None:
        pass

    def choose(self, position: Position, limit: Limit, stop: StopFlag | None = None) -> Any:
        self.flag = stop
        self.go.wait(10)
        return self.answers.pop(0)

    @property
    def stopped(self) -> bool:
        return self.flag is not None and self.flag.is_set()

    def close(self) -> None:
        self.closed = True
        self.go.set()


def run(
    script: Script, game_type: str = "Base", opponent: Puppet | EnginePlayer | None = None, *actions: str
) -> PlayApp:
    """Start the screen and let a script play on it."""
    position = played(game_type, *actions)
    people = frozenset([Colour.WHITE]) if opponent else frozenset(Colour)
    app = PlayApp(TerminalGame(position, people), {Colour.BLACK: opponent} if opponent else {})

    async def pilot() -> None:
        async with app.run_test(size=(100, 30)) as hands:
            await hands.pause()
            await script(hands, app)

    asyncio.run(pilot())
    return app


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    """Wait, at most ten seconds."""
    for _ in range(200):
        await pilot.pause(0.05)
        if true():
            return
    raise AssertionError("nothing came of it")


def text_of(app: PlayApp, name: str) -> str:
    shown = app.query_one(f"#{name}", Static).visual
    return str(getattr(shown, "plain", shown))


async def click(pilot: Pilot[None], app: PlayApp, place: Hex) -> None:
    """Click a hex with the mouse."""
    board = app.query_one(BoardWidget)
    top, left = board.origin()
    line, column = middle(place)
    await pilot.click(BoardWidget, offset=(column - left, line - top))
    await pilot.pause()


def test_a_few_turns_by_keyboard() -> None:
    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await pilot.press("A", "enter")
        assert [step.text for step in app.game.steps] == ["wA1"]
        await pilot.press("Q", "right", "enter")
        assert [step.text for step in app.game.steps] == ["wA1", "bQ wA1-"]
        await pilot.press("G", "tab", "enter")
        assert len(app.game.steps) == 3

    run(script)


def test_a_few_turns_by_mouse() -> None:
    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await pilot.click("#mine", offset=(6, 2))  # the second line under the title
        await pilot.pause()
        assert app.game.clicks == ("hand:w:spider",)
        await click(pilot, app, Hex(0, 0))
        await pilot.press("Q")
        await click(pilot, app, Hex(0, -1))
        assert [step.text for step in app.game.steps] == ["wS1", "bQ \\wS1"]

    run(script)


def test_the_opponent_answers_while_the_screen_lives() -> None:
    puppet = Puppet("bA1 wA1-")
    puppet.go.clear()

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await pilot.press("A", "enter")
        assert "Puppet is thinking" in text_of(app, "message")
        before = app.query_one(BoardWidget).cursor
        await pilot.press("right", "A")  # the cursor moves; nothing can be picked up
        assert app.query_one(BoardWidget).cursor != before
        assert app.game.clicks == ()
        puppet.go.set()
        await until(pilot, lambda: len(app.game.steps) == 2)
        assert "Black places an ant" in text_of(app, "message")

    run(script, "Base", puppet)
    assert puppet.closed


def test_a_late_answer_after_taking_back_is_not_played() -> None:
    puppet = Puppet("bA1 wA1-", "bG1 wS1-")
    puppet.go.clear()

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await pilot.press("A", "enter", "u")
        assert app.game.steps == []
        assert puppet.stopped
        puppet.go.set()
        await pilot.pause(0.3)
        assert app.game.steps == []
        await pilot.press("S", "enter")
        await until(pilot, lambda: len(app.game.steps) == 2)
        assert [step.text for step in app.game.steps] == ["wS1", "bG1 wS1-"]

    run(script, "Base", puppet)


def test_an_opponent_that_talks_nonsense_is_told_and_nothing_is_lost() -> None:
    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await pilot.press("A", "enter")
        await until(pilot, lambda: "Puppet did not give a playable action" in text_of(app, "message"))
        await pilot.press("u")
        assert app.game.steps == []

    run(script, "Base", Puppet("bA1 -bQ"))


def test_an_opponent_that_breaks_is_told() -> None:
    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await pilot.press("A", "enter")
        await until(pilot, lambda: "Puppet did not give a playable action" in text_of(app, "message"))

    run(script, "Base", Puppet())


def test_the_machine_plays() -> None:
    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await pilot.press("A", "enter")
        await until(pilot, lambda: len(app.game.steps) == 2)

    run(script, "Base", EnginePlayer(1))


def test_refusals_are_shown_in_the_language_of_the_player() -> None:
    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await pilot.press("l")
        await click(pilot, app, Hex(0, 0))
        assert "sans elle la ruche" in text_of(app, "message")
        assert app.query_one("#message").has_class("refused")
        await pilot.press("escape")
        assert "prenez une pièce" in text_of(app, "message")

    run(script, "Base", None, "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-")


def test_a_face_is_chosen_by_its_digit() -> None:
    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await pilot.press("S")
        assert "1 Spider" in text_of(app, "choices")
        assert "2 Scorpion" in text_of(app, "choices")
        await pilot.press("2", "enter")
        assert [step.text for step in app.game.steps] == ["wO1"]

    run(script, "Venom")


def test_a_flip_is_a_choice() -> None:
    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await click(pilot, app, Hex(0, 0))
        assert "flip the piece" in text_of(app, "choices")
        await pilot.press("1")
        assert app.game.steps[-1].text == "wA1 =wY1"

    run(script, "Venom", None, "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-")


def test_swarm_from_the_choice_of_hands_to_the_bag() -> None:
    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await pilot.press("A", "A", "S")
        assert app.game.steps[0].text == "hand wA1 wA2 wS1"
        assert "hand\n" in text_of(app, "played")
        await pilot.press("A", "B", "G", "A", "enter")
        assert len(app.game.steps) == 3
        assert "hand wA1 wA2 wS1" in text_of(app, "played")

    run(script, "Base+Swarm")


def test_an_action_can_be_typed() -> None:
    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await pilot.press("colon", *"wA9", "enter")
        assert "wA9" in text_of(app, "message")
        app.query_one("#typed", Input).value = "wG1"
        await pilot.press("enter")
        assert [step.text for step in app.game.steps] == ["wG1"]
        await pilot.press("Q", "right", "enter")
        assert len(app.game.steps) == 2

    run(script)


@pytest.mark.parametrize("key", ["escape", "question_mark"])
def test_help_opens_and_closes(key: str) -> None:
    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await pilot.press("question_mark")
        assert isinstance(app.screen, Help)
        await pilot.press(key)
        assert not isinstance(app.screen, Help)

    run(script)


def test_the_hive_does_not_jump_while_it_fits() -> None:
    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        board = app.query_one(BoardWidget)
        before = board.origin()
        await pilot.press("A", "enter", "Q", "right", "enter")
        assert board.origin() == before
        await pilot.press(*["right"] * 20)
        assert board.origin() != before
        await pilot.press("c")
        line, column = middle(Hex(0, 0))
        top, left = board.origin()
        assert 0 < line - top < board.size.height
        assert 0 < column - left < board.size.width

    run(script)


def test_the_end_is_told() -> None:
    moves = [
        "wG1",
        "bQ wG1\\",
        "wQ -wG1",
        "bB1 bQ-",
        "wQ /wG1",
        "bS1 bQ\\",
        "wG2 -wG1",
        "bB1 bQ/",
        "wA1 /wG2",
        "bB2 bB1\\",
        "wG2 wQ\\",
    ]

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        assert "White wins" in text_of(app, "status")
        assert "a queen is surrounded" in text_of(app, "message")

    run(script, "Base+MLP", None, *moves)


def test_every_hex_is_found_under_the_mouse() -> None:
    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        board = app.query_one(BoardWidget)
        top, left = board.origin()
        for q in range(-3, 4):
            for r in range(-3, 4):
                line, column = middle(Hex(q, r))
                for dx, dy in ((0, 0), (-2, 0), (2, 0), (0, -1), (0, 1)):
                    assert board.hex_at(column - left + dx, line - top + dy) == Hex(q, r)

    run(script)


def test_help_is_written_in_both_languages() -> None:
    for language in words.LANGUAGES:
        lines = Text.from_markup(words.say("terminal.help", language)).plain.splitlines()
        assert max(map(len, lines)) <= 74
