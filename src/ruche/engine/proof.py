"""Proofs of forced wins: every answer is tried, nothing is judged, so that what is found is certain.

`Proof.wins(n)` asks whether the side to move can force a win in at most `n` of its own actions. It tries one
action, then two, and so on, so that a win found is a shortest one. Third occurrences need not be looked at:
in a shortest win no position comes back, and `of` refuses positions whose game has one that occurred twice
(E4). Games of chance (Swarm) are refused too. With the Honeycombo a side may act twice in a row (K5): both
actions count.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from array import array
from collections import Counter

from ruche.rules.action import Action
from ruche.rules.core import tables
from ruche.rules.core.board import Board
from ruche.rules.facts import bugs
from ruche.rules.position import Position, action_from_code

if not cython.compiled:
    from ruche.engine.royal_safety import ring_count
    from ruche.rules.core.bits import mix, step
    from ruche.rules.core.codes import CELL, KIND, MOVE, PIECE_SHIFT, PLACE

UNKNOWN, NO, YES = -1, 0, 1
TABLE_SLOTS = 1 << 18  # of the table, two numbers each
ENDLESS = 1 << 60  # nodes
MANY = 1 << 20  # more actions than any position has
# In games of these abilities alone it does not matter what was moved last.
QUIET = bugs.PLAIN | bugs.MIMIC
# In games of these a royal is lost only when the last hex beside it is filled, or when it is thrown.
SIMPLE = QUIET | bugs.THROW
MAY_THROW = bugs.THROW | bugs.MIMIC
ABILITIES = tables.ABILITIES


class Unprovable(ValueError):
    """A position that a proof cannot begin with."""


class Proof:
    """A search for forced wins from one position."""

    def __init__(self, board: Board, abilities: int) -> None:
        self.board = board
        self.board.borrow()
        self.board.reserve(64)
        self.hunter = self.board.side()
        self.last_move_matters = abilities & ~QUIET != 0
        self.last_actions = 1 if self.board.neutral < 0 else 3  # on which it may depend what is bound now
        self.simple = abilities & ~SIMPLE == 0
        self.nodes = 0
        self.budget = ENDLESS
        self.words = memoryview(array("Q", bytes(16 * TABLE_SLOTS)))
        self.killers = [0] * 32

    @staticmethod
    def of(position: Position) -> Proof:
        """Return a proof search for a position; raise `Unprovable`."""
        game_type = position.game_type
        if position.outcome is not None or game_type.has_bag:
            raise Unprovable(f"{position!r}: expected a running game without chance")
        twin = position.copy()
        seen = Counter([twin.repetition_key])
        while twin.history:
            twin.undo()
            seen[twin.repetition_key] += 1
        if max(seen.values()) > 1:
            raise Unprovable("a position of the game occurred twice")
        twin = position.copy()
        return Proof(twin.board, game_type.abilities)

    # -- questions ---------------------------------------------------------------------------------

    def wins(self, actions: int) -> bool | None:
        """Tell whether the side to move forces a win in `actions` actions; None if the budget ends."""
        answer = self.hunt(actions, 0)
        return None if answer == UNKNOWN else answer == YES

    def winners(self, actions: int, most: int) -> list[int] | None:
        """Return the codes of at most `most` actions that force a win in `actions` actions.

        The result is None if the budget was too small.
        """
        end = self.board.generate(0)
        found: list[int] = []
        for i in range(end):
            code = self.board.moves[i]
            answer = self.follow(code, actions, end)
            if answer == UNKNOWN:
                return None
            if answer == YES:
                found.append(code)
            if len(found) == most:
                break
        return found

    def forces(self, code: int, actions: int) -> bool:
        """Tell whether the action with this code forces a win in `actions` actions."""
        return self.follow(code, actions, 0) == YES

    def follow(self, code: int, actions: int, start: int) -> int:
        """Tell whether one action forces a win in `actions` actions with it; try shorter wins first."""
        board = self.board
        answer = NO
        board.make(code)
        if board.lost(1 - self.hunter):
            answer = NO if board.lost(self.hunter) else YES
        elif not board.lost(self.hunter):
            left = 1
            while left < actions and answer == NO:
                answer = self.go_on(left, start)
                left += 1
        board.unmake()
        return answer

    # -- the search --------------------------------------------------------------------------------

    def hunt(self, actions: int, start: int) -> int:
        """Tell whether the hunter, who is to move, forces a win in `actions` actions."""
        board = self.board
        key = board.zobrist()
        if self.last_move_matters:
            for back in range(1, self.last_actions + 1):
                if back <= board.ply:
                    key = key ^ mix(board.history[board.ply - back].code + back)
        slot = 2 * (key & (TABLE_SLOTS - 1))
        failed = 0
        if self.words[slot] == key:
            entry = self.words[slot + 1]
            failed = entry & 255  # the hunter does not win in this number of actions
            won = entry >> 8  # the hunter wins in this number; 0: unknown
            if won and won <= actions:
                return YES
            if failed >= actions:
                return NO
        if actions == 1 and not self.may_strike():
            return NO
        end = board.generate(start)
        if failed < 1 and self.strike(start, end):
            self.words[slot] = key
            self.words[slot + 1] = 1 << 8
            return YES
        if self.nodes > self.budget:
            return UNKNOWN
        depth = failed + 1 if failed > 1 else 2
        while depth <= actions:
            answer = self.press(depth, start, end)
            if answer == UNKNOWN:
                return UNKNOWN
            self.words[slot] = key
            if answer == YES:
                self.words[slot + 1] = depth << 8 | (depth - 1)
                return YES
            self.words[slot + 1] = depth
            depth += 1
        if actions == 1:
            self.words[slot] = key
            self.words[slot + 1] = 1
        return NO

    def may_strike(self) -> bool:
        """Tell whether one action might win: a hex beside the royal is free, or it may be thrown (B7)."""
        board = self.board
        if not self.simple or ring_count(board, 1 - self.hunter) >= 5:
            return True
        cell = board.pos[board.start[1 - self.hunter]]
        if cell < 0:
            return False
        for d in range(6):
            if board.near[cell] >> d & 1 and ABILITIES[board.bug[board.top[step(cell, d)]]] & MAY_THROW:
                return True
        return False

    def strike(self, start: int, end: int) -> bool:
        if not self.may_strike():
            return False
        board = self.board
        royal = board.start[1 - self.hunter]
        won = False
        for i in range(start, end):
            code = board.moves[i]
            if self.simple and code >> PIECE_SHIFT != royal and not self.is_near(code, board.pos[royal]):
                continue
            board.make(code)
            self.nodes += 1
            won = board.lost(1 - self.hunter) and not board.lost(self.hunter)
            board.unmake()
            if won:
                return True
        return False

    def press(self, actions: int, start: int, end: int) -> int:
        """Try every action, those first that go beside the enemy's royal."""
        board = self.board
        royal = board.pos[board.start[1 - self.hunter]]
        answer = NO
        for late in range(2):
            for i in range(start, end):
                code = board.moves[i]
                if self.is_near(code, royal) == (late == 1):
                    continue
                board.make(code)
                self.nodes += 1
                answer = NO
                if not board.over():
                    answer = self.go_on(actions - 1, end)
                board.unmake()
                if answer != NO:
                    return answer
        return NO

    def is_near(self, code: int, royal: int) -> bool:
        """Tell whether an action ends beside a royal."""
        kind = code & KIND
        if kind != MOVE and kind != PLACE:
            return True
        cell = code & CELL
        for d in range(6):
            if step(cell, d) == royal:
                return True
        return False

    def go_on(self, actions: int, start: int) -> int:
        """Tell whether the hunter forces a win in `actions` actions, whoever is to move (K5)."""
        if self.board.side() == self.hunter:
            return self.hunt(actions, start)
        return self.defend(actions, start)

    def defend(self, actions: int, start: int) -> int:
        """Tell whether every answer of the side to move loses in `actions` actions of the hunter."""
        board = self.board
        end = board.generate(start)
        killer = self.killers[actions]
        answer = YES
        for late in range(2):
            for i in range(start, end):
                code = board.moves[i]
                if (code == killer) == (late == 1):
                    continue
                answer = self.answered(code, actions, end)
                if answer != YES:
                    if answer == NO:
                        self.killers[actions] = code
                    return answer
        return YES

    def answered(self, code: int, actions: int, start: int) -> int:
        """Tell whether the hunter wins after an answer."""
        board = self.board
        board.make(code)
        self.nodes += 1
        if board.lost(1 - self.hunter):
            answer = NO if board.lost(self.hunter) else YES
        elif board.lost(self.hunter):
            answer = NO
        else:
            answer = self.go_on(actions, start)
        board.unmake()
        return answer


def winning_actions(
    position: Position, actions: int, budget: int = ENDLESS, most: int = MANY
) -> list[Action] | None:
    """Return at most `most` actions that force a win in `actions` actions.

    The result is None if the budget of nodes was too small.
    """
    proof = Proof.of(position)
    proof.budget = budget
    found = proof.winners(actions, most)
    return None if found is None else [action_from_code(position, code) for code in found]


def is_only_winner(
    position: Position, action: Action | str, actions: int, budget: int = ENDLESS
) -> bool | None:
    """Tell whether only this action forces a win in `actions` actions; None if the budget was too small."""
    found = winning_actions(position, actions, budget, most=2)
    return None if found is None else [str(winner) for winner in found] == [str(action)]


def shortest_win(position: Position, most: int, budget: int = ENDLESS) -> int | None:
    """Return in how many actions, at most `most`, the side to move forces a win; 0 if it does not."""
    proof = Proof.of(position)
    proof.budget = budget
    for actions in range(1, most + 1):
        answer = proof.wins(actions)
        if answer is None:
            return None
        if answer:
            return actions
    return 0


def longest_defence(position: Position, actions: int) -> tuple[Action, int]:
    """Return an answer against which a proven win takes longest, and how many actions it then takes.

    It is the defender's turn, and the other side wins in at most `actions` actions.
    """
    defender = position.colour
    best, most = position.legal_actions()[0], -1
    for action in position.legal_actions():
        position.play(action)
        length: int | None = 0
        if position.outcome is None and position.colour == defender:  # K5
            length = longest_defence(position, actions)[1]
        elif position.outcome is None:
            length = shortest_win(position, actions)
        position.undo()
        assert length is not None
        if length > most:
            best, most = action, length
        if most == actions:
            break
    return best, most


def line_of(position: Position, solution: Action, actions: int) -> list[str]:
    """Return a win in `actions` actions as texts: the solution first, then against the longest defence."""
    twin = position.copy()
    winner = twin.colour
    line = [str(twin.play(solution))]
    actions -= 1
    while twin.outcome is None:
        if twin.colour == winner:
            line.append(str(twin.play(first_winner(twin, actions))))
            actions -= 1
        else:
            reply, actions = longest_defence(twin, actions)
            line.append(str(twin.play(reply)))
    return line


def first_winner(position: Position, actions: int) -> Action:
    """Return one action that forces a win in `actions` actions."""
    proof = Proof.of(position)
    for action in position.legal_actions():
        if proof.forces(action.code, actions):
            return action
    raise Unprovable(f"{position!r} is not won in {actions}")
