"""A position: what may be done, how it came about, and what there is to see (`BasePosition`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules.action import Action
from ruche.rules.base_position import BasePosition, Layout
from ruche.rules.core import tables
from ruche.rules.core.board import Board
from ruche.rules.errors import IllegalAction
from ruche.rules.explain.reasons import Reason
from ruche.rules.facts import hexes
from ruche.rules.facts.colours import Colour
from ruche.rules.facts.game_type import GameType
from ruche.rules.facts.pieces import Piece
from ruche.rules.outcome import Outcome

if TYPE_CHECKING:
    from ruche.rules.last_turn import LastTurnEvent

if not cython.compiled:
    from ruche.rules.core.bits import mix
    from ruche.rules.core.board import drop, lift
    from ruche.rules.core.codes import FACES, HAND, KILL, KIND, PLACE
    from ruche.rules.core.likeness import is_like
    from ruche.rules.core.state import drawn_by, without_draw
    from ruche.rules.naming import describe

BIT = tables.BIT
PERFT_PIECE = 3 if cython.compiled else 1  # the depth that is counted in one go, in a moment
COMPACT = hexes.COMPACT


class Position(BasePosition):
    # The docstring begins with what `inspect.signature` needs: a compiled class has no other signature.
    """Position(game_type='Base', *, seed=0)\n--\n\nA position of any game type, and how it came about.

    It begins a game of a type, or takes up what a one-line text, as `text()` writes it, describes.

    >>> position = Position("Base+MLP")
    >>> position.play("wA1"), position.play("bG1 -wA1")
    (<Action wA1>, <Action bG1 -wA1>)
    >>> position.turn, len(position.legal_actions())
    ('White[2]', 24)
    """

    def __init__(self, game_type: GameType | str = "Base", *, seed: int = 0) -> None:
        if isinstance(game_type, str):
            if " " in game_type or "_" in game_type:
                self.take_over(read_text(game_type, seed))
                return
            game_type = GameType(game_type)
        self.game_type = game_type
        self.seed = seed
        self.board = Board(game_type)
        self.actions = []
        self.repetition_keys = [self.board.repetition_key()]
        self.end = None
        self.laid = None
        self.hidden = None

    # -- actions -----------------------------------------------------------------------------------

    def legal_actions(self, piece: Piece | str | int | None = None) -> list[Action]:
        """Return every legal action, or those of one piece; none when the game has ended."""
        if piece is not None:
            wanted = self.id_of(piece)
            actions: list[Action] = self.legal_actions()
            return [each for each in actions if each.piece is not None and each.piece.id == wanted]
        found: list[Action] = []
        if self.end is not None:
            return found
        board = self.board
        stamp = self.stamp()
        anchor = self.anchor()
        hex_by_cell = self.coordinates() if board.in_play > COMPACT else None
        board.borrow()
        count = board.generate(0)
        for i in range(count):
            found.append(describe(board, self.game_type, board.moves[i], stamp, anchor, hex_by_cell))
        board.give_back()
        return found

    def pinned(self, piece: Piece | str | int) -> bool:
        """Tell whether a piece in play may not leave its hex, since the hive would fall apart (H2).

        So does what lies under others; what is in a hand is not pinned.
        """
        from ruche.rules.explain import probe

        identity = self.id_of(piece)
        cell = self.board.pos[identity]
        return cell >= 0 and (self.board.top[cell] != identity or probe.pinned(self, cell))

    @property
    def last_turn(self) -> list[LastTurnEvent]:
        """What the last turn did that may still have an effect (R1, R4), as a `SetUp` states it."""
        from ruche.rules.last_turn import last_turn_events

        return last_turn_events(self)

    def stamp(self) -> int:
        """Return a number that tells this position, as reached, from others."""
        board = self.board
        last = board.history[board.ply - 1].code if board.ply else 0
        return board.zobrist() ^ mix(board.ply << 30 ^ last)

    def is_legal(self, action: Action | str) -> bool:
        """Tell whether an action may be played now; a text may be written in any accepted way."""
        return self.why_not(action) is None

    def why_not(self, action: Action | str) -> Reason | None:
        """Return why an action is refused, or None if it is legal.

        A text that cannot be read raises `NotationError`.
        """
        from ruche.rules.explain.why_not import why_not

        try:
            if not isinstance(action, Action) or action.read_as is None:
                action = self.parse(str(action), legal=False)
            return why_not(self, action)
        except IllegalAction as error:
            return error.reason

    def parse(self, text: str, *, legal: bool = True) -> Action:
        """Read an action; raise `NotationError`, or `IllegalAction` unless any action will do.

        Faces that nobody could ever choose are no action: they always raise `IllegalAction` (V0d).
        """
        from ruche.rules.reading import read_action

        action = read_action(self, text)
        if not legal:
            return action
        reason = self.why_not(action)
        if reason is not None:
            raise IllegalAction(reason, text)
        hex_by_cell = self.coordinates() if self.board.in_play > COMPACT else None
        return describe(self.board, self.game_type, action.code, self.stamp(), self.anchor(), hex_by_cell)

    def play(self, action: Action | str) -> Action:
        """Play a legal action and return it as recorded, with what was drawn."""
        if isinstance(action, Action) and action.read_as is not None:
            return self.play_parsed(action)
        return self.play_parsed(self.parse(str(action)))

    def resume(self) -> None:
        """Let a game that was drawn by repetition go on, as records of other programs do (E4)."""
        if self.end is not None and self.end.why == "repetition":
            self.end = None

    def play_parsed(self, action: Action) -> Action:
        """Play an action; one that this very position has listed is not checked again."""
        foreign = action.read_as is not self.game_type  # the first stamps of two games may be the same
        if foreign or self.end is not None or action.stamp != self.stamp():
            reason = self.why_not(action)
            if reason is not None:
                raise IllegalAction(reason, str(action))
        action = self.draw(action, mix(mix(self.seed & 0xFFFF_FFFF_FFFF_FFFF) ^ self.board.ply))
        play_unchecked(self, action)
        return action

    def draw(self, action: Action, pick: int) -> Action:
        """Return the action with the piece it draws: the one it names, or one picked by any number (S2).

        An action that draws nothing is returned as it is.
        """
        if not self.board.draws_from_bag(action.code) or drawn_by(action.code) >= 0:
            return action
        bag = self.bag
        picked = bag[pick % len(bag)]
        alike = [piece for piece in bag if piece.colour == picked.colour and piece.bug == picked.bug]
        return action.with_draw(alike[0])  # N: of identical pieces the lowest number

    def draws(self, action: Action) -> list[Action]:
        """Return the action once for each kind of piece that it may draw; alone if it draws nothing (S2)."""
        if not self.board.draws_from_bag(action.code):
            return [action]
        return [action.with_draw(piece) for piece in self.pieces_of(self.board.drawable())]

    def occurrences(self) -> int:
        """Count how often the position has occurred; placings and kills never come back (E4)."""
        if self.game_type.repetition != "draw":
            return 1
        board = self.board
        now = self.repetition_keys[board.ply]
        count = 1
        i = board.ply - 1
        while i >= 0:
            kind = board.history[i].code & KIND
            if kind == PLACE or kind == KILL or kind == HAND or kind == FACES:
                break
            if self.repetition_keys[i] == now:
                count += 1
            i -= 1
        return count

    def undo(self) -> Action:
        """Take the last action back and return it; raise `IndexError` if there is none."""
        if not self.actions:
            raise IndexError("no action to take back")
        self.board.unmake()
        self.repetition_keys.pop()
        self.end = None
        return self.actions.pop()

    def perft(self, depth: int, *, leaves: bool = False) -> int:
        """Count the sequences of `depth` actions; with `leaves`, make the last ones too.

        Repetition is ignored (E4). In Swarm an action counts once for each kind of piece it may draw. The
        queen may open, unlike over UHP and in `ruche perft`, unless the game type forbids it (T4).
        """
        if depth < 0:
            raise ValueError(f"depth {depth}: expected 0 or more")
        if depth > PERFT_PIECE:  # in pieces, between which Ctrl-C is heard
            from ruche.rules.perft import count

            return count(self, depth, leaves=leaves)
        return self.board.perft(depth, not leaves)

    # -- copies and identity -----------------------------------------------------------------------

    def copy(self) -> Position:
        """Return an independent copy, history included."""
        twin = type(self).__new__(type(self))
        twin.become(self)
        return twin

    def become(self, other: Position) -> None:
        """Copy another position, history included."""
        self.take_over(other)
        self.board = other.board.copy()
        self.actions = other.actions[:]
        self.repetition_keys = other.repetition_keys[:]

    def take_over(self, other: Position) -> None:
        """Take over everything from another position, which is not used any more."""
        self.game_type = other.game_type
        self.seed = other.seed
        self.board = other.board
        self.actions = other.actions
        self.repetition_keys = other.repetition_keys
        self.end = other.end
        self.laid = other.laid
        self.hidden = other.hidden

    def text(self) -> str:
        """Return the position in one line, what rests included; `Position(text)` reads it.

        >>> position = Position("Base")
        >>> position.play("wA1"), position.play("bG1 -wA1")
        (<Action wA1>, <Action bG1 -wA1>)
        >>> position.text()
        'Base bG1,wA1 w2'
        """
        from ruche.rules.position_text import write_position

        return write_position(self)

    def seen_by(self, colour: Colour) -> Position:
        """Return what a player may see: no seed, and no hand that is still secret (S1, S7)."""
        if self.secret_choice is None or self.secret_choice == colour:
            twin = self.copy()
            twin.seed = 0
            return twin
        before = self.copy()
        before.undo()
        twin = Position(self.game_type)
        neutral = twin.board.neutral
        stacks = {} if neutral < 0 else {hexes.START: [2 * neutral]}
        hands = (twin.board.hand[0], twin.board.hand[1])
        lay_out(twin, stacks, hands, 0, 0, self.board.state, before.second_faces())
        twin.hidden = self.secret_choice
        return twin

    @property
    def repetition_key(self) -> int:
        """A number that is equal where the rule of repetition sees the same position (E4).

        It ignores where the hive lies, which of identical pieces is which, and what rests.
        """
        return self.repetition_keys[self.board.ply]

    __hash__ = None  # type: ignore[assignment]  # it changes

    @property
    def canonical_hash(self) -> int:
        """A hash that is equal for rotated and mirrored positions too."""
        from ruche.rules.identity import canonical_hash

        return canonical_hash(self)

    def __eq__(self, other: object) -> bool:
        """Tell whether two positions are the same in full, wherever the hive lies, history apart."""
        if not isinstance(other, Position):
            return NotImplemented
        return same(self, other)

    def __reduce__(self) -> tuple[object, ...]:
        fields = (self.seed, self.laid, self.actions, self.repetition_keys, self.end, self.hidden)
        return (_restore, (type(self), self.game_type, *fields))

    def __repr__(self) -> str:
        return f"<Position {self.game_type} {self.state} {self.turn}>"

    def __str__(self) -> str:
        """Return the board, drawn with letters, without colours: it may go into a file."""
        from ruche import render

        return render.text(self, ansi=False)

    def _repr_svg_(self) -> str:
        from ruche import render

        return render.svg(self)


def read_text(text: str, seed: int) -> Position:
    """Return the position of a one-line text."""
    from ruche.rules.position_text import read_position

    return read_position(text, seed=seed)


# -- for the rules and the engine: nothing is checked here -----------------------------------------


def is_listed(position: Position, code: int) -> bool:
    """Tell whether an action is among the legal ones and can draw what it draws."""
    board = position.board
    drawn = drawn_by(code)
    if position.end is not None or (drawn >= 0 and not board.drawable() & BIT[drawn]):
        return False
    board.borrow()
    listed = board.is_listed(without_draw(code), 0)
    board.give_back()
    return listed


def same(one: Position, other: Position) -> bool:
    """Tell whether two positions allow the same actions, written in the same way."""
    if one.game_type != other.game_type or one.end != other.end or one.hidden != other.hidden:
        return False
    return is_like(one.board, other.board, one.game_type.minds_last_turn)


def action_from_code(position: Position, code: int) -> Action:
    """Return the action of a code, legal or not: without a stamp, it is checked when it is played."""
    board = position.board
    hex_by_cell = position.coordinates() if board.in_play > COMPACT else None
    return describe(board, position.game_type, code, 0, position.anchor(), hex_by_cell)


def play_unchecked(position: Position, action: Action) -> None:
    """Make an action, legal or not, and see whether it ends the game."""
    board = position.board
    board.reserve(8)
    board.make(action.code)
    position.actions.append(action)
    position.repetition_keys.append(board.repetition_key())
    if board.over() or position.occurrences() > 2:
        position.end = outcome_of(board)


def outcome_of(board: Board) -> Outcome:
    """Return how a game that is over has ended (E1 to E7)."""
    white, black = board.lost(0), board.lost(1)
    gone = bool(board.removed & (BIT[board.start[0]] | BIT[board.start[1]]))
    if white and black:
        return Outcome(None, "both")
    if white or black:
        return Outcome(Colour.BLACK if white else Colour.WHITE, "removed" if gone else "surrounded")
    return Outcome(None, "repetition")


def lay_out(
    position: Position,
    stacks: Mapping[int, Sequence[int]],
    hands: tuple[int, int],
    bag: int,
    removed: int,
    state: int,
    seconds: int,
) -> None:
    """Lay out a checked set-up: by cell the faces of `GameType.names`, then bit sets and the turn."""
    board = position.board
    position.laid = (stacks, hands, bag, removed, state, seconds)
    if board.neutral >= 0:
        lift(board, board.neutral, board.pos[board.neutral])
    board.in_play = 0
    for piece in range(board.stop[1]):
        if seconds >> piece & 1:
            board.turn_face(piece)
    for cell, faces in stacks.items():
        for face in faces:
            piece = face >> 1
            if face & 1 and board.fixable & BIT[piece]:
                board.turn_face(piece)
            elif face & 1:
                board.bug[piece] = board.other_bug[board.first_bug[piece]]
            drop(board, piece, cell)
            board.in_play += 1
    board.hand[0], board.hand[1] = hands
    board.bag, board.removed, board.state = bag, removed, state
    position.repetition_keys = [board.repetition_key()]
    if board.over():
        position.end = outcome_of(board)


@lru_cache(maxsize=16)
def _start_of(game_type: GameType) -> Position:
    """Return the start of a game, to be copied: that takes a fifth of the time of making it."""
    return Position(game_type)


def _restore(
    kind: type[Position],
    game_type: GameType,
    seed: int,
    laid: Layout | None,
    actions: list[Action],
    repetition_keys: list[int],
    end: Outcome | None,
    hidden: Colour | None,
) -> Position:
    position = kind.__new__(kind)
    position.become(_start_of(game_type))
    position.seed = seed
    if laid is not None:
        lay_out(position, *laid)
    position.board.reserve(len(actions) + 8)
    for action in actions:
        position.board.make(action.code)
    position.actions = actions
    position.repetition_keys = repetition_keys
    position.end = end
    position.hidden = hidden
    return position
