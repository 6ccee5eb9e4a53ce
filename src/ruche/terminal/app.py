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
from ruche.engine import Limit, StopFlag
from ruche.play.clicks import hex_token
from ruche.players.player import Player
from ruche.terminal.board import BoardWidget
from ruche.terminal.game import TerminalGame, hexes_among
from ruche.terminal.panels import Panels

DEFAULT_LIMIT = Limit(seconds=2.0)


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
        text = Text.from_markup(words.say("terminal.help", self.language))
        with VerticalScroll(id="help"):
            yield Static(text)

    def on_click(self) -> None:
        self.dismiss()


class PlayApp(App[None]):
    """A game on the screen."""

    CSS = """
    #board { width: 1fr; height: 1fr; }
    #side { width: 36; border-left: solid $surface-lighten-2; padding: 0 1; }
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
        Binding("left", "move_cursor('left')", show=False),
        Binding("right", "move_cursor('right')", show=False),
        Binding("up", "move_cursor('up')", show=False),
        Binding("down", "move_cursor('down')", show=False),
        Binding("tab", "next(1)", show=False, priority=True),
        Binding("shift+tab", "next(-1)", show=False, priority=True),
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

    def __init__(
        self,
        game: TerminalGame,
        opponents: dict[Colour, Player],
        language: str = "en",
        limit: Limit = DEFAULT_LIMIT,
    ) -> None:
        super().__init__()
        self.game = game
        self.opponents = opponents
        self.limit = limit  # of the opponents' thinking
        self.stop_thinking = StopFlag()
        self.language = language
        self.refused = ""
        self.thinking_since: float | None = None  # the time when the opponent was asked
        self.request = 0  # numbers the requests to opponents: an answer to an old one is not used

    def compose(self) -> ComposeResult:
        yield Static(id="status")
        with Horizontal():
            yield BoardWidget()
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
        """Show the game, and let the opponent begin if it is its turn."""
        self.board.focus()
        self.set_interval(0.25, self.tick)
        self.draw()
        self.ask_opponent()

    @property
    def board(self) -> BoardWidget:
        return self.query_one(BoardWidget)

    @property
    def panels(self) -> Panels:
        names = {colour: opponent.name(self.language) for colour, opponent in self.opponents.items()}
        return Panels(self.game, names, self.language)

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self) -> None:
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
        return self.panels.prompt(int(time.monotonic() - self.thinking_since) if self.thinking_since else 0)

    # -- what the player does ----------------------------------------------------------------------

    def action_press(self, token: str) -> None:
        if not self.game.is_mine:
            self.draw()
            return
        played = len(self.game.steps)
        self.refused = self.game.press(token, self.language) or ""
        self.show_change(played)

    def show_change(self, played: int) -> None:
        """Draw again; if the number of steps is another one than before, it may be the opponent's turn."""
        self.draw()
        if len(self.game.steps) != played:
            self.ask_opponent()

    def on_board_widget_clicked(self, event: BoardWidget.Clicked) -> None:
        self.board.focus()
        self.action_press(hex_token(event.place))

    def action_click(self) -> None:
        self.action_press(hex_token(self.board.cursor))

    def action_choose(self, number: int) -> None:
        """Take a choice by its digit."""
        offered = self.panels.offered()
        if number < len(offered):
            self.action_press(offered[number])

    def action_move_cursor(self, way: str) -> None:
        self.board.move_cursor(way)

    def action_next(self, step: int) -> None:
        """Move the cursor to the next target, or to the next piece that may be picked up."""
        places = self.board.targets
        if not places and self.game.is_mine:
            first = hexes_among(self.game.first_tokens())
            places = sorted(first, key=lambda place: (place.r, place.q))
        self.board.move_to_next(places, step)

    def action_cancel(self) -> None:
        """Put down what was picked up; close the line for typing."""
        self.game.cancel_clicks()
        self.refused = ""
        typed = self.query_one("#typed", Input)
        typed.remove_class("open")
        self.board.focus()
        self.draw()

    def action_undo(self) -> None:
        """Take back to the last turn of somebody here, and stop the opponent."""
        self.stop_thinking.set()
        self.request += 1
        self.thinking_since = None
        self.refused = "" if self.game.undo() else self.panels.say("nothing_to_undo")
        self.draw()
        self.ask_opponent()

    def action_centre(self) -> None:
        self.board.centre()

    def action_language(self) -> None:
        languages = words.LANGUAGES
        self.language = languages[(languages.index(self.language) + 1) % len(languages)]
        self.refused = ""
        self.draw()

    def action_type(self) -> None:
        typed = self.query_one("#typed", Input)
        typed.placeholder = self.panels.say("type_here")
        typed.add_class("open")
        typed.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
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
            self.show_change(played)

    def action_help(self) -> None:
        self.push_screen(Help(self.language))

    def pick_from_hand(self, letter: str) -> None:
        """Pick up a piece of the hand by its letter; the same letter again takes the other colour (S3)."""
        game = self.game
        entries = [entry for entry in game.entries(game.viewer) if entry.piece.bug.letter == letter]
        if not entries or not game.is_mine:
            return
        held = [entry.token for entry in entries]
        here = held.index(game.clicks[0]) if game.clicks and game.clicks[0] in held else -1
        again = here >= 0 and len(held) > 1 and not game.is_choosing
        self.action_press(held[(here + 1) % len(held)] if again else held[0])

    def on_key(self, event: object) -> None:
        """Pick up a piece of the hand by a capital letter."""
        character = getattr(event, "character", None)
        if character and character.isupper() and not self.query_one("#typed", Input).has_focus:
            self.pick_from_hand(character)

    # -- the opponent ------------------------------------------------------------------------------

    def ask_opponent(self) -> None:
        """Let the opponent think, if it is to move."""
        position = self.game.position
        self.thinking_since = None
        if position.outcome is None and not self.game.is_mine:
            self.request += 1
            self.thinking_since = time.monotonic()
            self.stop_thinking = StopFlag()
            self.draw()
            self.think(self.request, self.opponents[position.colour], self.stop_thinking)

    @work(thread=True, exit_on_error=False)
    def think(self, request: int, opponent: Player, stop: StopFlag) -> None:
        """Ask the opponent in a thread, so that the screen stays responsive."""
        try:
            answer = str(opponent.choose(self.game.position.copy(), self.limit, stop))
        except Exception as error:  # another program may fail in any way; the game goes on
            self.call_from_thread(self.report_failure, request, opponent, str(error))
            return
        self.call_from_thread(self.play_answer, request, opponent, answer)

    def play_answer(self, request: int, opponent: Player, text: str) -> None:
        """Play the opponent's action, unless another request was made meanwhile."""
        if request != self.request:
            return
        why = self.game.type(text, self.language)
        if why is not None:
            self.report_failure(request, opponent, f"{text}: {why}")
            return
        self.refused = ""
        self.show_change(-1)

    def report_failure(self, request: int, opponent: Player, why: str) -> None:
        """Say that an opponent gave no action that can be played."""
        if request == self.request:
            self.thinking_since = None
            self.refused = self.panels.say("failed", name=opponent.name(self.language), why=why)
            self.draw()

    def tick(self) -> None:
        if self.thinking_since is not None:
            self.query_one("#message", Static).update(Text(self.prompt()))

    def on_unmount(self) -> None:
        """Stop all thinking."""
        self.request += 1
        self.stop_thinking.set()
        for opponent in self.opponents.values():
            opponent.close()
