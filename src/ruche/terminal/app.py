"""The screen of `ruche play`."""

from __future__ import annotations

import time
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from ruche import Colour, words
from ruche.play.clicks import hex_token
from ruche.render.scene import Tile, scene
from ruche.render.terminal import colours
from ruche.render.wording import status
from ruche.terminal.board import Board, rich_style
from ruche.terminal.game import HandEntry, TerminalGame, hexes_among
from ruche.terminal.players import Opponent

NAMES = ("white", "black")


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

    def say(self, key: str, **values: object) -> str:
        """Return a sentence of this screen."""
        return words.say(f"terminal.{key}", self.language, **values)

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show everything as it is."""
        game = self.game
        shown = game.shown()
        picked = next(iter(hexes_among(game.clicks[:1])), None)
        self.board.show(shown, game.targets(), picked)
        me = game.viewer
        self.query_one("#theirs", Static).update(self.hand(me.other))
        self.query_one("#mine", Static).update(self.hand(me))
        self.query_one("#played", Static).update(self.moves())
        self.query_one("#moves", VerticalScroll).scroll_end(animate=False)
        self.query_one("#status", Static).update(self.headline())
        self.query_one("#choices", Static).update(self.choices())
        message = self.query_one("#message", Static)
        message.set_class(bool(self.refused), "refused")
        message.update(Text(self.refused or self.prompt()))
        self.query_one("#keys", Static).update(Text(self.say("keys")))

    def headline(self) -> Text:
        """Say what is played and whose turn it is, or how it ended."""
        position = self.game.shown()
        text = Text(status(scene(position), self.language), style="bold", no_wrap=True, overflow="ellipsis")
        return text.append(f" · {position.game_type}", style="not bold dim")

    def prompt(self) -> str:
        """Say what is expected, or what the opponent has done."""
        game = self.game
        position = game.position
        if position.outcome is not None:
            return self.say(f"over.{position.outcome.why}")
        if not game.is_mine:
            seconds = int(time.monotonic() - self.began) if self.began else 0
            name = self.opponents[position.colour].name(self.language)
            return self.say("thinking", name=name, seconds=seconds)
        if game.is_choosing:
            left = len(game.hands[0].chosen) - len(game.clicks)
            return self.say("choose_hand", n=left)
        if game.clicks:
            return self.say("pick_choice" if game.choices() and not game.targets() else "pick_target")
        last = game.steps[-1] if game.steps else None
        if last is not None and last.colour not in game.people and not self.is_secret():
            return f"{last.sentence.say(self.language)} ({last.text}). {self.say('your_turn')}"
        return self.say("your_turn" if len(game.people) == 1 else f"turn_of.{NAMES[position.colour]}")

    def is_secret(self) -> bool:
        """Tell whether the last action may not be seen by who looks (S1)."""
        return self.game.shown().hidden_hand is not None

    def hand(self, colour: Colour) -> Text:
        """Draw a hand: what may be picked up is a link."""
        game = self.game
        mine = game.is_mine and game.position.colour == colour
        text = Text(self.say(f"hand.{NAMES[colour]}"), style="bold")
        if colour in self.opponents:
            text.append(f" · {self.opponents[colour].name(self.language)}", style="not bold dim")
        if game.shown().hidden_hand == colour:
            return text.append("\n ?", style="not bold")
        entries = game.entries(colour)
        if not entries:
            return text.append("\n" + self.say("hand.empty"), style="not bold dim")
        may = {*game.next_tokens(), *game.first_tokens()} if mine else set()
        for entry in entries:
            text.append("\n")
            text.append_text(self.entry(entry, entry.token in may, game.clicks.count(entry.token)))
        if not mine:  # smaller: nobody picks anything here
            text = Text(text.plain.split("\n")[0], style="bold")
            text.append("\n")
            for entry in entries:
                text.append_text(self.chip(entry)).append(" ")
        return text

    def chip(self, entry: HandEntry) -> Text:
        """Write a kind of piece as its letters."""
        tile = tile_of(entry)
        times = f"×{entry.count}" if entry.count > 1 else ""
        name = f"{tile.name[0]}{entry.piece.bug.letter}"
        return Text(name, style=rich_style(colours(tile))).append(times, style="not bold")

    def entry(self, entry: HandEntry, may: bool, picked: int) -> Text:
        """Write a kind of piece with its name; it can be clicked."""
        click = Style(meta={"@click": f"app.press('{entry.token}')"})
        name = words.say(f"bug.{entry.piece.bug.name}", self.language)
        text = Text("> " if picked else "  ", style="bold")
        text.append_text(self.chip(HandEntry(entry.token, entry.piece, 1))).append(" ")
        left = entry.count - (picked if self.game.is_choosing else 0)
        text.append(name + (f" ×{left}" if left != 1 else ""), style="bold" if may else "not bold dim")
        text.stylize(click)
        return text

    def moves(self) -> Text:
        """List what was played."""
        text = Text()
        for i, step in enumerate(self.game.steps):
            shown = "hand ?" if i == 0 and self.is_secret() else step.text
            text.append(f"{step.turn:>9} ", style="dim").append(f"{shown}\n")
        return text

    def choices(self) -> Text:
        """List what may be done beside clicking pieces and hexes, each with a digit."""
        text = Text()
        for i, token in enumerate(self.offered()):
            click = Style(meta={"@click": f"app.choose({i})"}, bgcolor="grey23")
            text.append_text(Text(f" {i + 1} {self.name_of(token)} ", style=click)).append("  ")
        return text

    def offered(self) -> list[str]:
        """Return the choices, in the order of their digits."""
        return self.game.choices() if self.game.is_mine else []

    def name_of(self, token: str) -> str:
        """Return what a choice is called."""
        kind, _, what = token.partition(":")
        if kind == "face":
            return words.say(f"bug.{what}", self.language)
        deed, _, piece = what.partition(":")
        return self.say(f"do.{deed}", piece=piece)

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
        offered = self.offered()
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
        self.refused = "" if self.game.undo() else self.say("nothing_to_undo")
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
        typed.placeholder = self.say("type_here")
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
            self.refused = self.say("failed", name=opponent.name(self.language), why=why)
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


def tile_of(entry: HandEntry) -> Tile:
    """Return a piece as it is drawn."""
    piece = entry.piece
    return Tile(int(piece.colour or 0), piece.bug.name, piece.name)
