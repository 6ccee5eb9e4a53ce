"""A game on one table: what was clicked so far, what may be clicked next, and why not something else.

Nothing here knows of a screen. A click is a token, as the page has them: `hand:w:ant`, `hex:1,-1`,
`face:fly`, `do:flip`; every legal action is spelled by a row of them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ruche import Action, Colour, Hex, IllegalAction, NotationError, Piece, Position
from ruche.server.clicks import spell
from ruche.server.course import Course, Step
from ruche.server.why import why_not_clicks
from ruche.server.wire.messages import SpelledAction


@dataclass(frozen=True)
class Entry:
    """Pieces of a hand that are alike."""

    token: str
    piece: Piece
    count: int


class Table:
    """A game being played, by one click after another."""

    def __init__(self, position: Position, people: frozenset[Colour] = frozenset(Colour)) -> None:
        self.course = Course(position)
        self.people = people  # the colours that are played at this table
        self.clicks: list[str] = []
        self.spelled: list[SpelledAction] = []
        self.hands: list[Action] = []  # what may be chosen as Swarm's hand
        self.refresh()

    @property
    def position(self) -> Position:
        """The position as it is."""
        return self.course.position

    @property
    def steps(self) -> list[Step]:
        """What was played, in notation and in words."""
        return self.course.steps

    @property
    def is_choosing(self) -> bool:
        """Whether a Swarm hand is to be chosen (S1)."""
        return bool(self.hands)

    @property
    def is_mine(self) -> bool:
        """Whether somebody at this table is to move."""
        return self.position.outcome is None and self.position.colour in self.people

    @property
    def viewer(self) -> Colour:
        """Who looks at the table: the only person, or of two the one to move."""
        return next(iter(self.people)) if len(self.people) == 1 else self.position.colour

    def shown(self) -> Position:
        """Return the position without what the viewer may not see (S1)."""
        return self.position.seen_by(self.viewer)

    def refresh(self) -> None:
        """Begin a new action."""
        self.clicks.clear()
        self.spelled, self.hands = [], []
        if self.position.outcome is None:
            self.hands = [action for action in self.position.legal_actions() if action.kind == "hand"]
            self.spelled = [] if self.hands else spell(self.position)

    # -- clicks ------------------------------------------------------------------------------------

    def next_tokens(self) -> list[str]:
        """Return what may be clicked next, each once."""
        if self.hands:
            return [entry.token for entry in self.entries(self.position.colour) if self._may_pick(entry)]
        n = len(self.clicks)
        return list(
            dict.fromkeys(
                action.clicks[n]
                for action in self.spelled
                if action.clicks[:n] == self.clicks and len(action.clicks) > n
            )
        )

    def first_tokens(self) -> set[str]:
        """Return what an action may begin with."""
        return {action.clicks[0] for action in self.spelled}

    def targets(self) -> list[Hex]:
        """Return the hexes that may be clicked next, once something is picked up."""
        return (
            [hex_of(token) for token in self.next_tokens() if token.startswith("hex:")] if self.clicks else []
        )

    def choices(self) -> list[str]:
        """Return what may be done next that is neither on the board nor in the hand."""
        return [token for token in self.next_tokens() if token.startswith(("do:", "face:"))]

    def press(self, token: str, language: str = "en") -> str | None:
        """Click; an action that is spelled out is played. Return why it is refused, or None."""
        if self.hands:
            return self._pick(token, language)
        if token in self.next_tokens():
            self.clicks.append(token)
            for action in self.spelled:
                if action.clicks == self.clicks:
                    self.play(action.text)
                    break
            return None
        if self.clicks and token == self.clicks[-1]:
            self.clicks.pop()  # put down again what was picked up
            return None
        if token in self.first_tokens():
            self.clicks = [token]
            return None
        reason = why_not_clicks(self.position, [*self.clicks, token])
        if reason is None:
            return None
        return reason.fr if language == "fr" else reason.en

    def play(self, text: str) -> Step:
        """Play an action, in notation; raise `NotationError` or `IllegalAction`."""
        step = self.course.play(text)
        self.refresh()
        return step

    def type(self, text: str, language: str = "en") -> str | None:
        """Play what was typed. Return why it is refused, or None."""
        try:
            self.play(text)
        except NotationError as error:
            return error.say(language)
        except IllegalAction as error:
            return error.reason.say(language)
        return None

    def let_go(self) -> None:
        """Forget what was clicked."""
        self.clicks.clear()

    def undo(self) -> int:
        """Take back to where somebody at this table was to move; return how many actions that were."""
        before = len(self.steps)
        left = before - 1
        while left > 0 and self.steps[left].colour not in self.people:
            left -= 1
        if before and self.steps[left].colour in self.people:
            self.course.back_to(left)
            self.refresh()
        return before - len(self.steps)

    # -- hands -------------------------------------------------------------------------------------

    def entries(self, colour: Colour) -> list[Entry]:
        """Return the kinds of piece in a hand; while one is chosen, what it is chosen from."""
        kinds: dict[str, list[Piece]] = {}
        pieces = self.shown().hand(colour)
        if self.hands and colour == self.position.colour:
            pieces = [piece for piece in self.position.game_type.pieces if piece.colour == colour]
        for piece in pieces:
            assert piece.colour is not None
            kinds.setdefault(f"hand:{piece.colour.letter}:{piece.bug.name}", []).append(piece)
        return [Entry(token, alike[0], len(alike)) for token, alike in kinds.items()]

    def _pick(self, token: str, language: str) -> str | None:
        """Add to the hand that is being chosen, and play it once it is complete."""
        if token == "do:back" and self.clicks:
            self.clicks.pop()
        elif token in self.next_tokens():
            self.clicks.append(token)
            for action in self.hands:
                if _kinds(action.chosen) == Counter(self.clicks):
                    self.play(str(action))
                    break
        elif token.startswith("hand:"):  # the queen, or more than there are
            names = [entry.piece for entry in self.entries(self.position.colour) if entry.token == token]
            reason = self.position.why_not(f"hand {names[0]}") if names else None
            return reason.say(language) if reason else None
        return None

    def _may_pick(self, entry: Entry) -> bool:
        wanted = Counter([*self.clicks, entry.token])
        return any(not wanted - _kinds(action.chosen) for action in self.hands)


def _kinds(pieces: tuple[Piece, ...]) -> Counter[str]:
    return Counter(
        f"hand:{piece.colour.letter}:{piece.bug.name}" for piece in pieces if piece.colour is not None
    )


def hex_of(token: str) -> Hex:
    """Return the hex of a token."""
    q, r = token.removeprefix("hex:").split(",")
    return Hex(int(q), int(r))


def token_of(place: Hex) -> str:
    """Return the token of a hex."""
    return f"hex:{place.q},{place.r}"
