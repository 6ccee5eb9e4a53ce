"""What a player does, as a value that prints as its notation."""

from __future__ import annotations

import re

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules.core import codes
from ruche.rules.core.state import with_draw, without_draw
from ruche.rules.errors import NotationError
from ruche.rules.facts import bugs
from ruche.rules.facts.action_kinds import ActionKind
from ruche.rules.facts.game_type import GameType
from ruche.rules.facts.hexes import BESIDE, Hex, hex_seen_from
from ruche.rules.facts.pieces import NEUTRAL_NAME, Piece

if not cython.compiled:
    from ruche.rules.core.codes import KIND, MOVE, PLACE, hand_piece
    from ruche.rules.core.state import drawn_by

ON_TOP = 6  # the reference is the piece that is stepped on
NO_REFERENCE = 7  # the very first piece
# How a destination is written, by the direction in which its reference lies.
DESTINATIONS = (*(BESIDE[(d + 3) % 6] for d in range(6)), "{}", "")
# The same in two halves, before and after the name of the reference: joining is faster than formatting.
HALVES = tuple(tuple(f" {text}".split("{}")) if text else ("", "") for text in DESTINATIONS)
# What an action looks like in any game (N), in whatever letter case.
NAME = (
    rf"(?:[wb][{''.join(bug.letter for bug in bugs.BUGS if bug is not bugs.NEUTRAL_BUG)}]\d?|{NEUTRAL_NAME})"
)
BESIDE_OR_ON = rf"(?:[-/\\]{NAME}|{NAME}[-/\\]?)"
TARGET = rf"[{''.join(bugs.MARKS.values())}]{NAME}"
SHAPE = re.compile(
    rf"(?:pass|draw|steal {NAME}|(?:faces|hand)(?: {NAME})*|{NEUTRAL_NAME} =[wb]"
    rf"|{NAME}(?: (?:{BESIDE_OR_ON}|{TARGET}))?)(?: \+{NAME})?",
    re.IGNORECASE,
)
COMPILED = cython.compiled


class Action:
    """An action, as `Position.legal_actions` and `Position.parse` give it; equal texts are equal actions.

    `Action(text)` is one that no position has read yet: it compares and can be played, but says nothing of
    its piece or its hexes. It raises `NotationError` for a text that is no action in any game.
    """

    def __init__(self, text: str) -> None:
        self.read_as: GameType | None = None  # the type of the position that has read it
        self.written = " ".join(text.split())  # as long as none has
        if SHAPE.fullmatch(self.written) is None:
            raise NotationError("unreadable" if self.written else "empty", text=text)
        self.code = 0
        self.shown = -1  # the piece that acts and its face: 2 * id + face
        # the piece it is written relative to, or acts on, and its face; of a hand, a bit for each second face
        self.other = 0
        self.way = NO_REFERENCE  # where that piece lies, seen from the destination
        self.start = -1  # its cell before, or -1
        self.anchor = 0  # an occupied cell near the origin of coordinates
        self.stamp = 0  # the position it was listed in
        self.drawn_face = 0  # of the piece that it draws: 1 the second, where faces are fixed
        self.hex_by_cell: dict[int, Hex] | None = None  # coordinates of the cells of a very wide hive

    @property
    def game_type(self) -> GameType:
        """The game type; raise `ValueError` for an action that no position has read."""
        if self.read_as is None:
            raise ValueError(f"{self.written!r} is only a text; expected an action parsed by a position")
        return self.read_as

    @property
    def kind(self) -> ActionKind:
        """What is done: place, move, flip, turn, sting, swap, kill, faces, hand, draw, steal or pass."""
        self.game_type  # noqa: B018  # a text says nothing of itself
        return codes.KIND_NAMES[(self.code & codes.KIND) >> codes.KIND_SHIFT]

    @property
    def piece(self) -> Piece | None:
        """The piece that moves, enters, acts, is flipped or stolen, by the face it shows (or will show)."""
        if self.shown < 0:
            return None
        faces = self.game_type.faces[self.shown >> 1]
        return faces[min(self.shown & 1, len(faces) - 1)]

    @property
    def target(self) -> Piece | None:
        """The piece that is stung, swapped or killed."""
        if self.code & codes.KIND not in (codes.STING, codes.SWAP, codes.KILL):
            return None
        faces = self.game_type.faces[self.other >> 1]
        return faces[min(self.other & 1, len(faces) - 1)]

    @property
    def onto(self) -> Piece | None:
        """The piece that a move or a placing steps on."""
        if self.way != ON_TOP or self.code & codes.KIND not in (codes.MOVE, codes.PLACE):
            return None
        faces = self.game_type.faces[self.other >> 1]
        return faces[min(self.other & 1, len(faces) - 1)]

    @property
    def drawn(self) -> Piece | None:
        """The piece that came out of the bag with it (Swarm), once played."""
        number = drawn_by(self.code)
        return None if number < 0 else self.game_type.faces[number][self.drawn_face]

    @property
    def chosen(self) -> tuple[Piece, ...]:
        """The pieces of a chosen hand (Swarm) or with chosen second faces (Fixed), as they are written."""
        kind = self.code & codes.KIND
        if kind == codes.FACES:
            second = self.game_type.second_faces[self.code >> codes.CHOOSER_SHIFT & 1]
            pieces = [piece for i, piece in enumerate(second) if self.code >> i & 1]
        elif kind == codes.HAND:
            ids = [hand_piece(self.code, i) for i in range(3)]
            both = self.game_type.faces
            pieces = [both[id][self.other >> i & 1] for i, id in enumerate(ids) if id != codes.NOBODY]
        else:
            return ()
        return tuple(sorted(pieces, key=lambda piece: (piece.bug.letter, piece.number)))

    @property
    def origin(self) -> Hex | None:
        """Where the piece lies before it moves, acts or is flipped."""
        return self.hex_of(self.start) if self.start >= 0 else None

    @property
    def to(self) -> Hex | None:
        """Where it lies afterwards, for a move or a placing."""
        if self.code & codes.KIND not in (codes.MOVE, codes.PLACE):
            return None
        return self.hex_of(self.code & codes.CELL)

    def hex_of(self, cell: int) -> Hex:
        """Return the coordinates of a cell in the position of this action."""
        if self.hex_by_cell is not None:
            return self.hex_by_cell[cell]
        return hex_seen_from(self.anchor, cell)

    @property
    def without_draw(self) -> Action:
        """This action as a player chooses it: what it draws is left open."""
        return self.with_code(without_draw(self.code))

    def with_draw(self, piece: Piece) -> Action:
        """Return this action with the piece that is drawn."""
        face = self.game_type.faces[piece.id].index(piece)
        return self.with_code(with_draw(self.code, piece.id), face)

    def with_code(self, code: int, drawn_face: int = 0) -> Action:
        """Return this action with another code, which differs in what is drawn only."""
        if code == self.code:
            return self
        start, face = self.start, drawn_face
        fields = (code, self.shown, self.other, self.way, start, self.anchor, self.stamp, face)
        return _restore(self.game_type, fields, self.hex_by_cell)

    def __str__(self) -> str:
        game_type = self.read_as
        if game_type is None:
            return self.written
        kind = self.code & KIND
        if kind == codes.FACES:
            return self.faces_text()
        names: list[str] = game_type.names
        suffix = "" if drawn_by(self.code) < 0 else f" +{self.drawn}"
        if kind == MOVE or kind == PLACE:
            if self.way == NO_REFERENCE:
                return f"{names[self.shown]}{suffix}"
            before, after = HALVES[self.way]
            return f"{names[self.shown]}{before}{names[self.other]}{after}{suffix}"
        if kind in codes.KIND_MARKS:
            return f"{names[self.shown]} {codes.KIND_MARKS[kind]}{names[self.other]}"
        if kind == codes.TURN:
            return f"{NEUTRAL_NAME} ={'bw'[self.other]}"
        if kind == codes.HAND:
            return " ".join(["hand", *map(str, self.chosen)])
        if kind == codes.STEAL:
            return f"steal {names[self.shown]}"
        return codes.KIND_NAMES[kind >> codes.KIND_SHIFT] + suffix

    def faces_text(self) -> str:
        """Return a choice of faces in notation; there are thousands to choose from."""
        code = self.code
        text = "faces"
        for bit, name in self.game_type.written_faces[code >> codes.CHOOSER_SHIFT & 1]:
            if code & bit:
                text += name
        return text

    def __repr__(self) -> str:
        return f"<Action {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Action):
            return NotImplemented
        return str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[object, ...]:
        if self.read_as is None:
            return (Action, (self.written,))
        origin, face = self.start, self.drawn_face
        fields = (self.code, self.shown, self.other, self.way, origin, self.anchor, self.stamp, face)
        return (_restore, (self.game_type, fields, self.hex_by_cell))


def _restore(game_type: GameType, fields: tuple[int, ...], hex_by_cell: dict[int, Hex] | None) -> Action:
    action = Action.__new__(Action)
    action.read_as = game_type
    action.written = ""
    action.code, action.shown, action.other, action.way = fields[:4]
    action.start, action.anchor, action.stamp, action.drawn_face = fields[4:]
    action.hex_by_cell = hex_by_cell
    return action
