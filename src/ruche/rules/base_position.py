"""What there is to see of a position: what lies where, whose turn it is, what is left to whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules.action import Action
from ruche.rules.core import tables
from ruche.rules.core.board import Board
from ruche.rules.facts import hexes
from ruche.rules.facts.action_kinds import ActionKind
from ruche.rules.facts.bugs import Bug, bug_of_letter
from ruche.rules.facts.colours import Colour
from ruche.rules.facts.game_type import GameType
from ruche.rules.facts.hexes import Hex
from ruche.rules.facts.pieces import Piece
from ruche.rules.outcome import GameState, Outcome
from ruche.words.errors import shorten

if not cython.compiled:
    from ruche.rules.core.bits import step
    from ruche.rules.core.codes import DOUBLE, FIRST, HONEYCOMBO_FLAGS, LIGHT, SECOND, TURNS
    from ruche.rules.naming import held_face

BIT = tables.BIT
COMPACT = hexes.COMPACT
# A layout: by cell the faces of `GameType.names`, then both hands, bag and removed as bit sets, the turn, and
# as a bit set the pieces outside the hive whose second face was chosen (V0d).
Layout = tuple[Mapping[int, Sequence[int]], tuple[int, int], int, int, int, int]


class BasePosition:
    """The part of a `Position` that changes nothing."""

    game_type: GameType
    seed: int  # decides Swarm's draws (S7)
    board: Board
    actions: list[Action]
    repetition_keys: list[int]
    end: Outcome | None
    laid: Layout | None  # what was set up before the first action
    hidden: Colour | None  # whose choice may not be seen (V0d, S1)

    @property
    def side_to_move(self) -> Colour:
        """Whose turn it is."""
        return Colour(self.board.side())

    @property
    def colour(self) -> Colour:
        """The side to move, in short."""
        return Colour(self.board.side())

    @property
    def ply(self) -> int:
        """How many actions have been played."""
        return len(self.actions)

    @property
    def turn_number(self) -> int:
        """The number of the current turn of the side to move; 0 while faces and hands are chosen."""
        return self.board.turn_number()

    @property
    def choosing(self) -> ActionKind | None:
        """What the side to move chooses before the first turn: `faces` (V0d), then `hand` (S1), or None."""
        if self.board.turn_number() > 0:
            return None
        faces = self.board.fixable and self.board.state >> TURNS < 2
        return ActionKind.FACES if faces else ActionKind.HAND

    @property
    def turn(self) -> str:
        """The turn as it is written: `White[3]`."""
        return f"{self.colour}[{self.turn_number}]"

    @property
    def actions_left(self) -> int:
        """How many actions the side to move still has in this turn (K5)."""
        return 2 if self.board.state & FIRST else 1

    @property
    def is_second_action(self) -> bool:
        """Whether it is the second action of a double turn, which may be declined (K5)."""
        return bool(self.board.state & SECOND)

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, or None."""
        return self.end

    @property
    def is_game_over(self) -> bool:
        """Whether the game has ended."""
        return self.end is not None

    @property
    def state(self) -> GameState:
        """NotStarted, InProgress, Draw, WhiteWins or BlackWins."""
        if self.end is not None:
            return self.end.state
        return GameState.IN_PROGRESS if self.actions or self.laid else GameState.NOT_STARTED

    @property
    def is_set_up(self) -> bool:
        """Whether it began with a set-up, not as games of its type begin."""
        return self.laid is not None

    @property
    def history(self) -> list[Action]:
        """The actions so far, as recorded."""
        return list(self.actions)

    @property
    def last_action(self) -> Action | None:
        """The last action; None if there is none."""
        return self.actions[len(self.actions) - 1] if self.actions else None

    def peek(self) -> Action:
        """Return the last action; raise `IndexError` if there is none."""
        if not self.actions:
            raise IndexError("no action has been played")
        return self.actions[len(self.actions) - 1]

    @property
    def stacks(self) -> dict[Hex, tuple[Piece, ...]]:
        """The pieces on every occupied hex, from the ground up."""
        board = self.board
        # A compact hive has one reading in coordinates, seen from any of its cells: no need to walk over it.
        wide = self.coordinates() if board.in_play > COMPACT else None
        anchor = self.anchor()
        stacks: dict[Hex, tuple[Piece, ...]] = {}
        for i in range(len(self.game_type.pieces)):
            cell = board.pos[i]
            if cell >= 0 and board.top[cell] == i:
                stack: tuple[Piece, ...] = ()
                piece = i
                while piece >= 0:
                    stack = (self.shown(piece), *stack)
                    piece = board.under[piece]
                stacks[hexes.hex_seen_from(anchor, cell) if wide is None else wide[cell]] = stack
        return stacks

    def shown(self, piece: int) -> Piece:
        """Return a piece, by its id, with the face it shows."""
        faces = self.game_type.faces[piece]
        return faces[1] if self.board.bug[piece] != self.board.first_bug[piece] else faces[0]

    def held(self, piece: int) -> Piece:
        """Return a piece, by its id, with the face by which it is named outside the hive (N)."""
        return self.shown(piece) if self.board.fixable & BIT[piece] else self.game_type.pieces[piece]

    def where(self, piece: Piece | str | int) -> Hex | None:
        """Return the hex of a piece, by its name or its id; None if it is not in play.

        A name may be that of either face. Raise `NotationError` for one that the game does not have.
        """
        cell = self.board.pos[self.id_of(piece)]
        return self.coordinates()[cell] if cell >= 0 else None

    def id_of(self, piece: Piece | str | int) -> int:
        """Return the id of a piece; raise `NotationError` for a name that the game does not have."""
        if isinstance(piece, str):
            from ruche.rules.reading import read_piece

            return read_piece(self, piece, piece)[0]
        if isinstance(piece, Colour):  # an int as ids are, and never meant as one
            raise TypeError(f"{piece!r} is not a piece; expected a Piece, its name or its id")
        return piece.id if isinstance(piece, Piece) else piece

    def piece_at(self, place: Hex | tuple[int, int]) -> Piece | None:
        """Return the top piece on a hex, or None."""
        if isinstance(place, str):
            raise TypeError(f"{shorten(place)!r} is not a hex; expected Hex(q, r)")
        cell = hexes.cell_of(place[0], place[1])
        top = self.board.top[cell]
        return self.shown(top) if top >= 0 and self.coordinates()[cell] == place else None

    def pieces(self, colour: Colour | None = None, bug: Bug | str | None = None) -> list[Piece]:
        """Return the pieces in play, as they lie: all, or those of a colour, or that show a bug."""
        letter = bug_of_letter(bug).letter if isinstance(bug, str) else bug and bug.letter
        lying = [self.shown(i) for i in range(len(self.game_type.pieces)) if self.board.pos[i] >= 0]
        return [
            piece
            for piece in lying
            if (colour is None or piece.colour == colour) and (letter is None or piece.bug.letter == letter)
        ]

    def hand(self, colour: Colour) -> list[Piece]:
        """Return the pieces in a player's hand, by their first face or the one that was fixed (N)."""
        return self.pieces_of(self.board.hand[colour])

    @property
    def bag(self) -> list[Piece]:
        """The pieces in Swarm's bag, named as in a hand."""
        return self.pieces_of(self.board.bag)

    @property
    def removed(self) -> list[Piece]:
        """The pieces that predators took out of the game, named as in a hand."""
        return self.pieces_of(self.board.removed)

    def pieces_of(self, bits: int) -> list[Piece]:
        """Return the pieces of a bit set, named as in a hand."""
        return [self.held(piece.id) for piece in self.game_type.pieces if bits >> piece.id & 1]

    @property
    def resting(self) -> set[Piece]:
        """The pieces that rest this turn (R1), as they lie."""
        return {self.shown(piece.id) for piece in self.pieces_of(self.board.last_turn_effects().resting)}

    @property
    def stung(self) -> set[Piece]:
        """The pieces that are stung (V1), as they lie."""
        return {self.shown(piece.id) for piece in self.pieces_of(self.board.last_turn_effects().stung)}

    @property
    def honeycombo(self) -> Colour | None:
        """The colour that the Honeycombo shows, if there is one (K4)."""
        if self.board.neutral < 0:
            return None
        return Colour.WHITE if self.board.state & LIGHT else Colour.BLACK

    @property
    def honeycombo_state(self) -> int:
        """The colour it shows, whether it may be flipped back, who has a double turn coming (E4), as bits."""
        return self.board.state & HONEYCOMBO_FLAGS

    @property
    def hidden_choice(self) -> Colour | None:
        """Whose choice of faces or hand is hidden from the viewer (V0d, S1)."""
        return self.hidden

    @property
    def secret_choice(self) -> Colour | None:
        """Whose choice nobody else may see yet: White's until Black has chosen too (V0d, S1)."""
        chosen = self.actions and self.choosing is not None and self.colour == Colour.BLACK
        return Colour.WHITE if chosen else None

    def double_turn_of(self, colour: Colour) -> bool:
        """Tell whether a player has a double turn, now or next (K4)."""
        mine = self.board.side() == colour and self.board.state & FIRST
        return bool(self.board.state & DOUBLE << colour or mine)

    def second_faces(self) -> int:
        """Return as a bit set the pieces whose second face was chosen before the first turn (V0d)."""
        found = 0
        for piece in range(self.board.stop[1]):
            if held_face(self.board, piece):
                found |= 1 << piece
        return found

    # -- coordinates -------------------------------------------------------------------------------

    def anchor(self) -> int:
        """Return an occupied cell near the origin of coordinates."""
        board = self.board
        if board.top[hexes.START] >= 0 or board.in_play == 0:
            return hexes.START
        found = -1
        away = hexes.distances()
        for piece in range(len(self.game_type.pieces)):
            cell = board.pos[piece]
            if cell >= 0 and (found < 0 or away[cell] < away[found]):
                found = cell
        return found

    def coordinates(self) -> dict[int, Hex]:
        """Return the hex of every occupied cell and its neighbours."""
        anchor = self.anchor()
        hex_by_cell = {anchor: hexes.hex_of(anchor)}
        todo = [anchor]
        while todo:
            cell = todo.pop()
            for d in range(6):
                other = step(cell, d)
                if other not in hex_by_cell:
                    hex_by_cell[other] = hex_by_cell[cell].neighbour(d)
                    if self.board.top[other] >= 0:
                        todo.append(other)
        return hex_by_cell
