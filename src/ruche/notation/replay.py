"""Replaying what a record says, action by action, with the liberties that other programs take."""

from __future__ import annotations

import re
from functools import lru_cache

from ruche.notation.errors import RecordError, Remark
from ruche.notation.game import Game, Node
from ruche.rules.action import Action
from ruche.rules.errors import IllegalAction, NotationError
from ruche.rules.facts.colours import Colour
from ruche.rules.facts.game_type import GameType
from ruche.rules.outcome import Outcome
from ruche.rules.position import Position

NAME = re.compile(r"[wb][A-Za-z][0-9]?")
WINNERS = {"WhiteWins": Colour.WHITE, "BlackWins": Colour.BLACK, "Draw": None}


@lru_cache(maxsize=64)
def game_type_of(name: str, **options: str) -> GameType:
    """Return a game type; a file of many games makes each only once."""
    return GameType(name, **options)


class Renumbering:
    """Renumbers pieces of a kind that enter out of order (T7): the first to enter is number 1."""

    def __init__(self, game_type: GameType) -> None:
        self.game_type = game_type
        self.known = {name.lower(): piece for name, piece in game_type.by_name.items()}
        self.known |= {f"{name}1": piece for name, piece in self.known.items() if not name[-1].isdigit()}
        self.actual: dict[int, int] = {}  # written piece: entered piece
        self.changed: set[int] = set()  # the written pieces that bear another number here

    def find(self, name: str) -> tuple[int, int] | None:
        """Return the piece and the face of a written name."""
        return self.game_type.by_name.get(name) or self.known.get(name.lower())

    def enter(self, written: int) -> bool:
        """Note that a written piece is used; tell whether it is new, and so enters."""
        if written in self.actual:
            return False
        piece = self.game_type.pieces[written]
        taken = set(self.actual.values())
        for other in self.game_type.pieces:
            if other.colour == piece.colour and other.bug is piece.bug and other.id not in taken:
                self.actual[written] = other.id
                if other.id != written:
                    self.changed.add(written)
                break
        return True

    def forget(self, written: int) -> None:
        """Take an entry back."""
        del self.actual[written]
        self.changed.discard(written)

    def translate(self, text: str) -> str:
        """Return a text with the numbers that the pieces bear here."""
        if not self.changed:
            return text
        return NAME.sub(self._rename, text)

    def _rename(self, match: re.Match[str]) -> str:
        found = self.find(match[0])
        if found is None or found[0] not in self.actual:
            return match[0]
        return self.game_type.faces[self.actual[found[0]]][found[1]].name

    def remark(self) -> Remark | None:
        """Say which pieces were renumbered."""
        pairs = [
            f"{self.game_type.pieces[i]} = {self.game_type.pieces[self.actual[i]]}"
            for i in sorted(self.changed)
        ]
        return Remark("renumbered", {"pieces": ", ".join(pairs)}) if pairs else None


class Replay:
    """Adds the actions of a record to a game, checking each."""

    def __init__(self, game: Game, *, add_passes: bool = True, source: str = "") -> None:
        self.game = game
        self.position: Position = game.start
        self.node: Node = game.root
        self.add_passes = add_passes  # some programs do not write a forced pass
        self.source = source  # what an error quotes
        self.renumbering: Renumbering | None = None
        if not (
            game.game_type.has_bag or game.game_type.faces_fixed
        ):  # N: there numbers need not enter in order
            self.renumbering = Renumbering(game.game_type)
        if self.renumbering is not None and game.is_set_up:
            for stack in self.position.stacks.values():
                self.renumbering.actual.update((piece.id, piece.id) for piece in stack)
        self.entered: list[int | None] = []  # by ply, which written piece was new
        self.branches: list[tuple[Node, int | None]] = []  # where a variation began, and what entered there
        self.passes = 0
        self.renumbered: Remark | None = None

    def play(self, text: str) -> Node:
        """Play an action as a record writes it; raise `RecordError` if it is impossible."""
        written = None
        tidy = text
        if self.renumbering is not None:
            found = self.renumbering.find(text.split(None, 1)[0]) if text.strip() else None
            if found is not None and self.renumbering.enter(found[0]):
                written = found[0]
            tidy = self.renumbering.translate(text)
        self.position.resume()
        try:
            action = self.position.play(tidy)
        except (IllegalAction, NotationError) as error:
            if self.add_pass(error):
                action = self.attempt(tidy, text, written)
            else:
                raise self.blame(text, written, error) from error
        return self.added(action, written)

    def attempt(self, tidy: str, text: str, written: int | None) -> Action:
        """Play an action once more, after a pass was added."""
        try:
            return self.position.play(tidy)
        except (IllegalAction, NotationError) as error:
            raise self.blame(text, written, error) from error

    def blame(self, text: str, written: int | None, error: IllegalAction | NotationError) -> RecordError:
        """Return the error for an action that cannot be played, and forget that it was tried."""
        if written is not None and self.renumbering is not None:
            self.renumbering.forget(written)
        key = "illegal" if isinstance(error, IllegalAction) else "unreadable"
        number = len(self.entered) + 1
        return RecordError(key, action=text, number=number, cause=error, source=self.source)

    def add_pass(self, error: Exception) -> bool:
        """Pass if nothing else can be done, for a record that left it out (T6)."""
        if not self.add_passes or not isinstance(error, IllegalAction):
            return False
        if [action.kind for action in self.position.legal_actions()] != ["pass"]:
            return False
        self.added(self.position.play("pass"), None)
        self.passes += 1
        return True

    def added(self, action: Action, written: int | None) -> Node:
        """Note an action that was played."""
        node = self.node = self.game.add(action, after=self.node)
        self.entered.append(written)
        if written is not None and self.renumbering is not None and written in self.renumbering.changed:
            self.renumbered = self.renumbering.remark()
        return node

    # -- variations --------------------------------------------------------------------------------

    def begin_variation(self) -> None:
        """Go back before the last action."""
        if self.node.parent is None:
            raise RecordError("variation", source=self.source)
        self.branches.append((self.node, self.entered[-1]))
        self.back()

    def back(self) -> None:
        """Take the last action back."""
        assert self.node.parent is not None
        self.position.undo()
        self.node = self.node.parent
        written = self.entered.pop()
        if written is not None and self.renumbering is not None:
            self.renumbering.forget(written)

    def end_variation(self) -> None:
        """Go on where the variation began."""
        if not self.branches:
            raise RecordError("variation", source=self.source)
        node, written = self.branches.pop()
        while self.node is not node.parent:
            self.back()
        assert node.action is not None
        if written is not None and self.renumbering is not None:
            self.renumbering.enter(written)
        self.position.resume()
        self.position.play(node.action)
        self.node = node
        self.entered.append(written)

    # -- the end -----------------------------------------------------------------------------------

    def finish(self, result: str | None, why: str | None) -> None:
        """Say how the game ended: as the board shows, else as the record says."""
        game, end = self.game, self.position.outcome
        game.remarks += [self.renumbered] if self.renumbered else []
        if self.passes:
            game.remarks.append(Remark("passes", {"count": self.passes}))
        recorded = _outcome(result, why)
        if end is not None and (recorded is None or end.why != "repetition" or recorded.winner == end.winner):
            game.outcome = end
            if recorded is not None and recorded.winner != end.winner:
                game.remarks.append(Remark("result", {"recorded": recorded.state, "played": end.state}))
        else:
            game.outcome = recorded


def _outcome(result: str | None, why: str | None) -> Outcome | None:
    """Return the end that a record tells of, if any; a draw without a reason was agreed on."""
    if result not in WINNERS:
        return None
    winner = WINNERS[result]
    if winner is None:
        return Outcome(None, why if why in ("repetition", "both") else "agreement")
    return Outcome(winner, why if why in ("resignation", "time", "surrounded", "removed") else "unknown")
