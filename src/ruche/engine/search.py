"""The search: what is the best action? Told in numbered steps, in `Search.search`.

Alpha-beta in its form of principal variation search, on the integers of the rules' core. Scores are those of
the evaluation, for the side to move; a forced win is `WIN` less the number of actions to it. With the
Honeycombo a side may act twice in a row: then a score is passed up as it is, not negated (`descend`).
`search.pxd` gives the fields C types; several `Search`es on threads of their own share one table.
"""

from __future__ import annotations

import math
import random
import zlib

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.engine import distance
from ruche.engine import score as scores
from ruche.engine.evaluation import Evaluation
from ruche.engine.transposition import TranspositionTable
from ruche.rules.core import tables
from ruche.rules.core.board import Board
from ruche.rules.facts import bugs
from ruche.rules.position import Position

if not cython.compiled:
    from ruche.engine.evaluation import exposed, ring_count
    from ruche.engine.transposition import unpack_action, unpack_bound, unpack_depth, unpack_score
    from ruche.rules.core.bits import lowest, mix, step
    from ruche.rules.core.codes import (
        CELL,
        DRAW,
        DRAWN,
        FIRST,
        FLAGS,
        HAND,
        KILL,
        KIND,
        MOVE,
        PASS,
        PLACE,
        SECOND,
        STEAL,
        STING,
        SWAP,
        TURNS,
    )
    from ruche.rules.core.state import with_draw, without_draw

MAX_PLY = 64
WIN, MATE_BOUND, INFINITE = scores.WIN, scores.MATE_BOUND, scores.INFINITE
STOPPED = -1
LEAVING = 2  # stops a search only up to a position that another thread has settled
NO_ACTION = 0x3FFFF | 31 << 24
MOST_HISTORY = 8_000

# Ranks by which actions are tried; between them lies what history says.
RANK_TABLE = 1 << 20
RANK_RING = 50_000  # fills a neighbour of the enemy's royal, or climbs it
RANK_NEAR = 9_000  # the same, as long as few neighbours are filled
RANK_KILLER = 20_000
RANK_SECOND = 18_000
RANK_ANSWER = 12_000
RANK_HOME = 6_000  # makes room around one's own royal
TACTICAL = 35_000  # from here on an action is never pruned or reduced

LUCK = 1_500  # what a forced end is worth that only some draws from the bag allow
FUTILITY_MARGIN = 45  # by how much an action may change a score, for each action left
NULL_DEPTH = 2
SPLIT_DEPTH = 4  # from here on threads share the work on a position

THROWS = bugs.THROW | bugs.MIMIC
UPPER, LOWER, EXACT = 1, 2, 3
ABILITIES, BIT, LOWEST = tables.ABILITIES, tables.BIT, tables.LOWEST
SAME_TURN = FLAGS | 1 << TURNS  # the bits of Board.state that are part of a position (E4)
DISTANCE = distance.DISTANCE
# By depth * 64 + how many were tried: how much less deep a late action is searched.
REDUCTIONS = [int(0.5 + math.log(max(1, i // 64)) * math.log(max(1, i % 64)) / 2.2) for i in range(4096)]
# By depth: how many actions are tried before the quiet ones are left out.
LMP_COUNTS = [0, 12, 20, 36, 60, 0, 0, 0]
KNOWN = 16384  # so many evaluations are remembered
HALF = 1 << 15
SOURCES = 4  # of actions that are remembered to be good
SORTED = 24  # so many actions are tried in the order of their ranks


def share(total: int, parts: int) -> int:
    """Divide, rounding towards zero, as C does and Python does not."""
    return -(-total // parts) if total < 0 else total // parts


def max_depth() -> int:
    """Return how deep a search can go."""
    return MAX_PLY - 8


def score_at(entry: int, ply: int) -> int:
    """Return the score of an entry; a win there is counted from the position, here from the root."""
    score = unpack_score(entry)
    if score > MATE_BOUND:
        return score - ply
    if score < -MATE_BOUND:
        return score + ply
    return score


def slot(code: int) -> int:
    """Return the place of an action in small tables: most bits of its destination, and its piece.

    A side's actions to one hex lie together, in one line of the processor's cache.
    """
    return (code & 1023) << 6 | (code >> 12 & 63)


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
        evaluation: Evaluation,
        current: CurrentIteration,
        *,
        seed: int = 0,
        noise: int = 0,
        overlook: int = 0,
        shared: bool = False,
    ) -> None:
        self.board = position.board  # the position is the search's own
        self.board.reserve(2 * MAX_PLY + 8)
        self.table = table
        self.evaluation = evaluation
        self.current = current
        self.nodes = 0
        self.budget = 1 << 62  # nodes
        self.iteration = 0
        self.depth = 0
        self.root_ply = self.board.ply
        self.noise = noise  # how far off the evaluation may be
        self.overlook = overlook  # of a thousand actions, how many are not seen
        self.shared = shared  # whether other threads search the same position
        self.stopped = 0
        self.seen = 0  # of `TranspositionTable.settled`
        self.repetition = position.game_type.repetition == "draw"
        abilities = position.game_type.abilities
        # whether the last turn matters (R4), and whether only because of what a pillbug may not throw
        self.remembers = bool(abilities & (bugs.POWERS | bugs.CHASE)) or self.board.flippable != 0
        self.throws_only = abilities & (bugs.POWERS | bugs.CHASE) == bugs.THROW and self.board.flippable == 0
        self.salt = mix(zlib.crc32(repr(position.game_type).encode()))  # one table may serve several types
        self.seed = mix(seed & 0xFFFF_FFFF_FFFF_FFFF)
        shuffled = list(range(64))
        random.Random(seed).shuffle(shuffled)
        self.order = shuffled  # in which order the bag is imagined to be drawn
        self.count = 0
        if not cython.compiled:
            self.make_room()
        self.begin()

    def make_room(self) -> None:
        """Make the arrays that are part of a compiled object from the start, all zeros."""
        self.root_codes = [0] * 1024
        self.put_off = [0] * 1024  # root actions that another thread is searching
        self.rank = [0] * 65536
        self.turn = [0] * 65536  # when it was the turn of an action that was put off
        self.history = [0] * 65536  # by `slot` of an action: what was good lately
        self.answers = [0] * 65536  # by `slot` of the last action: what refuted it
        self.known = [0] * 16384  # evaluations, by key
        self.open_key = [0] * 64  # by ply: what is asked about the positions between the root and here
        self.open_depth = [0] * 64
        self.open_alpha = [0] * 64
        self.open_beta = [0] * 64
        self.killers = [0] * 128  # by ply: what refuted other actions there
        self.line_length = [0] * 64
        self.line = [0] * 4096
        self.kept_line = [0] * 1024  # the best line, after its length

    # -- the root ----------------------------------------------------------------------------------

    def begin(self) -> None:
        """Remember nothing yet; list the actions at the root, the overlooked ones left out."""
        board = self.board
        for i in range(128):
            self.killers[i] = NO_ACTION
        for i in range(65536):
            self.answers[i] = NO_ACTION
        end = board.generate(0)
        self.rank_all(board, 0, end, NO_ACTION, 0)
        for i in range(min(end, 1024)):
            self.bring_best(board, i, end)
            if not self.overlooked(board, board.found[i]):
                self.root_codes[self.count] = board.found[i]
                self.count += 1
        if self.count == 0 and end > 0:
            self.root_codes[0] = board.found[0]
            self.count = 1

    def iterate(self, iteration: int, depth: int, first: int, alpha: int, beta: int) -> int:
        """Search to a depth for the best action but `first` better ones; keep its line.

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
        return [self.kept_line[i + 1] for i in range(self.kept_line[0])]

    def root(self, board: Board, depth: int, alpha: int, beta: int, first: int) -> int:
        """Search the root actions from a rank on; the best one is brought to that rank."""
        best = -INFINITE
        key = self.key_of(board)
        waiting = 0
        turn = first
        while turn < self.count + waiting:
            i = turn
            if turn >= self.count:
                i = self.find_root(self.put_off[turn - self.count])
            turn += 1
            code = self.root_codes[i]
            if self.shared and i > first and depth >= SPLIT_DEPTH:  # as in step 10 of `search`
                if turn <= self.count and self.table.should_defer(key, code):
                    self.put_off[waiting] = code
                    waiting += 1
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
                    self.keep_line(code)
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

    def keep_line(self, code: int) -> None:
        """Keep the line that begins with a root action just searched."""
        self.kept_line[0] = self.line_length[1] + 1
        self.kept_line[1] = code
        for j in range(self.line_length[1]):
            self.kept_line[j + 2] = self.line[64 + j]

    def root_child(self, board: Board, code: int, depth: int, alpha: int, beta: int) -> int:
        """Search one root action; what draws from the bag and seems good is weighed over all draws (S2)."""
        score = self.descend(board, code, depth - 1, alpha, beta, 0, 0, False)
        if board.bag and score > alpha and not self.stopped and board.draws_from_bag(code):
            return self.expect(board, code, depth, alpha, beta)
        return score

    def expect(self, board: Board, code: int, depth: int, alpha: int, beta: int) -> int:
        """Return the average score of an action over the pieces that it may draw.

        A forced end that needs luck counts as many points, no more: it would outweigh everything else.
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
        return share(total if worst > MATE_BOUND or best < -MATE_BOUND else limited, weight)

    # -- the tree ----------------------------------------------------------------------------------

    def descend(
        self, board: Board, code: int, depth: int, alpha: int, beta: int, ply: int, start: int, may_pass: bool
    ) -> int:
        """Return the score of an action, for the side that does it, which may be to move again (K5)."""
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
        # 1. Count, and stop when told to, or when another thread has settled a position that leads here.
        # (Memory is slow: ask for the table's entry ahead of need.)
        self.nodes += 1
        key = 0
        if depth > 0:
            key = self.key_of(board)
            self.table.prefetch(key)
        self.line_length[ply] = 0
        if self.current.number != self.iteration or self.nodes >= self.budget:
            self.stopped = 1
            return 0
        if self.shared and self.seen != self.table.finished and self.is_settled_above(ply):
            return 0

        # 2. The end of the game, and positions that come back.
        me = board.state >> TURNS & 1
        if board.lost(me):
            return 0 if board.lost(1 - me) else ply - WIN
        if board.lost(1 - me):
            return WIN - ply
        if self.repetition and self.repeats(board):
            return 0

        # 3. A win further away than one already known is of no use.
        if alpha < ply - WIN:
            alpha = ply - WIN
        if beta > WIN - ply - 1:
            beta = WIN - ply - 1
        if alpha >= beta:
            return alpha

        # 4. The horizon: never stop where one action ends the game, nor where one must be parried.
        wide = beta - alpha > 1
        danger = exposed(board, me)
        if depth <= 0:
            value = self.value_of(board)
            if value >= beta and not wide and not danger:
                return value
            if exposed(board, 1 - me):
                last_action = self.find_finish(board, start, 1 - me)
                if last_action != NO_ACTION:
                    self.line_length[ply + 1] = 0
                    self.note_line(last_action, ply)
                    return WIN - ply - 1
            if value <= alpha or not danger or ply >= 2 * self.depth:
                return value
            if not self.is_threatened(board, start, me):
                return value
            depth = 1
            key = self.key_of(board)
        if ply > MAX_PLY - 4:
            return self.value_of(board)

        # 5. What the table knows. (Its entry is still on its way: value the position meanwhile.)
        calm = not wide and not danger and -MATE_BOUND < beta < MATE_BOUND
        value = self.value_of(board) if calm else 0
        entry = self.table.find(key)
        advice = NO_ACTION
        if entry:
            advice = unpack_action(entry)
            score = score_at(entry, ply)
            if not wide and self.table_decides(entry, depth, alpha, beta, score):
                return score

        if self.shared:  # note what is asked: another thread may settle it
            self.open_depth[ply] = depth if depth >= SPLIT_DEPTH else 0
            self.open_key[ply] = key
            self.open_alpha[ply] = alpha
            self.open_beta[ply] = beta

        # 6. Without a threat: so good that a few actions will hardly change it.
        if calm:
            if depth <= 5 and value - FUTILITY_MARGIN * depth >= beta:
                return value
            # 7. Passing: who could even afford that will keep what he has.
            if may_pass and depth > NULL_DEPTH and value >= beta and board.state & (FIRST | SECOND) == 0:
                left = depth - 1 - NULL_DEPTH - depth // 4
                score = self.descend(board, PASS, left, beta - 1, beta, ply, start, False)
                if self.stopped:
                    return self.give_up(board, ply, start)
                if score >= beta:
                    return beta if score > MATE_BOUND else score

        # 8. Begin with what is remembered to be good; then, if need be, list all, promising actions first.
        best = -INFINITE
        best_action = NO_ACTION
        bound = UPPER
        tried = 0
        source = 0
        sources = SOURCES if depth < SPLIT_DEPTH else 1  # only what is listed can be shared among threads
        listed = False
        last = start
        end = last  # behind the last action lie those that were put off
        i = start - 1
        while True:
            i += 1
            while i == last and not listed:
                # (The table's advice comes first, also where only the list can tell that it is legal.)
                listed = source == sources or (source == 1 and i == start and advice != NO_ACTION)
                if listed:
                    last = self.list_others(board, start, last, advice, ply)
                else:
                    code = self.remembered(board, advice, ply, source)
                    last = self.add_remembered(board, start, last, code)
                    source += 1
                end = last
            if i == end:
                break
            sorting = listed and tried < SORTED and i < last
            if sorting:
                self.bring_best(board, i, last)
            code = board.found[i]
            tactical = self.rank[i] >= TACTICAL

            # 9. Near the horizon leave out what comes late.
            if not wide and not danger and not tactical and best > -MATE_BOUND and depth <= 4 and i < last:
                if tried >= LMP_COUNTS[depth]:
                    if sorting:
                        i = last - 1  # the others rank lower still
                    continue
            if self.overlook and tried and self.overlooked(board, code):
                continue

            # 10. Put off what another thread is searching: its result will be in the table soon.
            split = self.shared and depth >= SPLIT_DEPTH and tried > 0
            if split:
                if i < last and self.table.should_defer(key, code):
                    tried += 1
                    board.found[end] = code
                    self.rank[end] = self.rank[i]
                    self.turn[end] = tried
                    end += 1
                    continue
                self.table.start_searching(key, code)

            # 11. Search the first action fully, later ones less deep and only whether they are better.
            if i < last:
                tried += 1
                nth = tried
            else:
                nth = self.turn[i]  # all threads are to look equally deep
            if nth == 1:
                score = self.descend(board, code, depth - 1, alpha, beta, ply, end, True)
            else:
                less = 0
                if depth > 2 and nth > 3 and not tactical and not danger:
                    less = self.reduction(depth, nth, self.rank[i], wide)
                score = self.descend(board, code, depth - 1 - less, alpha, alpha + 1, ply, end, True)
                if less and score > alpha and not self.stopped:
                    score = self.descend(board, code, depth - 1, alpha, alpha + 1, ply, end, True)
                if wide and alpha < score < beta and not self.stopped:
                    score = self.descend(board, code, depth - 1, alpha, beta, ply, end, True)
            if split:
                self.table.finish_searching(key, code)
            if self.stopped:
                return self.give_up(board, ply, start)
            if score <= best:
                continue
            best = score
            best_action = code
            if score <= alpha:
                continue
            alpha = score
            bound = EXACT
            if wide:
                self.note_line(code, ply)

            # 12. Too good to be allowed: remember what refuted the last action.
            if alpha >= beta:
                bound = LOWER
                self.reward(board, code, depth, ply, start, i if i < last else last)
                break

        # 13. Keep what was found out.
        score = best
        if score > MATE_BOUND:
            score += ply
        elif score < -MATE_BOUND:
            score -= ply
        self.table.store(key, best_action, score, depth, bound)
        if self.shared and depth >= SPLIT_DEPTH:
            self.table.finished += 1
        return best

    def is_settled_above(self, ply: int) -> bool:
        """Tell whether another thread has settled a position that leads here; then all up to it is left."""
        self.seen = self.table.finished
        for above in range(1, ply):
            if not self.open_depth[above]:
                continue
            entry = self.table.find(self.open_key[above])
            if not entry:
                continue
            score = score_at(entry, above)
            alpha = self.open_alpha[above]
            beta = self.open_beta[above]
            if beta - alpha > 1 and (score > MATE_BOUND or score < -MATE_BOUND):
                continue  # a win is to be shown to its end
            if self.table_decides(entry, self.open_depth[above], alpha, beta, score):
                self.stopped = LEAVING
                self.settled_ply = above
                self.settled_score = score
                return True
        return False

    def give_up(self, board: Board, ply: int, start: int) -> int:
        """Search a position no further; return its score, if another thread has settled it."""
        if self.stopped != LEAVING or self.settled_ply != ply:
            return 0
        self.stopped = 0
        if self.open_beta[ply] - self.open_alpha[ply] > 1:
            self.follow_line(board, ply, start)
        return self.settled_score

    def follow_line(self, board: Board, ply: int, start: int) -> None:
        """Write down the best line from here as other threads have left it in the table."""
        length = 0
        going = True
        while going and ply + length < 62:
            entry = self.table.find(self.key_of(board))
            code = unpack_action(entry)
            going = entry != 0 and unpack_bound(entry) == EXACT and board.lists(code, start)
            if going:
                self.line[64 * ply + length] = code
                length += 1
                board.make(self.with_draw(board, code))
        self.line_length[ply] = length
        while length > 0:
            board.unmake()
            length -= 1

    def remembered(self, board: Board, advice: int, ply: int, source: int) -> int:
        """Return what is remembered to be good: the table's advice, what refuted other actions, an answer."""
        if source == 0:
            return advice
        if source == 3:
            return self.answers[slot(board.codes[board.ply - 1])]
        return self.killers[2 * ply + source - 1]

    def add_remembered(self, board: Board, start: int, last: int, code: int) -> int:
        """Add an action to found[start:last], if it is new there and can be done; return the end."""
        for i in range(start, last):
            if board.found[i] == code:
                return last
        if not board.can_do(code, last):
            return last
        board.found[last] = code
        self.rank[last] = RANK_TABLE
        return last + 1

    def list_others(self, board: Board, start: int, last: int, advice: int, ply: int) -> int:
        """List with their ranks all actions that are not in found[start:last]; return the end."""
        end = board.generate(last)
        for i in range(start, last):
            for j in range(last, end):
                if board.found[j] == board.found[i]:
                    end -= 1
                    board.found[j] = board.found[end]
                    break
        self.rank_all(board, last, end, advice, ply)
        return end

    def table_decides(self, entry: int, depth: int, alpha: int, beta: int, score: int) -> bool:
        """Tell whether an entry of the table settles a position."""
        if unpack_depth(entry) < depth:
            return False
        bound = unpack_bound(entry)
        return bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)

    def reduction(self, depth: int, tried: int, rank: int, wide: bool) -> int:
        """Return by how much less deep a late action is searched."""
        less = REDUCTIONS[(depth if depth < 63 else 63) * 64 + (tried if tried < 63 else 63)]
        if rank >= RANK_ANSWER:
            less -= 1
        if wide and less > 0:
            less -= 1
        if less > depth - 2:
            less = depth - 2
        return less if less > 0 else 0

    def reward(self, board: Board, code: int, depth: int, ply: int, start: int, i: int) -> None:
        """Remember an action that refuted the one before, and blame found[start:i], tried in vain."""
        if self.killers[2 * ply] != code:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = code
        if board.ply > 0:
            self.answers[slot(board.codes[board.ply - 1])] = code
        bonus = depth * depth * 8 if depth < 12 else 1200
        at = slot(code)
        self.history[at] += bonus - share(self.history[at] * bonus, MOST_HISTORY)
        for j in range(start, i):
            if board.found[j] != code:  # it was put off, maybe
                at = slot(board.found[j])
                self.history[at] -= bonus // 4 + share(self.history[at] * (bonus // 4), MOST_HISTORY)

    def note_line(self, code: int, ply: int) -> None:
        """Write down the best line from here: this action, then the best line after it."""
        self.line[64 * ply] = code
        length = self.line_length[ply + 1]
        if length > 62 - ply:
            length = 62 - ply
        for i in range(length):
            self.line[64 * ply + 1 + i] = self.line[64 * ply + 64 + i]
        self.line_length[ply] = length + 1

    # -- positions ---------------------------------------------------------------------------------

    def key_of(self, board: Board) -> int:
        """Return the key of a position in the table: with what the last turn did, where that matters (R4)."""
        key = board.search_key() ^ self.salt
        if not self.remembers:
            return key
        turn = board.state >> TURNS
        i = board.ply - 1
        while i >= 0 and board.states[i] >> TURNS >= turn - 1:
            code = board.codes[i]
            if not self.throws_only or (code & KIND == MOVE and self.may_matter(board, code >> 12)):
                what = code & ~(DRAWN | CELL)
                if code & KIND == STING or code & KIND == SWAP:
                    what |= code & 63
                key ^= mix(mix(what) + 4 * (i + 8 - board.ply) + (board.states[i] & (FIRST | SECOND)))
            i -= 1
        return key

    def may_matter(self, board: Board, piece: int) -> bool:
        """Tell whether it matters that a piece rests: it is one's own, or a thrower is near (R1, B7)."""
        me = board.state >> TURNS & 1
        if board.colour[piece] == me:
            return True
        cell = board.pos[piece]
        todo = board.near[cell] >> 8 * (1 + me) & 63
        while todo:
            if ABILITIES[board.bug[board.top[step(cell, LOWEST[todo])]]] & THROWS:
                return True
            todo &= todo - 1
        return False

    def value_of(self, board: Board) -> int:
        """Return the evaluation, blurred for a player who does not see so well."""
        key = board.search_key()
        at = key & (KNOWN - 1)
        if (self.known[at] ^ key) >> 16 != 0:  # the rest of the word is the value
            self.known[at] = (key >> 16 << 16) + self.evaluation.lasting(board) + HALF
        value = (self.known[at] & 0xFFFF) - HALF + self.evaluation.last_turn(board)
        if self.noise:
            value += mix(board.key ^ self.seed) % (2 * self.noise + 1) - self.noise
        return value

    def repeats(self, board: Board) -> bool:
        """Tell whether the position was there before: once in this search, or twice in the game (E4)."""
        seen = 0
        i = board.ply - 1
        while i >= 0:
            kind = board.codes[i] & KIND
            if kind == PLACE or kind == KILL or kind == HAND or kind == DRAW or kind == STEAL:
                return False
            if board.keys[i] == board.key and (board.states[i] ^ board.state) & SAME_TURN == 0:
                seen += 1
                if i > self.root_ply or seen > 1:
                    return True
            i -= 1
        return False

    def overlooked(self, board: Board, code: int) -> bool:
        """Tell whether a weak player does not see an action."""
        return self.overlook > 0 and mix(self.seed ^ without_draw(code)) % 1000 < self.overlook

    def with_draw(self, board: Board, code: int) -> int:
        """Return an action with the piece that it is imagined to draw, if it draws and names none (S2)."""
        if board.bag == 0 or code & DRAWN or not board.draws_from_bag(code):
            return code
        for i in range(64):
            if board.bag & BIT[self.order[i]]:
                return with_draw(code, self.order[i])
        return code

    # -- the order of actions ----------------------------------------------------------------------

    def rank_all(self, board: Board, start: int, end: int, best: int, ply: int) -> None:
        """Give every action in found[start:end] its rank."""
        me = board.state >> TURNS & 1
        home = board.pos[board.start[me]]
        prey = board.pos[board.start[1 - me]]
        ring = RANK_RING if ring_count(board, 1 - me) > 2 else RANK_NEAR
        first = self.killers[2 * ply]
        second = self.killers[2 * ply + 1]
        answer = self.answers[slot(board.codes[board.ply - 1])] if board.ply > 0 else NO_ACTION
        mover = -1
        leaving = 0
        for i in range(start, end):
            code = board.found[i]
            rank = self.history[slot(code)]
            kind = code & KIND
            if prey >= 0 and kind <= PLACE:
                if kind == MOVE and code >> 12 != mover:
                    mover = code >> 12  # the moves of a piece mostly lie together
                    leaving = self.leave(board, board.pos[mover], home, prey)
                rank += self.arrive(board, code, leaving, home, prey, ring)
            elif kind == KILL and prey >= 0 and board.top[prey] == code & 63:
                rank = RANK_TABLE - 1
            if code == best:
                rank = RANK_TABLE
            elif code == first:
                rank += RANK_KILLER
            elif code == second:
                rank += RANK_SECOND
            elif code == answer:
                rank += RANK_ANSWER
            self.rank[i] = rank

    def leave(self, board: Board, origin: int, home: int, prey: int) -> int:
        """Return what it is worth to leave a hex: the enemy's royal should be left alone by nobody."""
        if board.height[origin] == 1:
            if DISTANCE[(origin - prey) & 4095] == 1:
                return -RANK_HOME
            if home >= 0 and DISTANCE[(origin - home) & 4095] == 1:
                return RANK_HOME
        return 0

    def arrive(self, board: Board, code: int, leaving: int, home: int, prey: int, ring: int) -> int:
        """Return what a move or a placement is worth by what it does to the royals."""
        to = code & CELL
        away = DISTANCE[(to - prey) & 4095]
        rank = 0
        if code & KIND == MOVE:
            if leaving < 0:
                return leaving
            if leaving > 0 and DISTANCE[(to - home) & 4095] > 1:
                rank = leaving  # it makes room around one's own royal
        if away == 0 or (away == 1 and board.height[to] == 0):
            rank += ring
        return rank

    def bring_best(self, board: Board, i: int, end: int) -> None:
        """Bring the action of the highest rank in found[i:end] to the front."""
        rank = self.rank[i]
        for j in range(i + 1, end):
            rank = self.rank[j] if self.rank[j] > rank else rank
        best = i
        while self.rank[best] != rank:
            best += 1
        code = board.found[best]
        board.found[best] = board.found[i]
        board.found[i] = code
        self.rank[best] = self.rank[i]
        self.rank[i] = rank

    # -- the last action ---------------------------------------------------------------------------

    def find_finish(self, board: Board, start: int, victim: int) -> int:
        """Find an action by which the side to move wins at once."""
        end = self.list_last_actions(board, start, victim)
        for i in range(start, end):
            if self.finishes(board, board.found[i], victim):
                return board.found[i]
        return NO_ACTION

    def list_last_actions(self, board: Board, start: int, victim: int) -> int:
        """List what might win at once: moves only, where the last hex touches the victim's colour (T2)."""
        cell = board.pos[board.start[victim]]
        if board.covering or board.swarm or board.neutral >= 0 or board.pos[board.start[1 - victim]] < 0:
            return board.generate(start)
        if board.colour[board.top[cell]] != victim:
            return board.generate(start)
        return board.generate_moves(start)

    def finishes(self, board: Board, code: int, victim: int) -> bool:
        """Tell whether an action wins at once, by filling the last hex or killing the royal."""
        royal = board.start[victim]
        kind = code & KIND
        if kind == KILL:
            return code & 63 == royal
        if kind != MOVE and kind != PLACE:
            return False
        if code >> 12 & 63 != royal and not self.closes_in(board, code, board.pos[royal]):
            return False
        board.make(code)
        won = board.lost(victim) and not board.lost(1 - victim)
        board.unmake()
        return won

    def closes_in(self, board: Board, code: int, royal: int) -> bool:
        """Tell whether a move or a placement fills one more hex beside a royal, or covers it."""
        away = DISTANCE[((code & CELL) - royal) & 4095]
        if away > 1 or (away == 1 and board.height[code & CELL] > 0):
            return False
        origin = board.pos[code >> 12 & 63] if code & KIND == MOVE else -1
        return origin < 0 or board.height[origin] > 1 or DISTANCE[(origin - royal) & 4095] != 1

    def is_threatened(self, board: Board, start: int, victim: int) -> bool:
        """Tell whether the opponent could win at once if the side to move passed."""
        board.make(PASS)
        found = self.find_finish(board, start, victim)
        board.unmake()
        return found != NO_ACTION
