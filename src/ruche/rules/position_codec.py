"""One-line positions on integers: the quick way to write and to read nearly all of them.

`position_text.py` describes the text and has the way that covers everything. Here `None` means "not sure":
the other way then decides, and says what is wrong. So whatever is accepted here must be what a `SetUp`
accepts, and a test compares the two.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules import set_up_checks as checks
from ruche.rules.core import tables
from ruche.rules.facts import hexes
from ruche.rules.facts.colours import Colour
from ruche.rules.facts.game_type import OPTIONS, GameType
from ruche.rules.facts.pieces import PIECE_NAME
from ruche.rules.last_turn import chase
from ruche.rules.position import Position, action_from_code, is_listed, lay_out, play_unchecked, same
from ruche.rules.set_up_checks import SetUpError

if not cython.compiled:
    from ruche.rules.core.codes import (
        CELL,
        DOUBLE,
        FIRST,
        FLIP,
        KIND,
        LIGHT,
        MOVE,
        PIECE_SHIFT,
        PLACE,
        SECOND,
        SECOND_FACE,
        STING,
        SWAP,
        TURNS,
        piece_of,
        target_of,
    )
    from ruche.rules.core.state import with_draw
    from ruche.rules.naming import face_index, held_face

EMPTY = "-"  # a hive or a hand without pieces
BIT = tables.BIT
COMPACT = hexes.COMPACT
SOUTH_EAST, START = hexes.SOUTH_EAST, hexes.START
WIDEST = 34  # hexes in a row, and rows: a hive within never meets itself on the ring of cells
GAPS = {str(n): n for n in range(WIDEST)}
SIDES = (Colour.WHITE, Colour.BLACK)
EVENT = re.compile(rf"([+=*]?)({PIECE_NAME})(?:<(-?\d{{1,2}}):(-?\d{{1,2}})|~({PIECE_NAME}))?")
HEAPS = ("white", "black", "bag", "removed")
COLOURS = {"": None, "w": Colour.WHITE, "b": Colour.BLACK}
OPTION_FIELDS = {name.replace("_", "-"): name for name in OPTIONS}


class Turns(NamedTuple):
    """Whose turn it is, which one, and what is known of the Honeycombo."""

    side: int
    number: int
    honeycombo: Colour | None
    double: Colour | None


class PositionCodec:
    """What positions of one game type share, looked up once."""

    def __init__(self, game_type: GameType) -> None:
        self.game_type = game_type
        self.fresh = Position(game_type)
        self.names = game_type.names
        self.size = len(game_type.pieces)
        self.royals = [0, 0]
        self.sides = [0, 0]  # pieces of each colour, as bit sets
        for piece in game_type.pieces:
            if piece.colour is not None:
                self.sides[piece.colour] |= 1 << piece.id
                self.royals[piece.colour] |= 1 << piece.id if piece.is_royal else 0
        self.neutral = BIT[self.size - 1] if game_type.has_neutral else 0
        # Names by where a piece may lie: on the ground, alone or under others (G1, K3), and on others (B2).
        self.ground: dict[str, int] = {}
        self.footing: dict[str, int] = {}
        self.upper: dict[str, int] = {}
        self.any_name: dict[str, int] = {}
        for faces in game_type.faces:
            for face, piece in enumerate(faces):
                if face and piece.is_royal and not game_type.flips:  # V0b
                    continue
                index = 2 * piece.id + face
                self.any_name[piece.name] = index
                if not piece.bug.enters_on_top:
                    self.ground[piece.name] = index
                    if piece.colour is not None:
                        self.footing[piece.name] = index
                if piece.bug.moves_on_top and piece.colour is not None:
                    self.upper[piece.name] = index
        kinds = [name[:2] for name in self.names[::2]]
        self.continues_kind = [piece > 0 and kinds[piece - 1] == kinds[piece] for piece in range(self.size)]
        self.has_two_faces = [len(faces) > 1 for faces in game_type.faces]
        self.minds_last_turn = game_type.minds_last_turn
        self.names_all = game_type.opening_choices > 0
        self.has_bag = game_type.has_bag
        self.faces_fixed = game_type.faces_fixed
        # Where what was placed, moved or flipped can always be so again, a text need not be read to be sure.
        self.is_simple = not (self.names_all or game_type.has_neutral)
        changed = [f"{field}:{getattr(game_type, name)}" for field, name in OPTION_FIELDS.items()]
        usual = [f"{field}:{OPTIONS[name][0]}" for field, name in OPTION_FIELDS.items()]
        self.options = "".join(
            f" {field}" for field, other in zip(changed, usual, strict=True) if field != other
        )

    # -- writing -------------------------------------------------------------------------------------

    def write(self, position: Position) -> str | None:
        """Return a position as text if a set-up can tell all of it for certain, else None."""
        board = position.board
        number = board.turn_number()
        if number == 0 or board.state & SECOND or board.in_play > COMPACT or position.hidden is not None:
            return None
        places = self.places(position)
        corner = self.corner(places)
        hive = self.write_hive(position, places, corner)
        side = board.side()
        fields = self.write_rest(position, side, number)
        is_sure = self.is_simple and board.removed == 0
        if self.minds_last_turn:
            last = self.write_last(position, places, corner)
            if last is None:
                return None
            if last:
                fields["last"] = ",".join(last)
            is_sure = is_sure and len(last) == 1 and last[0][0] != "*" and "~" not in last[0]
        turn = f"{'b' if side else 'w'}{number}"
        if not is_sure:
            again = self.read(hive, turn, fields, 0)
            if again is None or not same(again, position):
                return None
        rest = [f" {field}:{value}" for field, value in fields.items()]
        return f"{self.game_type.name} {hive} {turn}{self.options}{''.join(rest)}"

    def places(self, position: Position) -> list[tuple[int, int, int]]:
        """Return row, column and piece of every top."""
        board = position.board
        away = hexes.displacements()
        anchor = -1
        found: list[tuple[int, int, int]] = []
        for piece in range(self.size):
            cell = board.pos[piece]
            if cell >= 0 and board.top[cell] == piece:
                if anchor < 0:
                    anchor = cell
                q, r = away[(cell - anchor) & CELL]
                found.append((r, q, piece))
        found.sort()
        return found

    def corner(self, places: list[tuple[int, int, int]]) -> tuple[int, int]:
        """Return the first row and the westernmost column."""
        if not places:
            return 0, 0
        return places[0][0], min([place[1] for place in places])

    def write_hive(
        self, position: Position, places: list[tuple[int, int, int]], corner: tuple[int, int]
    ) -> str:
        """Return the rows of a hive."""
        if not places:
            return EMPTY
        board = position.board
        names = self.names
        parts: list[str] = []
        row, column = corner
        sign = ""
        for r, q, piece in places:
            if r > row:
                parts.append("/")
                row = r
                column = corner[1]
                sign = ""
            if q > column:
                parts.append(f"{sign}{q - column}")
                sign = ","
            name = names[face_index(position.board, piece)]
            below = board.under[piece]
            while below >= 0:
                name = f"{names[face_index(position.board, below)]}.{name}"
                below = board.under[below]
            parts.append(sign + name)
            sign = ","
            column = q + 1
        return "".join(parts)

    def write_rest(self, position: Position, side: int, number: int) -> dict[str, str]:
        """Return the fields of what a hive does not show, what the last turn did apart."""
        board = position.board
        fields: dict[str, str] = {}
        for colour in range(2):
            hand = board.hand[colour]
            if not self.names_all:  # only a royal that should be in play is named
                hand &= BIT[board.start[colour]]
                if hand == 0 or not checks.royal_is_due(SIDES[colour], SIDES[side], number):
                    continue
            fields[HEAPS[colour]] = self.join(position, hand)
        if self.faces_fixed and self.has_bag:
            fields["bag"] = self.join(position, board.bag)
        if board.removed:
            fields["removed"] = self.join(position, board.removed)
        if board.neutral >= 0:
            state = board.state
            if state & LIGHT:
                fields["honeycombo"] = "w"
            for colour in range(2):
                if state & DOUBLE << colour or (state & FIRST and side == colour):
                    fields["double"] = "b" if colour else "w"
                    break
        return fields

    def join(self, position: Position, pieces: int) -> str:
        """Return the names of a bit set of pieces, as outside the hive (N)."""
        names = [
            self.names[2 * piece + held_face(position.board, piece)]
            for piece in range(self.size)
            if pieces & BIT[piece]
        ]
        return ".".join(names) or EMPTY

    def write_last(
        self, position: Position, places: list[tuple[int, int, int]], corner: tuple[int, int]
    ) -> list[str] | None:
        """Return what the last turn did, each event naming pieces as they lay after it."""
        board = position.board
        away = hexes.displacements()
        anchor = board.pos[places[0][2]] if places else 0
        events: list[str] = []
        turned = board.bag ^ board.bag  # pieces that a later event has turned over; 64 bits
        turn = board.state >> TURNS
        i = board.ply - 1
        while i >= 0 and board.history[i].state >> TURNS == turn - 1:
            code = board.history[i].code
            kind = code & KIND
            piece = piece_of(code)
            if kind == STING:
                piece = target_of(code)
            if kind in (MOVE, PLACE, FLIP, STING, SWAP):
                if board.pos[piece] < 0:
                    return None
                name = self.names[face_index(position.board, piece) ^ (1 if turned & BIT[piece] else 0)]
                if kind == PLACE:
                    events.append("+" + name)
                elif kind == MOVE:
                    q, r = away[(board.history[i].origin - anchor) & CELL]
                    events.append(f"{name}<{q + places[0][1] - corner[1]}:{r + places[0][0] - corner[0]}")
                elif kind == SWAP:
                    other = target_of(code)
                    shown = self.names[face_index(position.board, other) ^ (1 if turned & BIT[other] else 0)]
                    events.append(f"{name}~{shown}")
                else:
                    events.append(("=" if kind == FLIP else "*") + name)
                    turned ^= BIT[piece]
            i -= 1
        events.reverse()
        return events

    # -- reading -------------------------------------------------------------------------------------

    def read(self, hive: str, turn: str, values: dict[str, str], seed: int) -> Position | None:
        """Return the position of a text whose type is known; None if that takes a closer look."""
        number = int(turn[1:])
        cells = self.read_hive(hive)
        if cells is None or number == 0:
            return None
        named = [0, 0, 0, 0]  # hands, bag and what was removed, as bit sets
        seconds = 0  # pieces that are named by their second face
        for i, heap in enumerate(HEAPS):
            for face in self.read_names(values.get(heap, EMPTY)):
                if face < 0 or named[i] >> (face >> 1) & 1:
                    return None
                named[i] |= 1 << (face >> 1)
                seconds |= (face & 1) << (face >> 1)
        honeycombo, double = values.get("honeycombo", ""), values.get("double", "")
        if honeycombo not in COLOURS or double not in COLOURS or ("bag" in values and not self.has_bag):
            return None
        used = named[3]
        for stack in cells.values():
            for face in stack:
                bit = 1 << (face >> 1)
                if used & bit:
                    return None
                used |= bit
                seconds |= bit if face & 1 else 0
        if used & self.neutral != self.neutral or named[3] & self.neutral:
            return None
        held = self.share_out(used, named, "bag" in values)
        if held is None or (self.faces_fixed and not self.tells_faces(used, named, seconds)):
            return None
        turns = Turns(1 if turn[0] == "b" else 0, number, COLOURS[honeycombo], COLOURS[double])
        try:
            return self.build(
                cells,
                turns,
                held,
                named,
                used,
                values.get("last", ""),
                seconds if self.faces_fixed else 0,
                seed,
            )
        except SetUpError:
            return None

    def read_hive(self, hive: str) -> dict[int, list[int]] | None:
        """Return by cell the faces of a hive, each of which may lie where it lies."""
        cells: dict[int, list[int]] = {}
        if hive == EMPTY:
            return cells
        start = START
        for row in hive.split("/"):
            cell = start
            for item in row.split(","):
                face = self.ground.get(item, -1)
                if face >= 0:
                    cells[cell & CELL] = [face]
                    cell += 1
                elif item in GAPS:
                    cell += GAPS[item]
                else:
                    stack = [self.any_name.get(name, -1) for name in item.split(".")]
                    if not self.may_stand(stack):
                        return None
                    cells[cell & CELL] = stack
                    cell += 1
            if cell - start > WIDEST:
                return None
            start += SOUTH_EAST
        return cells if start - START <= WIDEST * SOUTH_EAST else None

    def may_stand(self, stack: list[int]) -> bool:
        """Tell whether pieces may lie on each other (B2, G1, K3)."""
        for level, face in enumerate(stack):
            if face < 0:
                return False
            name = self.names[face]
            if level > 0:
                if name not in self.upper:
                    return False
            elif name not in (self.footing if len(stack) > 1 else self.ground):
                return False
        return True

    def read_names(self, value: str) -> list[int]:
        """Return the faces of a list of names, -1 for one that is not known."""
        if value == EMPTY:
            return []
        return [self.any_name.get(name, -1) for name in value.split(".")]

    def build(
        self,
        cells: dict[int, list[int]],
        turns: Turns,
        held: list[int],
        named: list[int],
        used: int,
        last: str,
        seconds: int,
        seed: int,
    ) -> Position | None:
        """Return the position with these pieces in these places; raise `SetUpError` if it cannot be."""
        game_type, gone = self.game_type, named[3]
        in_hand = named[0] | named[1]
        checks.check_removed(game_type, gone)
        state = self.check(turns, used, held, in_hand)
        events: list[tuple[int, int, int, int]] = []
        drawn: list[int] = []
        if last:
            mover = 1 - turns.side
            if turns.double == mover or not self.take_back_all(cells, last, events):
                return None
            placed = [face >> 1 for kind, face, _, _ in events if kind == PLACE]
            drawn = self.return_draws(held, mover, len(placed))
            for piece in placed:
                bit = 1 << piece
                if not (bit & self.sides[mover] or self.has_bag):
                    return None
                held[mover] |= bit
                in_hand |= bit
                used ^= bit
            double = SIDES[mover] if len(events) > 1 else turns.double
            turns = Turns(mover, turns.number - mover, turns.honeycombo, double)
            state = self.check(turns, used, held, in_hand)
        position = self.fresh.copy()
        position.seed = seed
        if self.is_set_up(turns, cells):
            lay_out(position, cells, (held[0], held[1]), held[2], gone, state, self.outside(seconds, cells))
            position.board.borrow()
            whole = position.board.is_connected()
            position.board.give_back()
            if not whole:
                return None
        return position if self.replay(position, events, drawn) else None

    def outside(self, seconds: int, cells: dict[int, list[int]]) -> int:
        """Return the pieces whose second face was chosen and that are not in the hive (V0d)."""
        if seconds:
            for stack in cells.values():
                seconds &= ~checks.bits(stack)
        return seconds

    def check(self, turns: Turns, used: int, held: list[int], in_hand: int) -> int:
        """Check that this turn is possible; return the state of the board at its beginning."""
        colour = SIDES[turns.side]
        checks.check_turn(self.game_type, colour, turns.number, used)
        checks.check_royals(self.game_type, colour, turns.number, used, held, in_hand)
        return checks.state_of(self.game_type, colour, turns.number, turns.honeycombo, turns.double)

    def is_set_up(self, turns: Turns, cells: dict[int, list[int]]) -> bool:
        """Tell whether more lies there than at the beginning of every game."""
        if turns.side or turns.number > 1 or self.names_all:
            return True
        return len(cells) > 1 or (len(cells) == 1 and START not in cells)

    def replay(self, position: Position, events: list[tuple[int, int, int, int]], drawn: list[int]) -> bool:
        """Make the events of the last turn happen again; tell whether they are legal."""
        for kind, face, cell, other in events:
            code = self.code_of(position, kind, face, cell, other)
            if code < 0:
                return False
            if position.board.draws_from_bag(code):
                if not drawn:
                    return False
                code = with_draw(code, self.lowest_like(position, drawn.pop()))
            if is_listed(position, code):
                play_unchecked(position, action_from_code(position, code))
            elif kind != MOVE or not chase(position, code):
                return False
        return True

    def share_out(self, used: int, named: list[int], names_bag: bool) -> list[int] | None:
        """Return the hands and the bag, the rest dealt out; None where a name is wrong or there twice."""
        white, black, bag = named[0], named[1], named[2]
        if used & (white | black | bag) or white & (black | bag) or black & bag:
            return None
        foreign = (white & self.sides[1]) | (black & self.sides[0])
        royals = self.royals[0] | self.royals[1]
        if bag & royals or foreign & (royals if self.has_bag else -1) or (white | black | bag) & self.neutral:
            return None
        rest = (self.sides[0] | self.sides[1]) & ~(used | white | black | bag)
        if self.has_bag:
            if names_bag and rest & ~royals:
                return None
            bag |= rest & ~royals
            rest &= royals
        elif bag:
            return None
        return [white | rest & self.sides[0], black | rest & self.sides[1], bag]

    def tells_faces(self, used: int, named: list[int], seconds: int) -> bool:
        """Tell whether every face is told, and those with the second have the lowest numbers (V0d)."""
        both = self.sides[0] | self.sides[1]
        if (used | named[0] | named[1] | named[2]) & both != both:
            return False
        for piece in range(1, self.size):
            if seconds >> piece & 1 and not seconds >> (piece - 1) & 1 and self.continues_kind[piece]:
                return False
        return True

    def take_back_all(
        self, cells: dict[int, list[int]], last: str, events: list[tuple[int, int, int, int]]
    ) -> bool:
        """Take the events of the last turn back, and list them as kind, face, cell and other piece."""
        for part in reversed(last.split(",")):
            found = EVENT.fullmatch(part)
            if found is None:
                return False
            mark, name, q, r, other = found.groups()
            face = self.any_name.get(name, -1)
            cell = self.top_cell(cells, face)
            if face < 0 or cell < 0:
                return False
            stack = cells[cell]
            if mark and (q is not None or other is not None):
                return False
            if q is not None:
                origin = self.origin(int(q), int(r))
                if origin < 0 or origin == cell:
                    return False
                stack.pop()
                if not stack:
                    del cells[cell]
                below = cells.setdefault(origin, [])
                below.append(face)
                if not self.may_stand(below):
                    return False
                events.append((MOVE, face, cell, origin))
            elif other is not None:
                facing = self.any_name.get(other, -1)
                at = self.top_cell(cells, facing)
                if at < 0 or at == cell:
                    return False
                cells[cell], cells[at] = cells[at], cells[cell]
                events.append((SWAP, face, cell, facing >> 1))
            elif mark == "+":
                stack.pop()
                if not stack:
                    del cells[cell]
                events.append((PLACE, face, cell, 0))
            elif mark:
                if not self.has_two_faces[face >> 1] or self.faces_fixed:
                    return False
                stack[len(stack) - 1] = face ^ 1
                if self.names[face ^ 1] not in self.any_name or not self.may_stand(stack):
                    return False
                events.append((FLIP if mark == "=" else STING, face, cell, 0))
            else:
                return False
        events.reverse()
        return True

    def top_cell(self, cells: dict[int, list[int]], face: int) -> int:
        """Return the cell on which a face lies uppermost, or -1."""
        for cell, stack in cells.items():
            if stack[len(stack) - 1] == face:
                return cell
        return -1

    def origin(self, q: int, r: int) -> int:
        """Return the cell that a piece came from, at most one hex beyond the others; -1 for one far away."""
        if q < -1 or r < -1 or q > WIDEST or r > WIDEST:
            return -1
        return (START + q + SOUTH_EAST * r) & CELL

    def return_draws(self, held: list[int], mover: int, count: int) -> list[int]:
        """Put the pieces drawn for placements back into the bag (S2); return them."""
        drawn: list[int] = []
        if held[2] == 0 or count == 0:
            return drawn
        hand = held[mover] & ~self.royals[mover]
        for piece in range(self.size - 1, -1, -1):
            if hand >> piece & 1 and len(drawn) < count:
                drawn.insert(0, piece)
                held[mover] ^= BIT[piece]
                held[2] |= BIT[piece]
        return drawn

    def code_of(self, position: Position, kind: int, face: int, cell: int, other: int) -> int:
        """Return the action by which an event happens, or -1."""
        board = position.board
        piece = face >> 1
        if kind == PLACE:
            return PLACE | (SECOND_FACE if face & 1 else 0) | piece << PIECE_SHIFT | cell
        if kind == MOVE:
            return MOVE | piece << PIECE_SHIFT | cell
        if kind == FLIP:
            return FLIP | piece << PIECE_SHIFT
        if kind == SWAP:
            return SWAP | piece << PIECE_SHIFT | other
        found = -1
        board.borrow()
        for i in range(board.generate(0)):
            if board.moves[i] & KIND == STING and target_of(board.moves[i]) == piece:
                found = board.moves[i]
                break
        board.give_back()
        return found

    def lowest_like(self, position: Position, piece: int) -> int:
        """Return the piece that is drawn for one of its kind: the lowest number in the bag (N)."""
        board = position.board
        for i in range(64):
            if board.kind_bits[i] & BIT[piece]:
                for other in range(self.size):
                    if board.kind_bits[i] & board.bag & BIT[other]:
                        return other
        return piece


@lru_cache(maxsize=64)
def codec_of(game_type: GameType) -> PositionCodec:
    """Return the codec of a game type."""
    return PositionCodec(game_type)
