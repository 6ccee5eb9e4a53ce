"""A game at one terminal: what was clicked so far, what may be clicked next, and why not something else.

Nothing here knows of a screen. A click is a token of `ruche.play.clicks`: `hand:w:ant`, `hex:1,-1`,
`face:fly`, `do:flip`; every legal action is spelled by a row of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ruche import Action, Colour, Hex, IllegalAction, NotationError, Piece, Position
from ruche.play.clicks import Clicks, SpelledAction, hand_token, hex_of, next_tokens, spell
from ruche.play.playthrough import Playthrough, Step
from ruche.play.secrecy import hidden_choice, open_choices, visible_steps
from ruche.play.why import why_not_clicks
from ruche.terminal.face_choice import DONE, FaceChoice, LastFaces

BACK = "do:back"  # takes back the last choice for a Swarm hand


@dataclass(frozen=True)
class HandEntry:
    """Pieces of a hand that are alike."""

    token: str
    piece: Piece
    count: int


class TerminalGame:
    """A game being played, by one click after another."""

    def __init__(
        self,
        position: Position,
        people: frozenset[Colour] = frozenset(Colour),
        last_faces: LastFaces | None = None,
    ) -> None:
        self.playthrough = Playthrough(position)
        self.last_faces = last_faces  # where the faces chosen last are kept, if anywhere
        self.people = people  # the colours that are played at this terminal
        self.clicks: Clicks = ()
        self.spelled: list[SpelledAction] = []
        self.hands: list[Action] = []  # what may be chosen as Swarm's hand
        self.faces: FaceChoice | None = None  # the faces that are being chosen
        self.begin_action()

    @property
    def position(self) -> Position:
        return self.playthrough.position

    @property
    def steps(self) -> list[Step]:
        return self.playthrough.steps

    @property
    def is_choosing(self) -> bool:
        """Whether faces (V0d) or a Swarm hand (S1) are to be chosen."""
        return bool(self.hands) or self.faces is not None

    @property
    def is_mine(self) -> bool:
        """Whether somebody at this terminal is to move."""
        return self.position.outcome is None and self.position.colour in self.people

    @property
    def viewer(self) -> Colour:
        """Who looks at the screen: the only person, or of two the one to move."""
        return next(iter(self.people)) if len(self.people) == 1 else self.position.colour

    def shown(self) -> Position:
        """Return the position without what the viewer may not see (S1)."""
        return self.position.seen_by(self.viewer)

    @property
    def hidden_choice(self) -> Colour | None:
        """Whose hand the viewer may not see (S1)."""
        return hidden_choice(self.position, {self.viewer})

    def visible_steps(self) -> list[Step]:
        """Return what was played, as the viewer may know it."""
        return visible_steps(self.playthrough, self.hidden_choice)

    def begin_action(self) -> None:
        """Find out what may be done in a new position."""
        self.clicks = ()
        choosing = self.position.choosing if self.position.outcome is None else None
        self.hands = self.position.legal_actions() if choosing == "hand" else []
        self.faces = FaceChoice(self.position, self.last_faces) if choosing == "faces" else None
        self.spelled = spell(self.position)

    # -- clicks ------------------------------------------------------------------------------------

    def next_tokens(self) -> list[str]:
        """Return what may be clicked next, each once."""
        if self.faces is not None:
            return [*self.faces.kinds, *self.choices()]
        if self.hands:
            return [entry.token for entry in self.entries(self.position.colour) if self._may_pick(entry)]
        return next_tokens(self.spelled, self.clicks)

    def first_tokens(self) -> list[str]:
        """Return what an action may begin with."""
        return next_tokens(self.spelled, ())

    def targets(self) -> list[Hex]:
        """Return the hexes that may be clicked next, once something is picked up."""
        return hexes_among(self.next_tokens()) if self.clicks else []

    def choices(self) -> list[str]:
        """Return what may be done next that is neither on the board nor in the hand."""
        if self.faces is not None:
            return [*self.faces.presets(), DONE]
        if self.hands:
            return [BACK] if self.clicks else []
        return [token for token in self.next_tokens() if token.startswith(("do:", "face:"))]

    def press(self, token: str, language: str = "en") -> str | None:
        """Click; an action that is spelled out is played. Return why it is refused, or None."""
        if self.faces is not None:
            return self._turn(self.faces, token, language)
        if self.hands:
            return self._pick(token, language)
        if token in self.next_tokens():
            self.clicks = (*self.clicks, token)
            for spelled in self.spelled:
                if spelled.clicks == self.clicks:
                    self.play(spelled.action)
                    break
            return None
        if self.clicks and token == self.clicks[-1]:
            self.clicks = self.clicks[:-1]  # put down again what was picked up
            return None
        if token in self.first_tokens():
            self.clicks = (token,)
            return None
        reason = why_not_clicks(self.position, (*self.clicks, token))
        return None if reason is None else reason.say(language)

    def play(self, action: Action | str) -> Step:
        step = self.playthrough.play(action)
        self.begin_action()
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

    def cancel_clicks(self) -> None:
        self.clicks = ()

    def undo(self) -> int:
        """Take back to where somebody at this terminal was to move; return how many actions that were."""
        before = len(self.steps)
        first = open_choices(self.playthrough)  # V0d: what both have seen is not taken back
        mine = (i for i, step in enumerate(self.steps) if i >= first and step.colour in self.people)
        left = max(mine, default=before)
        self.playthrough.back_to(left)
        self.begin_action()
        return before - left

    # -- hands -------------------------------------------------------------------------------------

    def entries(self, colour: Colour) -> list[HandEntry]:
        """Return the kinds of piece in a hand; while one is chosen, what it is chosen from."""
        pieces = self.shown().hand(colour)
        if self.faces is not None and colour == self.position.colour:
            pieces = self.faces.firsts
        elif self.hands and colour == self.position.colour:
            own = [piece.id for piece in self.position.game_type.pieces if piece.colour == colour]
            pieces = [self.position.held(piece) for piece in own]
        first = {hand_token(piece): piece for piece in reversed(pieces)}
        return [HandEntry(token, first[token], count) for token, count in _kinds(pieces).items()]

    def _turn(self, faces: FaceChoice, token: str, language: str) -> str | None:
        """Turn a piece of the faces that are being chosen, or play the choice."""
        if token == DONE:
            faces.remember()
            return self.type(faces.text(), language)
        if token in self.next_tokens():
            faces.press(token)
            return None
        reason = why_not_clicks(self.position, (token,))
        return reason.say(language) if reason else None

    def _pick(self, token: str, language: str) -> str | None:
        """Add to the hand that is being chosen, and play it once it is complete."""
        if token == BACK:
            self.clicks = self.clicks[:-1]
        elif token in self.next_tokens():
            self.clicks = (*self.clicks, token)
            for action in self.hands:
                if _kinds(action.chosen) == Counter(self.clicks):
                    self.play(action)
                    break
        elif token.startswith("hand:"):  # the queen, or more than there are
            names = [entry.piece for entry in self.entries(self.position.colour) if entry.token == token]
            reason = self.position.why_not(f"hand {names[0]}") if names else None
            return reason.say(language) if reason else None
        return None

    def _may_pick(self, entry: HandEntry) -> bool:
        wanted = Counter([*self.clicks, entry.token])
        return any(not wanted - _kinds(action.chosen) for action in self.hands)


def _kinds(pieces: Iterable[Piece]) -> Counter[str]:
    return Counter(map(hand_token, pieces))


def hexes_among(tokens: Iterable[str]) -> list[Hex]:
    return [hex_of(token) for token in tokens if token.startswith("hex:")]
