"""Questions that explanations and set-ups ask of the rules, answered by the rules' own functions."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules.core import tables
from ruche.rules.core.tuples import TurnEffects
from ruche.rules.position import Position

if not cython.compiled:
    from ruche.rules.core.acting import find_actors, rest_withholds
    from ruche.rules.core.bits import step
    from ruche.rules.core.codes import CELL, LEVEL, NEIGHBOURS, PASS
    from ruche.rules.core.hive import beside, height_at
    from ruche.rules.core.ways import abilities_at, may_step, reach
    from ruche.rules.facts.bugs import CHASE
    from ruche.rules.facts.colours import NEUTRAL

BIT, NUMBER = tables.BIT, tables.NUMBER


def effects(position: Position) -> TurnEffects:
    """Return what restricts the side to move."""
    now = position.board.turn_effects()
    return TurnEffects(now.resting, now.stung, now.placed, now.moved, now.flipped, now.shielded, now.held)


def cell(position: Position, piece: int) -> int:
    """Return the cell of a piece, or -1."""
    return position.board.pos[piece]


def top(position: Position, cell: int) -> int:
    """Return the top piece on a cell, or -1."""
    return position.board.top[cell]


def height(position: Position, cell: int) -> int:
    """Return the height of the stack on a cell."""
    return height_at(position.board, cell)


def around(cell: int) -> list[int]:
    """Return the six neighbours of a cell, east first, then clockwise."""
    return [step(cell, d) for d in range(6)]


def ring(position: Position, cell: int) -> tuple[int, int, int, int]:
    """Return the masks of neighbours that are occupied, white, black and neutral."""
    board = position.board
    return (
        board.near[cell] & NEIGHBOURS,
        beside(board, cell, 0),
        beside(board, cell, 1),
        beside(board, cell, NEUTRAL),
    )


def pinned(position: Position, cell: int) -> bool:
    """Tell whether the top of a cell may not leave it (H2)."""
    board = position.board
    board.borrow()
    pinned = height_at(board, cell) == 1 and board.is_pinned(cell)
    board.give_back()
    return pinned


def connected_without(position: Position, one: int, two: int) -> bool:
    """Tell whether the hive is connected without two stacks."""
    board = position.board
    board.borrow()
    connected = board.is_connected_without(one, two)
    board.give_back()
    return connected


def step_allowed(position: Position, cell: int, direction: int, mine: int) -> bool:
    """Tell whether stacks leave room for a step from height `mine` (H5)."""
    return may_step(position.board, cell, direction, mine)


def lifted_step_allowed(position: Position, home: int, cell: int, direction: int) -> bool:
    """Tell whether stacks leave room for a step of the piece that has just been lifted off its home (H5)."""
    board = position.board
    board.near[home] -= LEVEL
    allowed = may_step(board, cell, direction, height_at(board, cell))
    board.near[home] += LEVEL
    return allowed


def abilities(position: Position, piece: int) -> int:
    """Return what a top piece can do where it lies, mimicry resolved."""
    return abilities_at(position.board, piece, position.board.pos[piece])


def acting(position: Position) -> dict[int, int]:
    """Return the abilities of the pieces that may act for the side to move, controlled ones too (V9)."""
    board = position.board
    board.borrow()
    actors = find_actors(board, board.side(), board.turn_effects())
    found = {piece: board.actor_abilities[piece] for piece in range(64) if actors & BIT[piece]}
    board.give_back()
    return found


def withheld_by_rest(position: Position) -> list[int]:
    """Return the pieces that could act, or be acted on, this turn if they did not rest (R1)."""
    board = position.board
    me = board.side()
    effects = board.turn_effects()
    if effects.resting == 0 or board.pos[board.start[me]] < 0 or board.over():  # T5
        return []
    board.borrow()
    found = []
    for piece in range(64):
        if effects.resting & BIT[piece] and rest_withholds(board, me, effects, piece, 0):
            found.append(piece)
    board.give_back()
    return found


def fatal_actions(position: Position, victim: int) -> list[int]:
    """Return the codes of the actions of the side to move after which a side has lost its royal."""
    board = position.board
    codes: list[int] = []
    cell = board.pos[board.start[victim]]
    if cell < 0 or board.turn_number() == 0:
        return codes
    if board.powers == 0 and NUMBER[board.near[cell] & NEIGHBOURS] < 5:  # one action fills one hex
        return codes
    board.borrow()
    board.reserve(1)
    end = board.generate(0)
    for i in range(end):
        code = board.moves[i]
        board.make(code)
        if board.lost(victim):
            codes.append(code)
        board.unmake()
    board.give_back()
    return codes


def is_threatened(position: Position, victim: int) -> bool:
    """Tell whether the other side, were it to move now, could end the game against a side by one action."""
    board = position.board
    if board.turn_number() == 0 or board.over():
        return False
    if board.side() != victim:
        return bool(fatal_actions(position, victim))
    if board.neutral >= 0 and board.top[board.pos[board.neutral]] != board.neutral:
        return False  # K3: the turn cannot be handed over like this
    board.reserve(1)
    board.make(PASS)
    threatened = bool(fatal_actions(position, victim))
    board.unmake()
    return threatened


def destinations(position: Position, piece: int, abilities: int) -> set[int]:
    """Return the cells that a piece would reach by some abilities, were it free to leave."""
    now = position.board.last_turn_effects()
    return reached(position, piece, abilities, now.placed | now.moved | now.flipped)


def chase_landings(position: Position, piece: int) -> set[int]:
    """Return the cells that a fly would reach if the last turn had touched every piece (V5)."""
    board = position.board
    touched = board.bag ^ board.bag
    for other in range(board.start[0], board.stop[1]):  # the neutral never counts
        touched |= BIT[other]
    return reached(position, piece, CHASE, touched)


def reached(position: Position, piece: int, abilities: int, touched: int) -> set[int]:
    """Return the cells that a piece would reach if the last turn had touched these pieces."""
    board = position.board
    board.borrow()
    end = reach(board, piece, board.pos[piece], abilities, touched, 0)
    cells = {board.moves[i] & CELL for i in range(end)}
    board.give_back()
    return cells


def unbarred(position: Position, piece: int, abilities: int) -> set[int]:
    """Return the cells that it would reach if no stack were high enough to bar a step (H5)."""
    board = position.board
    home = board.pos[piece]
    heights = {board.pos[i]: height_at(board, board.pos[i]) for i in range(64) if board.pos[i] >= 0}
    for cell, high in heights.items():
        board.near[cell] -= (high - (2 if cell == home and high > 1 else 1)) * LEVEL
    found = destinations(position, piece, abilities)
    for cell, high in heights.items():
        board.near[cell] += (high - height_at(board, cell)) * LEVEL
    return found
