"""What stands around the hive on the screen: whose turn it is, the hands, what was played, the choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rich.style import Style
from rich.text import Text

from ruche import Colour, words
from ruche.render.scene import Tile, scene
from ruche.render.terminal import colours
from ruche.render.wording import status
from ruche.terminal.board import rich_style
from ruche.terminal.face_choice import FaceChoice
from ruche.terminal.game import HandEntry, TerminalGame

SIDES = ("white", "black")
NO_BREAK = "\u00a0"  # keeps a face on one line


@dataclass(frozen=True)
class Panels:
    """Writes the panels of a game, in a language; `opponents` are the names of who does not sit here."""

    game: TerminalGame
    opponents: Mapping[Colour, str]
    language: str

    def say(self, key: str, **values: object) -> str:
        return words.say(f"terminal.{key}", self.language, **values)

    def headline(self) -> Text:
        """Say what is played and whose turn it is, or how it ended."""
        position = self.game.shown()
        text = Text(status(scene(position), self.language), style="bold", no_wrap=True, overflow="ellipsis")
        return text.append(f" · {position.game_type}", style="not bold dim")

    def prompt(self, seconds: int) -> str:
        """Say what is expected, or what the opponent has done, or for how long it has been thinking."""
        game = self.game
        position = game.position
        if position.outcome is not None:
            return self.say(f"over.{position.outcome.why}")
        if not game.is_mine:
            return self.say("thinking", name=self.opponents[position.colour], seconds=seconds)
        if game.faces is not None:
            return self.say("choose_faces")
        if game.is_choosing:
            return self.say("choose_hand", n=len(game.hands[0].chosen) - len(game.clicks))
        if game.clicks:
            return self.say("pick_choice" if game.choices() and not game.targets() else "pick_target")
        last = game.steps[-1] if game.steps else None
        if last is not None and last.colour not in game.people and game.hidden_choice is None:
            return f"{last.sentence.say(self.language)} ({last.text}). {self.say('your_turn')}"
        return self.say("your_turn" if len(game.people) == 1 else f"turn_of.{SIDES[position.colour]}")

    def moves(self) -> Text:
        text = Text()
        for step in self.game.visible_steps():
            text.append(f"{step.turn:>9} ", style="dim").append(f"{step.text}\n")
        return text

    # -- hands -------------------------------------------------------------------------------------

    def hand(self, colour: Colour) -> Text:
        """Draw a hand: in full, to be picked from, for the player to move, else in one line."""
        game = self.game
        text = Text(self.say(f"hand.{SIDES[colour]}"), style="bold")
        if colour in self.opponents:
            text.append(f" · {self.opponents[colour]}", style="not bold dim")
        if game.hidden_choice == colour:
            return text.append("\n ?", style="not bold")
        entries = game.entries(colour)
        if not entries:
            return text.append("\n" + self.say("hand.empty"), style="not bold dim")
        if not game.is_mine or game.position.colour != colour:
            text.append("\n")
            for entry in entries:
                text.append_text(chip(entry, entry.count)).append(" ")
            return text
        allowed = {*game.next_tokens(), *game.first_tokens()}
        for entry in entries:
            text.append("\n").append_text(self.entry(entry, is_allowed=entry.token in allowed))
        return text

    def entry(self, entry: HandEntry, *, is_allowed: bool) -> Text:
        """Write a kind of piece with its name; it can be clicked."""
        if self.game.faces is not None:
            return self.faces_entry(entry, self.game.faces)
        picked = self.game.clicks.count(entry.token)
        left = entry.count - (picked if self.game.is_choosing else 0)
        name = words.say(f"bug.{entry.piece.bug.name}", self.language)
        text = Text("> " if picked else "  ", style="bold").append_text(chip(entry)).append(" ")
        text.append(name + (f" ×{left}" if left != 1 else ""), style="bold" if is_allowed else "not bold dim")
        text.stylize(Style(meta={"@click": f"app.press('{entry.token}')"}))
        return text

    def faces_entry(self, entry: HandEntry, faces: FaceChoice) -> Text:
        """Write a kind with its two faces and how many pieces show each; a click turns one more over."""
        turned = faces.turned[entry.token]
        first, second = entry.piece, faces.kinds[entry.token][0]
        text = Text()
        for piece, count in ((first, entry.count - turned), (second, turned)):
            name = words.say(f"bug.{piece.bug.name}", self.language).replace(" ", NO_BREAK)
            text.append(" ").append_text(chip(replace(entry, piece=piece)))
            text.append(f"×{count}{NO_BREAK}{name}", style="bold" if count else "not bold dim")
        text.stylize(Style(meta={"@click": f"app.press('{entry.token}')"}))
        return text

    # -- choices -----------------------------------------------------------------------------------

    def offered(self) -> list[str]:
        """Return the tokens that are neither on the board nor in a hand, in the order of their digits."""
        return self.game.choices() if self.game.is_mine else []

    def choices(self) -> Text:
        """List what may be done beside clicking pieces and hexes, each with a digit."""
        text = Text()
        for i, token in enumerate(self.offered()):
            click = Style(meta={"@click": f"app.choose({i})"}, bgcolor="grey23")
            text.append_text(Text(f" {i + 1} {self.name_of(token)} ", style=click)).append("  ")
        return text

    def name_of(self, token: str) -> str:
        kind, _, what = token.partition(":")
        if kind == "face":
            return words.say(f"bug.{what}", self.language)
        what, _, piece = what.partition(":")
        return self.say(f"do.{what}", piece=piece)


def chip(entry: HandEntry, count: int = 1) -> Text:
    """Write a kind of piece as its letters, as a tile is coloured."""
    piece = entry.piece
    tile = Tile(int(piece.colour or 0), piece.bug.name, piece.name)
    text = Text(f"{tile.name[0]}{piece.bug.letter}", style=rich_style(colours(tile)))
    return text.append(f"×{count}" if count > 1 else "", style="not bold")
