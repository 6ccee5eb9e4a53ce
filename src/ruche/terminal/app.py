"""The screen of `ruche play`."""

from __future__ import annotations

import time
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from ruche import Colour, words
from ruche.play.clicks import hex_token
from ruche.terminal.board import Board
from ruche.terminal.game import TerminalGame, hexes_among
from ruche.terminal.panels import Panels
from ruche.terminal.players import Opponent


class Panel(Static):
    """Text whose parts can be clicked, in colours of their own."""

    auto_links = False


class Help(ModalScreen[None]):
    """How to play, and the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,enter,space,question_mark,f1,q", "dismiss", "")]

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language

    def compose(self) -> ComposeResult:
        """Lay out the text."""
        text = Text.from_markup(words.say("terminal.help", self.language))
        with VerticalScroll(id="help"):
            yield Static(text)

    def on_click(self) -> None:
        """A click puts it away."""
        self.dismiss()


class PlayApp(App[None]):
    """A game on the screen."""

    CSS = """
    #board { width: 1fr; height: 1fr; }
    #side { width: 34; border-left: solid $surface-lighten-2; padding: 0 1; }
    #theirs, #mine { height: auto; margin-bottom: 1; }
    #moves { height: 1fr; }
    #status { height: 1; background: $surface-lighten-1; padding: 0 1; }
    #choices { height: auto; min-height: 1; padding: 0 1; }
    #message { height: auto; min-height: 2; padding: 0 1; }
    #message.refused { color: $warning; }
    #typed { display: none; height: 1; border: none; padding: 0 1; }
    #typed.open { display: block; }
    #keys { height: 1; background: $surface-lighten-1; color: $text-muted; padding: 0 1; }
    #help { width: 80; max-width: 100%; max-height: 96%; height: auto; border: round $accent; padding: 0 1;
            background: $surface; }
    Help { align: center middle; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "walk('left')", show=False),
        Binding("right", "walk('right')", show=False),
        Binding("up", "walk('up')", show=False),
        Binding("down", "walk('down')", show=False),
        Binding("tab", "leap(1)", show=False, priority=True),
        Binding("shift+tab", "leap(-1)", show=False, priority=True),
        Binding("enter,space", "click", show=False),
        Binding("escape", "cancel", show=False),
        Binding("u,ctrl+z", "undo", show=False),
        Binding("c", "centre", show=False),
        Binding("l", "language", show=False),
        Binding("colon,slash", "type", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("q,ctrl+q", "quit", show=False),
        *[Binding(str(i), f"choose({i - 1})", show=False) for i in range(1, 10)],
    ]

    def __init__(self, game: TerminalGame, opponents: dict[Colour, Opponent], language: str = "en") -> None:
        super().__init__()
        self.game = game
        self.opponents = opponents
        self.language = language
        self.refused = ""
        self.began: float | None = None  # when the opponent began to think
        self.asked = 0  # numbers the questions to opponents: an answer to an old one is not used

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Static(id="status")
        with Horizontal():
            yield Board()
            with Vertical(id="side"):
                yield Panel(id="theirs")
                yield Panel(id="mine")
                with VerticalScroll(id="moves", can_focus=False):
                    yield Static(id="played")
        yield Panel(id="choices")
        yield Static(id="message")
        yield Input(id="typed", compact=True)
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Begin."""
        self.board.focus()
        self.set_interval(0.25, self.tick)
        self.draw()
        self.ask()

    @property
    def board(self) -> Board:
        """The hive."""
        return self.query_one(Board)

    @property
    def panels(self) -> Panels:
        """What stands around the hive."""
        names = {colour: opponent.name(self.language) for colour, opponent in self.opponents.items()}
        return Panels(self.game, names, self.language)

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show everything as it is."""
        game, panels = self.game, self.panels
        picked = next(iter(hexes_among(game.clicks[:1])), None)
        self.board.show(game.shown(), game.targets(), picked)
        for name, text in (
            ("#status", panels.headline()),
            ("#theirs", panels.hand(game.viewer.other)),
            ("#mine", panels.hand(game.viewer)),
            ("#played", panels.moves()),
            ("#choices", panels.choices()),
            ("#message", Text(self.refused or self.prompt())),
            ("#keys", Text(panels.say("keys"))),
        ):
            self.query_one(name, Static).update(text)
        self.query_one("#moves", VerticalScroll).scroll_end(animate=False)
        self.query_one("#message", Static).set_class(bool(self.refused), "refused")

    def prompt(self) -> str:
        """Say what is expected, and how long the opponent has been thinking."""
        return self.panels.prompt(int(time.monotonic() - self.began) if self.began else 0)

    # -- what the player does ----------------------------------------------------------------------

    def action_press(self, token: str) -> None:
        """Click on something."""
        if not self.game.is_mine:
            self.draw()
            return
        played = len(self.game.steps)
        self.refused = self.game.press(token, self.language) or ""
        self.after(played)

    def after(self, played: int) -> None:
        """Show what a click has changed, and let the opponent know."""
        self.draw()
        if len(self.game.steps) != played:
            self.ask()

    def on_board_clicked(self, event: Board.Clicked) -> None:
        """A hex is a token."""
        self.board.focus()
        self.action_press(hex_token(event.place))

    def action_click(self) -> None:
        """Click with the cursor."""
        self.action_press(hex_token(self.board.cursor))

    def action_choose(self, number: int) -> None:
        """Take a choice by its digit."""
        offered = self.panels.offered()
        if number < len(offered):
            self.action_press(offered[number])

    def action_walk(self, way: str) -> None:
        """Move the cursor."""
        self.board.walk(way)

    def action_leap(self, step: int) -> None:
        """Move the cursor to the next place that is lit, or piece that may be picked up."""
        places = self.board.lit
        if not places and self.game.is_mine:
            first = hexes_among(self.game.first_tokens())
            places = sorted(first, key=lambda place: (place.r, place.q))
        self.board.leap(places, step)

    def action_cancel(self) -> None:
        """Put down what was picked up; close the line for typing."""
        self.game.cancel_clicks()
        self.refused = ""
        typed = self.query_one("#typed", Input)
        typed.remove_class("open")
        self.board.focus()
        self.draw()

    def action_undo(self) -> None:
        """Take back."""
        for opponent in self.opponents.values():
            opponent.stop()
        self.asked += 1
        self.began = None
        self.refused = "" if self.game.undo() else self.panels.say("nothing_to_undo")
        self.draw()
        self.ask()

    def action_centre(self) -> None:
        """Look at the middle of the hive."""
        self.board.centre()

    def action_language(self) -> None:
        """Speak the next language."""
        languages = words.LANGUAGES
        self.language = languages[(languages.index(self.language) + 1) % len(languages)]
        self.refused = ""
        self.draw()

    def action_type(self) -> None:
        """Open the line for typing an action."""
        typed = self.query_one("#typed", Input)
        typed.placeholder = self.panels.say("type_here")
        typed.add_class("open")
        typed.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Play what was typed."""
        if not event.value.strip():
            self.action_cancel()
            return
        if self.game.is_mine:
            played = len(self.game.steps)
            self.refused = self.game.type(event.value.strip(), self.language) or ""
            if not self.refused:
                event.input.value = ""
                event.input.remove_class("open")
                self.board.focus()
            self.after(played)

    def action_help(self) -> None:
        """Show the help."""
        self.push_screen(Help(self.language))

    def key_for_hand(self, letter: str) -> None:
        """Pick a piece of the hand up by its letter; the same letter again takes the other colour (S3)."""
        game = self.game
        entries = [entry for entry in game.entries(game.viewer) if entry.piece.bug.letter == letter]
        if not entries or not game.is_mine:
            return
        held = [entry.token for entry in entries]
        here = held.index(game.clicks[0]) if game.clicks and game.clicks[0] in held else -1
        again = here >= 0 and len(held) > 1 and not game.is_choosing
        self.action_press(held[(here + 1) % len(held)] if again else held[0])

    def on_key(self, event: object) -> None:
        """Capital letters are the pieces in the hand."""
        character = getattr(event, "character", None)
        if character and character.isupper() and not self.query_one("#typed", Input).has_focus:
            self.key_for_hand(character)

    # -- the opponent ------------------------------------------------------------------------------

    def ask(self) -> None:
        """Let the opponent think, if it is to move."""
        position = self.game.position
        self.began = None
        if position.outcome is None and not self.game.is_mine:
            self.asked += 1
            self.began = time.monotonic()
            self.draw()
            self.think(self.asked, self.opponents[position.colour])

    @work(thread=True, exit_on_error=False)
    def think(self, asked: int, opponent: Opponent) -> None:
        """Ask the opponent, in a thread: the screen stays alive."""
        try:
            answer = opponent.choose(self.game.position.copy())
        except Exception as error:  # whatever an engine of others does, the game stays
            self.call_from_thread(self.failed, asked, opponent, str(error))
            return
        self.call_from_thread(self.answer, asked, opponent, answer)

    def answer(self, asked: int, opponent: Opponent, text: str) -> None:
        """Play what the opponent said, unless it was asked something else meanwhile."""
        if asked != self.asked:
            return
        why = self.game.type(text, self.language)
        if why is not None:
            self.failed(asked, opponent, f"{text}: {why}")
            return
        self.refused = ""
        self.after(-1)

    def failed(self, asked: int, opponent: Opponent, why: str) -> None:
        """Say that an opponent gave no action that can be played."""
        if asked == self.asked:
            self.began = None
            self.refused = self.panels.say("failed", name=opponent.name(self.language), why=why)
            self.draw()

    def tick(self) -> None:
        """Show how long the opponent has been thinking."""
        if self.began is not None:
            self.query_one("#message", Static).update(Text(self.prompt()))

    def on_unmount(self) -> None:
        """Stop all thinking."""
        self.asked += 1
        for opponent in self.opponents.values():
            opponent.close()
