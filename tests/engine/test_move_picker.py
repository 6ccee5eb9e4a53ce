"""The order of moves: each is given once, what was good elsewhere first, what others search last."""

import pytest

from ruche import COMPILED, Colour
from ruche.engine import move_picker
from ruche.engine.bench import GAMES, sample
from ruche.rules.core.board import Board

if COMPILED:
    pytest.skip("compiled, the picker is seen by the search only", allow_module_level=True)
PLY = 3


def board_of(game_type: str, actions: int) -> Board:
    board = sample(game_type, actions).board
    board.borrow()
    board.reserve(64)
    return board


def legal(board: Board) -> list[int]:
    return [board.moves[i] for i in range(board.generate(0))]


def given(picker: move_picker.MovePicker, board: Board, *, most: int = 10_000) -> list[int]:
    """The moves of a position that was begun, in the order in which they are given."""
    found: list[int] = []
    while len(found) < most and (at := picker.next(board, PLY, len(found))) >= 0:
        found.append(board.moves[at])
    return found


@pytest.mark.parametrize("is_shared", [False, True])
@pytest.mark.parametrize(("game_type", "actions"), GAMES)
def test_every_move_is_given_once_and_the_staged_ones_first(
    game_type: str, actions: int, is_shared: bool
) -> None:
    board = board_of(game_type, actions)
    moves = legal(board)
    hash_move, first, second, counter = (moves[len(moves) * i // 5] for i in (1, 2, 3, 4))
    picker = move_picker.MovePicker()
    picker.killers[2 * PLY : 2 * PLY + 2] = [first, second]
    picker.countermoves[move_picker.history_index(board.history[board.ply - 1].code)] = counter
    picker.begin(PLY, 0, hash_move, is_shared)
    order = given(picker, board)
    assert sorted(order) == sorted(moves)
    assert order[0] == hash_move
    if not is_shared and board.can_do(hash_move, 0):
        staged = [
            code for code in dict.fromkeys((hash_move, first, second, counter)) if board.can_do(code, 0)
        ]
        assert order[: len(staged)] == staged


def test_moves_that_are_not_legal_here_are_not_given() -> None:
    board = board_of("Base+MLP", 18)
    moves = legal(board)
    foreign = next(code for code in range(1, 1 << 18) if code not in moves)
    picker = move_picker.MovePicker()
    picker.killers[2 * PLY] = picker.countermoves[
        move_picker.history_index(board.history[board.ply - 1].code)
    ] = foreign
    picker.begin(PLY, 0, move_picker.NO_MOVE, False)
    assert sorted(given(picker, board)) == sorted(moves)


def test_a_killer_comes_before_a_better_ranked_move_and_once() -> None:
    board = board_of("Base+MLP", 18)
    moves = legal(board)
    picker = move_picker.MovePicker()
    picker.killers[2 * PLY : 2 * PLY + 2] = [moves[-1], moves[-1]]
    picker.begin(PLY, 0, move_picker.NO_MOVE, False)
    order = given(picker, board)
    assert order[0] == moves[-1]
    assert order.count(moves[-1]) == 1


def test_the_first_moves_are_sorted_by_rank() -> None:
    board = board_of("Base+MLP", 30)
    picker = move_picker.MovePicker()
    for i, code in enumerate(legal(board)):
        picker.history[move_picker.history_index(code)] = i * 37 % 101
    picker.begin(PLY, 0, move_picker.NO_MOVE, True)
    given(picker, board)
    ranks = picker.rank[: picker.last[PLY]]
    assert len(ranks) > move_picker.SORTED
    assert ranks[: move_picker.SORTED] == sorted(ranks, reverse=True)[: move_picker.SORTED]


@pytest.mark.parametrize("seed", range(8))
def test_moves_rank_by_what_they_do_to_the_royals(seed: int) -> None:
    """Good: filling a hex beside the enemy's royal, making room around one's own; bad: leaving the siege."""
    position = sample("Base+MLP", 26, seed)
    home, target = (position.where(royal.id) for royal in position.game_type.royals)
    if position.colour == Colour.BLACK:
        home, target = target, home
    assert home is not None
    assert target is not None
    siege = [target.neighbour(d) for d in range(6)]
    filled = sum(place in position.stacks for place in siege)
    beside_home = [home.neighbour(d) for d in range(6)]
    expected: dict[int, int] = {}
    for action in position.legal_actions():
        assert action.to is not None
        is_lone = action.origin is not None and len(position.stacks[action.origin]) == 1
        rank = 0
        if is_lone and action.origin in siege:
            rank = -move_picker.RANK_HOME
        else:
            if is_lone and action.origin in beside_home and action.to not in (home, *beside_home):
                rank += move_picker.RANK_HOME
            if action.to == target or (action.to in siege and action.to not in position.stacks):
                rank += move_picker.RANK_RING if filled > 2 else move_picker.RANK_NEAR
        expected[action.code] = rank
    board = position.board
    board.borrow()
    end = board.generate(0)
    picker = move_picker.MovePicker()
    picker.rank_all(board, 0, end, move_picker.NO_MOVE, PLY)
    assert {board.moves[i]: picker.rank[i] for i in range(end)} == expected


def test_deferred_moves_come_last_with_their_numbers() -> None:
    board = board_of("Base+MLP", 18)
    moves = legal(board)
    picker = move_picker.MovePicker()
    picker.begin(PLY, 0, move_picker.NO_MOVE, True)
    order: list[int] = []
    deferred: list[tuple[int, int]] = []
    while not picker.is_deferred(PLY) or len(order) < len(moves):
        at = picker.next(board, PLY, len(order))
        if at < 0 or picker.is_deferred(PLY):
            break
        order.append(board.moves[at])
        if len(order) in (2, 5):
            picker.defer(board, PLY, len(order))
            deferred.append((board.moves[at], len(order)))
    assert sorted(order) == sorted(moves)
    again = [(board.moves[at], picker.deferred_number[at])]
    assert picker.is_deferred(PLY)
    at = picker.next(board, PLY, len(order))
    again.append((board.moves[at], picker.deferred_number[at]))
    assert again == deferred
    assert picker.next(board, PLY, len(order)) == -1


@pytest.mark.parametrize("tried", [3, move_picker.SORTED + 3])
def test_late_moves_are_skipped_up_to_the_next_tactical_one(tried: int) -> None:
    board = board_of("Base+MLP", 30)
    picker = move_picker.MovePicker()
    picker.begin(PLY, 0, move_picker.NO_MOVE, True)
    given(picker, board, most=tried)
    last = picker.last[PLY]
    for i in range(last):
        picker.rank[i] = move_picker.TACTICAL if i == last - 2 else 0
    picker.skip_late(PLY, tried)
    expected = last - 2 if tried > move_picker.SORTED else -1  # sorted, those that follow rank lower
    assert picker.next(board, PLY, move_picker.SORTED + tried) == expected


def test_a_cutoff_is_rewarded_and_what_was_tried_before_is_not() -> None:
    board = board_of("Base+MLP", 18)
    picker = move_picker.MovePicker()
    picker.begin(PLY, 0, move_picker.NO_MOVE, True)
    tried = given(picker, board, most=4)
    *before, good = tried
    picker.reward(board, PLY, good, 3)
    assert picker.killers[2 * PLY : 2 * PLY + 2] == [good, move_picker.NO_MOVE]
    assert picker.countermoves[move_picker.history_index(board.history[board.ply - 1].code)] == good
    assert picker.history[move_picker.history_index(good)] == 3 * 3 * 8
    assert [picker.history[move_picker.history_index(code)] for code in before] == [-(3 * 3 * 8 // 4)] * 3
    picker.reward(board, PLY, good, 3)  # a killer already
    assert picker.killers[2 * PLY + 1] == move_picker.NO_MOVE
    picker.reward(board, PLY, before[0], 40)
    assert picker.killers[2 * PLY : 2 * PLY + 2] == [before[0], good]
    for _ in range(200):
        picker.reward(board, PLY, good, 40)
    assert (
        0.9 * move_picker.MAX_HISTORY
        < picker.history[move_picker.history_index(good)]
        <= move_picker.MAX_HISTORY
    )
    assert all(
        -move_picker.MAX_HISTORY <= picker.history[move_picker.history_index(code)] < 0 for code in before[1:]
    )


@pytest.mark.parametrize(("depth", "bonus"), [(1, 8), (11, 968), (12, 1200), (40, 1200)])
def test_a_deeper_cutoff_is_worth_more_up_to_a_limit(depth: int, bonus: int) -> None:
    board = board_of("Base+MLP", 18)
    picker = move_picker.MovePicker()
    picker.begin(PLY, 0, move_picker.NO_MOVE, True)
    (good,) = given(picker, board, most=1)
    picker.reward(board, PLY, good, depth)
    assert picker.history[move_picker.history_index(good)] == bonus


def test_a_deferred_move_that_cuts_off_is_not_lowered_by_its_first_turn() -> None:
    board = board_of("Base+MLP", 18)
    picker = move_picker.MovePicker()
    picker.begin(PLY, 0, move_picker.NO_MOVE, True)
    (first,) = given(picker, board, most=1)
    picker.defer(board, PLY, 1)
    count = 1
    while not picker.is_deferred(PLY):
        picker.next(board, PLY, count)
        count += 1
    others = [code for code in legal_codes(board, picker) if code != first]
    picker.reward(board, PLY, first, 2)
    assert picker.history[move_picker.history_index(first)] == 32
    assert {picker.history[move_picker.history_index(code)] for code in others} == {-8}


def legal_codes(board: Board, picker: move_picker.MovePicker) -> list[int]:
    """The moves that were generated, without deferred ones."""
    return [board.moves[i] for i in range(picker.last[PLY])]


def test_division_rounds_towards_zero_as_in_c() -> None:
    assert [move_picker.divide(total, 2) for total in (-7, -1, 0, 1, 7)] == [-3, 0, 0, 0, 3]
