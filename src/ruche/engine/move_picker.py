"""The order of moves: those that were good elsewhere first, then all others by rank.

`MovePicker` gives the moves of a position one by one in stages: the hash move, two killers, the countermove
(none of them needs a list of moves), then all others by what they do to the royals and by their history.
Moves that another thread is searching are deferred to the end. `move_picker.pxd` gives the fields C types.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.engine import distance
from ruche.rules.core.board import Board

if not cython.compiled:
    from ruche.engine.royal_safety import ring_count
    from ruche.rules.core.codes import (
        CELL,
        KILL,
        KIND,
        KIND_AND_FACE,
        MOVE,
        OPERANDS,
        PIECE_BITS,
        PIECE_SHIFT,
        PLACE,
        TURNS,
        piece_of,
        target_of,
    )
    from ruche.rules.core.hive import height_at

NO_MOVE = OPERANDS | KIND_AND_FACE

# Stages of a position; the second killer's follows the first's.
HASH_MOVE, FIRST_KILLER, COUNTERMOVE, STAGES, GENERATED = 0, 1, 3, 4, 5

# Ranks by which moves are sorted. History, which lies between -8,000 and 8,000, is added to them.
RANK_HASH_MOVE = 1 << 20
RANK_RING = 50_000  # fills a neighbour of the enemy's royal, or climbs it
RANK_NEAR = 9_000  # the same, as long as few neighbours are filled
RANK_KILLER = 20_000
RANK_SECOND = 18_000
RANK_COUNTERMOVE = 12_000
RANK_HOME = 6_000  # makes room around the player's own royal
TACTICAL = 35_000  # from here on a move is never pruned or reduced

MAX_HISTORY = 8_000
SORTED = 24  # how many moves are sorted by rank; the order of the rest hardly matters
DISTANCE = distance.DISTANCE


def divide(total: int, parts: int) -> int:
    """Divide, rounding towards zero, as C does and Python does not."""
    return -(-total // parts) if total < 0 else total // parts


def history_index(code: int) -> int:
    """Return where a move's history lies: by most bits of its destination, and its piece.

    A side's moves to one hex lie together, in one line of the processor's cache.
    """
    return (code & 1023) << PIECE_BITS | piece_of(code)


class MovePicker:
    """The order of moves of one search: its history, and a place for every ply between root and leaf."""

    def __init__(self) -> None:
        if not cython.compiled:  # compiled, they are part of the object and zero from the start
            self.history = [0] * 65536  # by `history_index` of a move: how often it was good lately
            self.countermoves = [0] * 65536  # by `history_index` of the last move: what refuted it
            self.killers = [0] * 128  # two a ply: what refuted other moves there
            self.rank = [0] * 65536  # of moves[i]
            self.deferred_number = [0] * 65536  # of a deferred move: when it was its turn
            # By ply: the moves given so far are moves[start:index]. Then come those up to `last`, generated
            # or staged, and up to `end` the deferred ones.
            self.start, self.index, self.last, self.end = [0] * 64, [0] * 64, [0] * 64, [0] * 64
            self.stage, self.stages = [0] * 64, [0] * 64
            self.hash_move = [0] * 64
        for i in range(128):
            self.killers[i] = NO_MOVE
        for i in range(65536):
            self.countermoves[i] = NO_MOVE

    # -- one by one --------------------------------------------------------------------------------

    def begin(self, ply: int, start: int, hash_move: int, is_shared: bool) -> None:
        """Begin a position; its moves will be in moves[start:]."""
        self.start[ply] = self.last[ply] = self.end[ply] = start
        self.index[ply] = start - 1
        self.hash_move[ply] = hash_move
        self.stage[ply] = HASH_MOVE
        # Only generated moves can be deferred: where threads share the work, just the hash move goes first.
        self.stages[ply] = FIRST_KILLER if is_shared else STAGES

    def next(self, board: Board, ply: int, tried: int) -> int:
        """Return where in `moves` the next move is, after some that were tried; -1 at the end."""
        i = self.index[ply] + 1
        while i == self.last[ply] and self.stage[ply] != GENERATED:
            self.add_stage(board, ply, i)
        self.index[ply] = i
        if i >= self.last[ply]:  # a deferred move, if there is one
            return i if i < self.end[ply] else -1
        if tried < SORTED and self.stage[ply] == GENERATED:
            self.bring_best(board, i, self.last[ply])
        return i

    def add_stage(self, board: Board, ply: int, i: int) -> None:
        """Add the move of the next stage, or after the last stage all others."""
        stage = self.stage[ply]
        start = self.start[ply]
        # If there is a hash move that only the list can prove legal, it comes first all the same.
        unproven = stage == FIRST_KILLER and i == start and self.hash_move[ply] != NO_MOVE
        if stage == self.stages[ply] or unproven:
            self.stage[ply] = GENERATED
            self.last[ply] = self.generate_others(board, ply, start, i)
        else:
            self.stage[ply] = stage + 1
            self.last[ply] = self.add_staged(board, start, i, self.staged(board, ply, stage))
        self.end[ply] = self.last[ply]

    def staged(self, board: Board, ply: int, stage: int) -> int:
        """Return the move of a stage, which may be illegal here."""
        if stage == HASH_MOVE:
            return self.hash_move[ply]
        if stage == COUNTERMOVE:
            return self.countermoves[history_index(board.history[board.ply - 1].code)]
        return self.killers[2 * ply + stage - FIRST_KILLER]

    def add_staged(self, board: Board, start: int, last: int, code: int) -> int:
        """Add a move to moves[start:last], if it is new there and legal; return the end."""
        for i in range(start, last):
            if board.moves[i] == code:
                return last
        if not board.can_do(code, last):
            return last
        board.moves[last] = code
        self.rank[last] = RANK_HASH_MOVE
        return last + 1

    def generate_others(self, board: Board, ply: int, start: int, last: int) -> int:
        """Generate and rank all moves that are not in moves[start:last]; return the end."""
        end = board.generate(last)
        for i in range(start, last):
            for j in range(last, end):
                if board.moves[j] == board.moves[i]:
                    end -= 1
                    board.moves[j] = board.moves[end]
                    break
        self.rank_all(board, last, end, self.hash_move[ply], ply)
        return end

    def skip_late(self, ply: int, tried: int) -> None:
        """Skip the generated moves up to the next tactical one."""
        i = self.index[ply]
        if tried < SORTED:
            i = self.last[ply] - 1  # all others rank lower than the last one given
        while i + 1 < self.last[ply] and self.rank[i + 1] < TACTICAL:
            i += 1
        self.index[ply] = i

    def defer(self, board: Board, ply: int, number: int) -> None:
        """Give the last move again at the end; `number` says how many were tried before it."""
        end = self.end[ply]
        board.moves[end] = board.moves[self.index[ply]]
        self.rank[end] = self.rank[self.index[ply]]
        self.deferred_number[end] = number
        self.end[ply] = end + 1

    def is_deferred(self, ply: int) -> bool:
        """Tell whether the last move given was deferred before."""
        return self.index[ply] >= self.last[ply]

    # -- what is learnt from cutoffs ---------------------------------------------------------------

    def reward(self, board: Board, ply: int, code: int, depth: int) -> None:
        """Remember a move that caused a cutoff, and lower the history of those tried before it."""
        if self.killers[2 * ply] != code:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = code
        if board.ply > 0:
            self.countermoves[history_index(board.history[board.ply - 1].code)] = code
        bonus = depth * depth * 8 if depth < 12 else 1200
        at = history_index(code)
        self.history[at] += bonus - divide(self.history[at] * bonus, MAX_HISTORY)
        last = self.last[ply] if self.is_deferred(ply) else self.index[ply]
        for i in range(self.start[ply], last):
            if board.moves[i] != code:  # it may have been deferred
                at = history_index(board.moves[i])
                self.history[at] -= bonus // 4 + divide(self.history[at] * (bonus // 4), MAX_HISTORY)

    # -- ranks -------------------------------------------------------------------------------------

    def rank_all(self, board: Board, start: int, end: int, hash_move: int, ply: int) -> None:
        """Give every move in moves[start:end] its rank."""
        me = board.state >> TURNS & 1
        home = board.pos[board.start[me]]
        target = board.pos[board.start[1 - me]]
        ring = RANK_RING if ring_count(board, 1 - me) > 2 else RANK_NEAR
        first = self.killers[2 * ply]
        second = self.killers[2 * ply + 1]
        counter = NO_MOVE
        if board.ply > 0:
            counter = self.countermoves[history_index(board.history[board.ply - 1].code)]
        mover = -1
        leaving = 0
        for i in range(start, end):
            code = board.moves[i]
            rank = self.history[history_index(code)]
            kind = code & KIND
            if target >= 0 and kind <= PLACE:
                if kind == MOVE and code >> PIECE_SHIFT != mover:
                    mover = code >> PIECE_SHIFT  # the moves of a piece mostly lie together
                    leaving = self.rank_leaving(board, board.pos[mover], home, target)
                rank += self.rank_arriving(board, code, leaving, home, target, ring)
            elif kind == KILL and target >= 0 and board.top[target] == target_of(code):
                rank = RANK_HASH_MOVE - 1
            if code == hash_move:
                rank = RANK_HASH_MOVE
            elif code == first:
                rank += RANK_KILLER
            elif code == second:
                rank += RANK_SECOND
            elif code == counter:
                rank += RANK_COUNTERMOVE
            self.rank[i] = rank

    def rank_leaving(self, board: Board, origin: int, home: int, target: int) -> int:
        """Rank leaving a hex: bad beside the enemy's royal, good beside the player's own."""
        if height_at(board, origin) == 1:
            if DISTANCE[(origin - target) & CELL] == 1:
                return -RANK_HOME
            if home >= 0 and DISTANCE[(origin - home) & CELL] == 1:
                return RANK_HOME
        return 0

    def rank_arriving(self, board: Board, code: int, leaving: int, home: int, target: int, ring: int) -> int:
        """Rank a move or a placement by what it does to the royals."""
        to = code & CELL
        away = DISTANCE[(to - target) & CELL]
        rank = 0
        if code & KIND == MOVE:
            if leaving < 0:
                return leaving
            if leaving > 0 and DISTANCE[(to - home) & CELL] > 1:
                rank = leaving  # it makes room around the player's own royal
        if away == 0 or (away == 1 and height_at(board, to) == 0):
            rank += ring
        return rank

    def bring_best(self, board: Board, i: int, end: int) -> None:
        """Swap the move of the highest rank in moves[i:end] to the front."""
        rank = self.rank[i]
        for j in range(i + 1, end):
            rank = self.rank[j] if self.rank[j] > rank else rank
        best = i
        while self.rank[best] != rank:
            best += 1
        code = board.moves[best]
        board.moves[best] = board.moves[i]
        board.moves[i] = code
        self.rank[best] = self.rank[i]
        self.rank[i] = rank
