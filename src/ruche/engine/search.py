"""The search: principal variation search in numbered steps, `Search.search`.

It works on the integers of the rules' core, where a move is any action. Scores are those of the evaluation,
for the side to move; a forced win is `WIN` less the number of moves to it. With the Honeycombo a side may act
twice in a row: then a score is passed up as it is, not negated (`descend`). `search.pxd` gives the fields C
types; several `Search`es, one a thread, share one transposition table.
"""

from __future__ import annotations

import math
import random
import zlib

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.engine import score as scores
from ruche.engine.accumulator import Accumulator
from ruche.engine.move_picker import MovePicker
from ruche.engine.network import Network
from ruche.engine.transposition import TranspositionTable
from ruche.rules.core import tables
from ruche.rules.core.board import Board
from ruche.rules.facts import bugs
from ruche.rules.position import Position

if not cython.compiled:
    from ruche.engine.accumulator import last_turn_value
    from ruche.engine.finish import find_finish, is_threatened
    from ruche.engine.move_picker import NO_MOVE, RANK_COUNTERMOVE, TACTICAL, divide
    from ruche.engine.repetition import repeats
    from ruche.engine.royal_safety import exposed
    from ruche.engine.transposition import unpack_action, unpack_bound, unpack_depth, unpack_score
    from ruche.rules.core.bits import lowest, mix, step
    from ruche.rules.core.codes import (
        CELL,
        DRAWN,
        FIRST,
        KIND,
        MOVE,
        PASS,
        PIECE_SHIFT,
        SECOND,
        STING,
        SWAP,
        TURNS,
        target_of,
    )
    from ruche.rules.core.hive import beside
    from ruche.rules.core.state import with_draw, without_draw

MAX_PLY = 64
WIN, MATE_BOUND, INFINITE = scores.WIN, scores.MATE_BOUND, scores.INFINITE
STOPPED = -1
UNWINDING = 2  # stops a search only up to a position whose result another thread has stored

LUCK = 1_500  # the most that a forced end is worth if only some draws from the bag allow it
FUTILITY_MARGIN = 20  # how much a score may change with each ply
NULL_DEPTH = 2  # by how much less deep the null move is searched
SPLIT_DEPTH = 4  # from here on threads share the work on a position
NO_SCORE = INFINITE + 1  # the position must be searched

THROWS = bugs.THROW | bugs.MIMIC
UPPER, LOWER, EXACT = 1, 2, 3
ABILITIES, BIT, LOWEST = tables.ABILITIES, tables.BIT, tables.LOWEST
# By depth * 64 + number of the move: late move reductions.
REDUCTIONS = [int(0.5 + math.log(max(1, i // 64)) * math.log(max(1, i % 64)) / 2.2) for i in range(4096)]
# By depth: after how many moves the quiet ones are pruned (late move pruning).
LMP_COUNTS = [0, 12, 20, 36, 60, 0, 0, 0]
LMP_DEPTH = 4
FUTILITY_DEPTH = 5
EVAL_CACHE = 16384  # entries
HALF = 1 << 15


def max_depth() -> int:
    """Return how deep a search can go."""
    return MAX_PLY - 8


def score_at(entry: int, ply: int) -> int:
    """Return the score of an entry: wins are stored as counted from the position, not from the root."""
    score = unpack_score(entry)
    if score > MATE_BOUND:
        return score - ply
    if score < -MATE_BOUND:
        return score + ply
    return score


class CurrentIteration:
    """The number of the iteration that searches are to work on; those at another one stop."""

    def __init__(self) -> None:
        self.number = 0

    def stop(self) -> None:
        """Tell all searches to stop for good."""
        self.number = STOPPED

    def is_stopped(self) -> bool:
        """Tell whether all searches are to stop."""
        return self.number == STOPPED


class Search:
    """One thread's search of one position."""

    def __init__(
        self,
        position: Position,
        table: TranspositionTable,
        network: Network,
        current: CurrentIteration,
        *,
        seed: int = 0,
        noise: int = 0,
        overlook: int = 0,
        shared: bool = False,
    ) -> None:
        self.board = position.board  # the position is the search's own
        self.board.borrow()
        self.board.reserve(2 * MAX_PLY + 8)
        self.table = table
        self.accumulator = Accumulator(network, self.board)
        self.current = current
        self.nodes = 0
        self.budget = 1 << 62  # nodes
        self.iteration = 0
        self.depth = 0
        self.root_ply = self.board.ply
        self.noise = noise  # how far off the evaluation may be
        self.overlook = overlook  # of a thousand actions, how many are overlooked
        self.shared = shared  # whether other threads search the same position
        self.stopped = 0
        self.last_finished = 0  # the last value of `TranspositionTable.finished`
        self.picker = MovePicker()
        self.repetition = position.game_type.repetition == "draw"
        abilities = position.game_type.abilities
        # Whether the last turn is part of a position (R4), and if so, whether only because of pieces that
        # may not be thrown.
        self.last_turn_matters = bool(abilities & (bugs.POWERS | bugs.CHASE)) or self.board.flippable != 0
        self.throws_only = abilities & (bugs.POWERS | bugs.CHASE) == bugs.THROW and self.board.flippable == 0
        self.salt = mix(zlib.crc32(repr(position.game_type).encode()))  # one table may serve several types
        self.seed = mix(seed & 0xFFFF_FFFF_FFFF_FFFF)
        shuffled = list(range(64))
        random.Random(seed).shuffle(shuffled)
        self.draw_order = shuffled  # in which the search assumes that pieces are drawn
        self.count = 0
        if not cython.compiled:
            self.make_room()
        self.begin()

    def make_room(self) -> None:
        """Make the arrays that are part of a compiled object from the start, all zeros."""
        self.root_codes = [0] * 1024
        self.deferred = [0] * 1024  # root moves that another thread is searching
        self.eval_cache = [0] * 16384  # evaluations, by key
        self.node_key = [0] * 64  # by ply: what is asked about the positions between the root and here
        self.node_depth = [0] * 64
        self.node_alpha = [0] * 64
        self.node_beta = [0] * 64
        self.pv_length = [0] * 64
        self.pv = [0] * 4096  # 64 moves a ply
        self.root_pv = [0] * 1024  # the best line, after its length

    # -- the root ----------------------------------------------------------------------------------

    def begin(self) -> None:
        """List the moves at the root, the overlooked ones left out."""
        board = self.board
        end = board.generate(0)
        self.picker.rank_all(board, 0, end, NO_MOVE, 0)
        for i in range(min(end, 1024)):
            self.picker.bring_best(board, i, end)
            if not self.overlooked(board, board.moves[i]):
                self.root_codes[self.count] = board.moves[i]
                self.count += 1
        if self.count == 0 and end > 0:
            self.root_codes[0] = board.moves[0]
            self.count = 1

    def iterate(self, iteration: int, depth: int, first: int, alpha: int, beta: int) -> int:
        """Search to a depth for the best action after the `first` best ones; keep its line.

        Return its score: exact between alpha and beta, else a bound.
        """
        self.iteration = iteration
        self.depth = depth
        self.stopped = 0
        with cython.nogil:
            score = self.root(self.board, depth, alpha, beta, first)
        return score

    def is_stopped(self) -> bool:
        """Tell whether the last iteration was cut short."""
        return self.stopped != 0

    def begin_with(self, codes: list[int]) -> None:
        """Put some root actions first."""
        for rank, code in enumerate(codes):
            self.promote(rank, self.find_root(code))

    def action(self, rank: int) -> int:
        """Return the code of the root action of a rank."""
        return self.root_codes[rank]

    def best_line(self) -> list[int]:
        """Return the codes of the line that the last iteration found best."""
        return [self.root_pv[i + 1] for i in range(self.root_pv[0])]

    def root(self, board: Board, depth: int, alpha: int, beta: int, first: int) -> int:
        """Search the root moves from a rank on; the best one is brought to that rank."""
        best = -INFINITE
        key = self.key_of(board)
        deferred = 0
        turn = first
        while turn < self.count + deferred:
            i = turn
            if turn >= self.count:
                i = self.find_root(self.deferred[turn - self.count])
            turn += 1
            code = self.root_codes[i]
            if self.shared and i > first and depth >= SPLIT_DEPTH:  # as in step 10 of `search`
                if turn <= self.count and self.table.should_defer(key, code):
                    self.deferred[deferred] = code
                    deferred += 1
                    continue
                self.table.start_searching(key, code)
            if i == first:
                score = self.root_child(board, code, depth, alpha, beta)
            else:
                score = self.root_child(board, code, depth, alpha, alpha + 1)
                if score > alpha and not self.stopped and beta - alpha > 1:
                    score = self.root_child(board, code, depth, alpha, beta)
            self.table.finish_searching(key, code)
            if self.stopped:
                return best
            if score > best:
                best = score
                if score > alpha or i == first:
                    self.promote(first, i)
                    self.keep_root_pv(code)
            if score > alpha:
                alpha = score
            if alpha >= beta:
                break
        return best

    def find_root(self, code: int) -> int:
        """Return the rank of a root action."""
        i = 0
        while self.root_codes[i] != code:
            i += 1
        return i

    def promote(self, first: int, i: int) -> None:
        """Bring a root action to the front."""
        code = self.root_codes[i]
        while i > first:
            self.root_codes[i] = self.root_codes[i - 1]
            i -= 1
        self.root_codes[first] = code

    def keep_root_pv(self, code: int) -> None:
        """Keep the line that begins with a root action just searched."""
        self.root_pv[0] = self.pv_length[1] + 1
        self.root_pv[1] = code
        for j in range(self.pv_length[1]):
            self.root_pv[j + 2] = self.pv[64 + j]

    def root_child(self, board: Board, code: int, depth: int, alpha: int, beta: int) -> int:
        """Search a root move; one that draws from the bag and looks good is averaged over all draws (S2)."""
        score = self.descend(board, code, depth - 1, alpha, beta, 0, 0, False)
        if board.bag and score > alpha and not self.stopped and board.draws_from_bag(code):
            return self.expect(board, code, depth, alpha, beta)
        return score

    def expect(self, board: Board, code: int, depth: int, alpha: int, beta: int) -> int:
        """Return the average score of a move over the pieces that it may draw.

        A forced end that needs luck counts as LUCK points: more would outweigh everything else.
        """
        total = 0
        limited = 0
        worst = INFINITE
        best = -INFINITE
        weight = 0
        drawable = board.drawable()
        while drawable:
            piece = lowest(drawable)
            drawable &= drawable - 1
            alike = 0
            for i in range(64):
                if board.kind_bits[i] & BIT[piece]:
                    alike = board.size(board.bag & board.kind_bits[i])
            drawing = with_draw(code, piece)
            score = self.descend(board, drawing, depth - 2, -INFINITE, INFINITE, 0, 0, False)
            worst = score if score < worst else worst
            best = score if score > best else best
            total += alike * score
            limited += alike * max(-LUCK, min(LUCK, score))
            weight += alike
            if self.stopped:
                return alpha
        return divide(total if worst > MATE_BOUND or best < -MATE_BOUND else limited, weight)

    # -- the tree ----------------------------------------------------------------------------------

    def descend(
        self, board: Board, code: int, depth: int, alpha: int, beta: int, ply: int, start: int, may_pass: bool
    ) -> int:
        """Return the score of a move for the side that makes it, which may be to move again (K5)."""
        me = board.state >> TURNS & 1
        board.make(self.with_draw(board, code))
        if board.state >> TURNS & 1 == me:
            score = self.search(board, depth, alpha, beta, ply + 1, start, may_pass)
        else:
            score = -self.search(board, depth, -beta, -alpha, ply + 1, start, may_pass)
        board.unmake()
        return score

    def search(
        self, board: Board, depth: int, alpha: int, beta: int, ply: int, start: int, may_pass: bool
    ) -> int:
        """Return the score of a position: exact between alpha and beta, else a bound."""
        # 1. Count the node. Stop if asked to, or if another thread has finished a position above this one.
        # (Memory is slow: the table's entry is requested ahead of need.)
        self.nodes += 1
        self.pv_length[ply] = 0
        key = self.prefetch(board) if depth > 0 else 0
        if self.must_stop(ply):
            return 0

        # 2. The end of the game, and repetitions.
        score = self.final_score(board, ply)
        if score != NO_SCORE:
            return score

        # 3. Mate distance pruning: a win further away than one already known is of no use.
        alpha = max(alpha, ply - WIN)
        beta = min(beta, WIN - ply - 1)
        if alpha >= beta:
            return alpha

        # 4. The horizon. A threat to one's own royal is searched one ply deeper.
        is_pv = beta - alpha > 1
        in_danger = exposed(board, board.state >> TURNS & 1)
        if depth <= 0:
            score = self.search_horizon(board, alpha, beta, ply, start, in_danger)
            if score != NO_SCORE:
                return score
            depth = 1
            key = self.key_of(board)
        if ply > MAX_PLY - 4:
            return self.value_of(board)

        # 5. The transposition table. (Its entry is still on its way: evaluate the position meanwhile.)
        is_quiet = not is_pv and not in_danger and -MATE_BOUND < beta < MATE_BOUND
        value = self.value_of(board) if is_quiet else 0
        entry = self.table.find(key)
        hash_move = unpack_action(entry) if entry else NO_MOVE
        if entry and not is_pv:
            score = score_at(entry, ply)
            if self.gives_cutoff(entry, depth, alpha, beta, score):
                return score
        is_shared = self.shared and depth >= SPLIT_DEPTH
        if self.shared:
            self.note_node(ply, key, depth if is_shared else 0, alpha, beta)

        # 6. Reverse futility: the position is so good that a few plies will hardly change it.
        if is_quiet and depth <= FUTILITY_DEPTH and value - FUTILITY_MARGIN * depth >= beta:
            return value

        # 7. Null move: if passing still fails high, a real move would too.
        if is_quiet and may_pass and depth > NULL_DEPTH and value >= beta:
            score = self.search_null_move(board, depth, beta, ply, start)
            if self.stopped:
                return self.unwind(board, ply, start)
            if score >= beta:
                return score

        # 8. Try the moves in the order of the picker.
        self.picker.begin(ply, start, hash_move, depth >= SPLIT_DEPTH)
        best = -INFINITE
        best_move = NO_MOVE
        bound = UPPER
        tried = 0
        while (i := self.picker.next(board, ply, tried)) >= 0:
            code = board.moves[i]
            is_tactical = self.picker.rank[i] >= TACTICAL
            is_deferred = i >= self.picker.last[ply]

            # 9. Late move pruning: near the horizon, quiet moves that come late are left out.
            if not is_pv and not in_danger and not is_tactical and best > -MATE_BOUND:
                if depth <= LMP_DEPTH and tried >= LMP_COUNTS[depth] and not is_deferred:
                    self.picker.skip_late(ply, tried)
                    continue
            if self.overlook and tried and self.overlooked(board, code):
                continue

            # 10. Defer moves that another thread is searching (ABDADA); their results will be in the table
            # when we return to them.
            if not is_deferred:
                tried += 1
            number = self.picker.deferred_number[i] if is_deferred else tried  # all threads reduce equally
            is_split = is_shared and number > 1
            if is_split and not self.claim(board, key, code, ply, number):
                continue

            # 11. Search the move, a late one less deep (late move reductions).
            less = 0
            if depth > 2 and number > 3 and not is_tactical and not in_danger:
                less = self.reduction(depth, number, self.picker.rank[i], is_pv)
            score = self.search_move(board, code, depth - 1, less, alpha, beta, ply, number)
            if is_split:
                self.table.finish_searching(key, code)
            if self.stopped:
                return self.unwind(board, ply, start)
            if score > best:
                best = score
                best_move = code
            if score > alpha:
                alpha = score
                bound = EXACT
                if is_pv:
                    self.update_pv(code, ply)

            # 12. A cutoff: the opponent will not allow this position.
            if alpha >= beta:
                bound = LOWER
                self.picker.reward(board, ply, code, depth)
                break

        # 13. Store the result.
        self.store(key, best_move, best, depth, bound, ply)
        return best

    def prefetch(self, board: Board) -> int:
        """Return the key of a position, and request its entry of the table."""
        key = self.key_of(board)
        self.table.prefetch(key)
        return key

    def must_stop(self, ply: int) -> bool:
        """Tell whether to leave a position at once; `stopped` says how far up."""
        if self.current.number != self.iteration or self.nodes >= self.budget:
            self.stopped = 1
            return True
        return self.shared and self.last_finished != self.table.finished and self.has_cutoff_above(ply)

    def final_score(self, board: Board, ply: int) -> int:
        """Return the score of a game that is over or goes round in circles (E4), NO_SCORE of any other."""
        me = board.state >> TURNS & 1
        if board.lost(me):
            return 0 if board.lost(1 - me) else ply - WIN
        if board.lost(1 - me):
            return WIN - ply
        if self.repetition and repeats(board, self.root_ply):
            return 0
        return NO_SCORE

    def search_null_move(self, board: Board, depth: int, beta: int, ply: int, start: int) -> int:
        """Return what passing is worth; nothing in a double turn (K5), where a pass is a move of its own."""
        if board.state & (FIRST | SECOND):
            return -INFINITE
        left = depth - 1 - NULL_DEPTH - depth // 4
        score = self.descend(board, PASS, left, beta - 1, beta, ply, start, False)
        return beta if score > MATE_BOUND else score

    def search_horizon(
        self, board: Board, alpha: int, beta: int, ply: int, start: int, in_danger: bool
    ) -> int:
        """Return the score at the horizon: see wins at once, and return NO_SCORE if one must be parried."""
        me = board.state >> TURNS & 1
        value = self.value_of(board)
        if value >= beta and beta - alpha == 1 and not in_danger:
            return value
        if exposed(board, 1 - me):
            winning_move = find_finish(board, start, 1 - me)
            if winning_move != NO_MOVE:
                self.pv_length[ply + 1] = 0
                self.update_pv(winning_move, ply)
                return WIN - ply - 1
        if value <= alpha or not in_danger or ply >= 2 * self.depth:
            return value
        return NO_SCORE if is_threatened(board, start, me) else value

    def search_move(
        self, board: Board, code: int, depth: int, less: int, alpha: int, beta: int, ply: int, number: int
    ) -> int:
        """Search the first move fully, later ones less deep in a null window and again if better."""
        start = self.picker.end[ply]
        if number == 1:
            return self.descend(board, code, depth, alpha, beta, ply, start, True)
        score = self.descend(board, code, depth - less, alpha, alpha + 1, ply, start, True)
        if less and score > alpha and not self.stopped:
            score = self.descend(board, code, depth, alpha, alpha + 1, ply, start, True)
        if alpha < score < beta and not self.stopped:
            score = self.descend(board, code, depth, alpha, beta, ply, start, True)
        return score

    def store(self, key: int, code: int, score: int, depth: int, bound: int, ply: int) -> None:
        """Store a result; a win is counted from the position there, not from the root."""
        if score > MATE_BOUND:
            score += ply
        elif score < -MATE_BOUND:
            score -= ply
        self.table.store(key, code, score, depth, bound)
        if self.shared and depth >= SPLIT_DEPTH:
            self.table.finished += 1

    # -- several threads ---------------------------------------------------------------------------

    def claim(self, board: Board, key: int, code: int, ply: int, number: int) -> bool:
        """Tell other threads that this one searches a move; defer it if one of them does so already."""
        if not self.picker.is_deferred(ply) and self.table.should_defer(key, code):
            self.picker.defer(board, ply, number)
            return False
        self.table.start_searching(key, code)
        return True

    def note_node(self, ply: int, key: int, depth: int, alpha: int, beta: int) -> None:
        """Note window and depth of a node, so that another thread's result can cut it off (depth 0: not)."""
        self.node_depth[ply] = depth
        self.node_key[ply] = key
        self.node_alpha[ply] = alpha
        self.node_beta[ply] = beta

    def has_cutoff_above(self, ply: int) -> bool:
        """Tell whether another thread has stored a result that cuts off a position above; unwind up to it."""
        self.last_finished = self.table.finished
        for above in range(1, ply):
            if not self.node_depth[above]:
                continue
            entry = self.table.find(self.node_key[above])
            if not entry:
                continue
            score = score_at(entry, above)
            alpha = self.node_alpha[above]
            beta = self.node_beta[above]
            if beta - alpha > 1 and (score > MATE_BOUND or score < -MATE_BOUND):
                continue  # a win must be shown to its end
            if self.gives_cutoff(entry, self.node_depth[above], alpha, beta, score):
                self.stopped = UNWINDING
                self.cutoff_ply = above
                self.cutoff_score = score
                return True
        return False

    def unwind(self, board: Board, ply: int, start: int) -> int:
        """Leave a position; if another thread has stored its score, return that and go on from there."""
        if self.stopped != UNWINDING or self.cutoff_ply != ply:
            return 0
        self.stopped = 0
        if self.node_beta[ply] - self.node_alpha[ply] > 1:
            self.read_pv(board, ply, start)
        return self.cutoff_score

    def read_pv(self, board: Board, ply: int, start: int) -> None:
        """Read the principal variation from here out of the table, where other threads have left it."""
        length = 0
        going = True
        while going and ply + length < 62:
            entry = self.table.find(self.key_of(board))
            code = unpack_action(entry)
            going = entry != 0 and unpack_bound(entry) == EXACT and board.is_listed(code, start)
            if going:
                self.pv[64 * ply + length] = code
                length += 1
                board.make(self.with_draw(board, code))
        self.pv_length[ply] = length
        while length > 0:
            board.unmake()
            length -= 1

    def gives_cutoff(self, entry: int, depth: int, alpha: int, beta: int, score: int) -> bool:
        """Tell whether an entry of the table is deep enough and bounds the score outside the window."""
        if unpack_depth(entry) < depth:
            return False
        bound = unpack_bound(entry)
        return bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)

    def reduction(self, depth: int, number: int, rank: int, is_pv: bool) -> int:
        """Return by how much less deep a late move is searched."""
        less = REDUCTIONS[(depth if depth < 63 else 63) * 64 + (number if number < 63 else 63)]
        if rank >= RANK_COUNTERMOVE:
            less -= 1
        if is_pv and less > 0:
            less -= 1
        if less > depth - 2:
            less = depth - 2
        return less if less > 0 else 0

    def update_pv(self, code: int, ply: int) -> None:
        """Write down the principal variation from here: this move, then the one after it."""
        self.pv[64 * ply] = code
        length = self.pv_length[ply + 1]
        if length > 62 - ply:
            length = 62 - ply
        for i in range(length):
            self.pv[64 * ply + 1 + i] = self.pv[64 * ply + 64 + i]
        self.pv_length[ply] = length + 1

    # -- positions ---------------------------------------------------------------------------------

    def key_of(self, board: Board) -> int:
        """Return the key of a position in the table: with what the last turn did, where that matters (R4)."""
        key = board.zobrist() ^ self.salt
        if not self.last_turn_matters:
            return key
        turn = board.state >> TURNS
        i = board.ply - 1
        while i >= 0 and board.history[i].state >> TURNS >= turn - 1:
            code = board.history[i].code
            if not self.throws_only or (code & KIND == MOVE and self.may_matter(board, code >> PIECE_SHIFT)):
                what = code & ~(DRAWN | CELL)
                if code & KIND == STING or code & KIND == SWAP:
                    what |= target_of(code)
                key ^= mix(mix(what) + 4 * (i + 8 - board.ply) + (board.history[i].state & (FIRST | SECOND)))
            i -= 1
        return key

    def may_matter(self, board: Board, piece: int) -> bool:
        """Tell whether it matters that a piece rests: it is one's own, or a thrower is near (R1, B7)."""
        me = board.state >> TURNS & 1
        if board.colour[piece] == me:
            return True
        cell = board.pos[piece]
        todo = beside(board, cell, me)
        while todo:
            if ABILITIES[board.bug[board.top[step(cell, LOWEST[todo])]]] & THROWS:
                return True
            todo &= todo - 1
        return False

    def value_of(self, board: Board) -> int:
        """Return the evaluation, with some noise for weaker levels."""
        key = board.zobrist()
        at = key & (EVAL_CACHE - 1)
        if (self.eval_cache[at] ^ key) >> 16 != 0:  # the rest of the word is the value
            self.eval_cache[at] = (key >> 16 << 16) + self.accumulator.evaluate(board) + HALF
        value = (self.eval_cache[at] & 0xFFFF) - HALF + last_turn_value(board)
        if self.noise:
            value += mix(board.key ^ self.seed) % (2 * self.noise + 1) - self.noise
        return value

    def overlooked(self, board: Board, code: int) -> bool:
        """Tell whether a weaker level overlooks an action."""
        return self.overlook > 0 and mix(self.seed ^ without_draw(code)) % 1000 < self.overlook

    def with_draw(self, board: Board, code: int) -> int:
        """Return an action with the piece that it is imagined to draw, if it draws and names none (S2)."""
        if board.bag == 0 or code & DRAWN or not board.draws_from_bag(code):
            return code
        for i in range(64):
            if board.bag & BIT[self.draw_order[i]]:
                return with_draw(code, self.draw_order[i])
        return code
