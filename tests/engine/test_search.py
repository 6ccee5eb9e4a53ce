"""The search: it finds wins, avoids losses, repeats itself exactly and stops when told to."""

import random
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.positions import played
from tests.waiting import within_a_minute

from ruche import COMPILED, Colour, GameType, Position
from ruche.engine import Info, Limit, StopFlag, TranspositionTable, analyse, best_action, thread_pool
from ruche.engine.bench import DEEP, sample, signature
from ruche.engine.network_file import shipped_network
from ruche.engine.score import INFINITE
from ruche.engine.search import CurrentIteration, Search
from ruche.notation.gamestring import read_gamestring
from ruche.rules.core.board import Board
from ruche.rules.core.codes import FIRST, PASS, SECOND

# `python -m ruche.engine.bench`: they change whenever the engine plays otherwise
SIGNATURE, DEEP_SIGNATURE = 180672752, 3974994071

if not COMPILED:
    from ruche.engine.repetition import repeats
    from ruche.engine.royal_safety import exposed

UPPER, LOWER, EXACT = 1, 2, 3  # bounds of entries in the table

TYPES = (
    "Base",
    "Base+M",
    "Base+L",
    "Base+P",
    "Base+ML",
    "Base+MP",
    "Base+LP",
    "Base+MLP",
    "Carbon+Swarm",
    "Base+O2D1",
    "Base+S0O2",
    "Base+ML+O1F1Y1D1T1H1C1",
    "Base+Predators",
    "Base+Guardians",
    "Base+Guardians+Locked",
    "Base+Honeycombo",
    "Base+Swarm",
    "Base+MLP+Honeycombo",
    "Base+MLP+Predators+Guardians+Honeycombo+Swarm",
    "Venom",
    "Venom+MLP",
    "Venom+MLP+Locked",
    "Venom+Predators",
    "Venom+Guardians",
    "Venom+Honeycombo",
    "Venom+Swarm",
    "Venom+M+Guardians+Honeycombo",
    "Venom+LP+Predators+Swarm",
    "Ultimate",
    "Ultimate+Swarm",
)


def wins() -> list[tuple[int, str, str]]:
    """Forced wins: actions to them, game type, moves."""
    lines = (Path(__file__).parent / "wins.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [(int(plies), game_type, moves) for plies, game_type, moves in rows]


def reached(game_type: str, moves: str) -> Position:
    return played(game_type, *moves.split(";"))


def is_won(position: Position, colour: int, plies: int) -> bool:
    """Whether a player forces a win within some actions, tried one by one."""
    if position.outcome is not None:
        return position.outcome.winner == colour
    if plies == 0:
        return False
    found = []
    for action in position.legal_actions():
        mover = position.colour
        position.play(action)
        found.append(is_won(position, colour, plies - 1))
        position.undo()
        if found[-1] == (mover == colour):
            break
    return found[-1]


@pytest.mark.parametrize(("plies", "game_type", "moves"), wins(), ids=lambda value: str(value)[:24])
def test_it_finds_wins(plies: int, game_type: str, moves: str) -> None:
    if not COMPILED and plies > 3:
        pytest.skip("takes long in plain Python")
    position = reached(game_type, moves)
    last = list(analyse(position, Limit(depth=plies, nodes=None if COMPILED else 20_000), 1))[-1]
    assert last.score.plies == plies
    assert str(last.score) == f"wins in {(plies + 1) // 2}"
    mover = position.colour
    for action in last.lines[0].actions:
        position.play(action)
    assert position.outcome is not None
    assert position.outcome.winner == mover


@pytest.mark.parametrize(("plies", "game_type", "moves"), wins(), ids=lambda value: str(value)[:24])
def test_the_wins_are_forced(plies: int, game_type: str, moves: str) -> None:
    if plies > 3 or not COMPILED:
        pytest.skip("takes long")
    position = reached(game_type, moves)
    mover = position.colour
    position.play(best_action(position, Limit(depth=plies)))
    assert is_won(position, mover, plies - 1)


@pytest.mark.parametrize("game_type", ["Base+MLP", "Venom+MLP", "Base+MLP+Honeycombo", "Ultimate"])
def test_it_never_allows_a_win_in_one_that_can_be_avoided(game_type: str) -> None:
    """In random positions near the end, where most actions lose at once."""
    if game_type == "Ultimate" and not COMPILED:
        pytest.skip("such positions are rare: takes long in plain Python")
    tested = 0
    for seed in range(400 if COMPILED else 40):
        position = sample(game_type, 30 + seed % 20, seed)
        mover = position.colour
        safe = []
        for action in position.legal_actions():
            position.play(action)
            lost = position.outcome is not None and position.outcome.winner != mover
            if not lost and (position.colour == mover or not is_won(position, position.colour, 1)):
                safe.append(action)
            position.undo()
        if safe and len(safe) < len(position.legal_actions()):
            tested += 1
            assert best_action(position, Limit(nodes=600), table=TranspositionTable(1)) in safe, (
                f"seed {seed}"
            )
        if tested == (25 if COMPILED else 1):
            break
    assert tested


@pytest.mark.parametrize("game_type", TYPES)
def test_it_plays_every_type(game_type: str) -> None:
    """A few actions from the start and from the middle, each as listed by the rules."""
    for position in (Position(game_type), sample(game_type, 16)):
        for i in range(6 if COMPILED else 2):
            if position.outcome is not None:
                break
            legal = position.legal_actions()
            action = best_action(position, Limit(nodes=150, depth=3), table=TranspositionTable(1), seed=i)
            assert action in legal
            position.play(action)


def test_a_whole_game_ends() -> None:
    position = Position("Base")
    chance = random.Random(3)
    while position.outcome is None:
        if position.colour == Colour.BLACK:
            position.play(
                best_action(position, Limit(nodes=400 if COMPILED else 40), table=TranspositionTable(1))
            )
        else:
            position.play(chance.choice(position.legal_actions()))
    assert position.state == "BlackWins"


def test_it_repeats_itself_exactly() -> None:
    assert signature() == SIGNATURE
    if COMPILED:  # takes long in plain Python
        assert signature(DEEP) == DEEP_SIGNATURE


def test_it_stops_when_told_to() -> None:
    stop = StopFlag()
    position = sample("Base+MLP", 12)
    action = within_a_minute(
        lambda: best_action(position, Limit(), threads=2, stop=stop, on_info=lambda _: stop.set())
    )
    assert action in position.legal_actions()


def test_it_keeps_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a second with every report, the third comes when the time is up."""
    infos: list[Info] = []
    monkeypatch.setattr(thread_pool, "time", SimpleNamespace(perf_counter=lambda: float(len(infos))))
    position = sample("Base+MLP", 12)
    action = within_a_minute(lambda: best_action(position, Limit(seconds=2.5), on_info=infos.append))
    assert action in position.legal_actions()
    assert [info.seconds for info in infos] == [0.0, 1.0, 2.0]


def test_an_abandoned_analysis_ends_its_threads() -> None:
    before = threading.active_count()
    analysis = analyse(sample("Base", 10), Limit(), threads=2)
    next(analysis)
    analysis.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before


def test_lines_differ_and_fall() -> None:
    position = sample("Base+MLP", 14)
    for info in analyse(position, Limit(depth=3 if COMPILED else 1), 4):
        assert len(info.lines) == 4
        assert len({str(line.actions[0]) for line in info.lines}) == 4
        scores = [line.score for line in info.lines]
        assert scores == sorted(scores, reverse=True)
        assert str(info).startswith(f"{info.lines[0].actions[0]};{info.depth};{info.score.points:.2f};")


@pytest.mark.parametrize("lines", [1, 3])
def test_several_threads_report_every_depth_once(lines: int) -> None:
    position = sample("Base+MLP", 14)
    most = 6 if COMPILED else 2
    infos = list(analyse(position, Limit(depth=most), lines, threads=3))
    assert [info.depth for info in infos] == list(range(1, most + 1))
    for info in infos:
        assert len({str(line.actions[0]) for line in info.lines}) == lines
        scores = [line.score for line in info.lines]
        assert scores == sorted(scores, reverse=True)
    assert [info.nodes for info in infos] == sorted(info.nodes for info in infos)


def test_the_action_is_the_one_reported_whoever_was_first() -> None:
    for seed in range(10):
        position, infos = sample("Base+MLP", 14, seed), list[Info]()
        if position.outcome is None:
            limit = Limit(depth=5 if COMPILED else 1)
            action = best_action(position, limit, threads=2, on_info=infos.append)
            assert action == infos[-1].lines[0].actions[0]


@pytest.mark.skipif(COMPILED, reason="a compiled search cannot be interrupted from outside")
def test_a_thread_leaves_a_position_that_another_has_finished() -> None:
    """One is interrupted by another that searches the same to its end; then it goes no further either."""
    depth, network, current, table = 5, shipped_network(), CurrentIteration(), TranspositionTable(1)
    position = sample("Base", 5)
    quick = Search(position.copy(), table, network, current, shared=True)

    class Interrupted(Search):
        def value_of(self, board: Board) -> int:
            if quick.nodes == 0 and self.nodes > 100:
                quick.iterate(0, depth, 0, -INFINITE, INFINITE)
            return super().value_of(board)

        def unwind(self, board: Board, ply: int, start: int) -> int:
            left.append(ply)
            return super().unwind(board, ply, start)

    left: list[int] = []
    slow = Interrupted(position.copy(), table, network, current, shared=True)
    score = slow.iterate(0, depth, 0, -INFINITE, INFINITE)
    assert score == quick.iterate(0, depth, 0, -INFINITE, INFINITE)
    assert slow.best_line() == quick.best_line()
    assert len(slow.best_line()) == depth
    assert left == list(range(left[0], 0, -1))  # all up to the first position after the root
    assert slow.board.key == position.board.key


@pytest.mark.skipif(COMPILED, reason="asks for a single step")
@pytest.mark.parametrize(
    "game_type", ["Base", "Base+MLP", "Venom+MLP", "Base+Guardians", "Base+MLP+Honeycombo"]
)
def test_staged_moves_come_first_and_only_once(game_type: str) -> None:
    search = Search(sample(game_type, 16), TranspositionTable(1), shipped_network(), CurrentIteration())
    board, picker = search.board, search.picker
    legal = list(board.moves[: board.generate(0)])
    asked = [0, *legal[::3], legal[0], legal[-1] ^ 1 << 11, legal[-1]]  # some twice, some not legal
    last = 0
    for code in asked:
        last = picker.add_staged(board, 0, last, code)
    first = list(board.moves[:last])
    assert first == [code for code in dict.fromkeys(asked) if board.can_do(code, last)]
    assert bool(first) == ("Honeycombo" not in game_type)
    end = picker.generate_others(board, 1, 0, last)
    assert board.moves[:last] == first
    assert sorted(board.moves[:end]) == sorted(legal)


@pytest.mark.parametrize(
    ("game_type", "moves"),
    [
        ("Base+S0B1A0G0", r"wB;bQ wB\;wQ -wB;bQ wQ\;wQ -bQ;bB bQ\;wB bB/;bB wB;wQ \bQ;bB wB-"),
        ("Base+S0B0A0G1", "wG;bQ /wG;wQ wG/;bQ wG\\;wQ bQ/;bQ wQ\\"),
    ],
)
def test_it_sees_that_positions_will_come_back(game_type: str, moves: str) -> None:  # E4
    """Nobody can do better than going to and fro; it is a draw where the rules say so, else it is not."""
    scores = []
    for repetition in ("draw", "off"):
        position = played(GameType(game_type, repetition=repetition), *moves.split(";"))
        scores.append(
            list(analyse(position, Limit(depth=10), 1, table=TranspositionTable(1)))[-1].score.value
        )
    assert scores[0] == 0
    assert scores[1] != 0


def test_it_counts_how_often_the_game_had_a_position() -> None:  # E4
    """The third time is a draw, the second is not."""
    there_and_back = (r"wQ \wA1", "bQ bA1/", "wQ -wA1", "bQ bA1-")
    position = reached("Base", "wA1;bA1 wA1-;wQ -wA1;bQ bA1-")
    for is_third in (False, True):
        for move in there_and_back[:3]:
            position.play(move)
        lines = list(analyse(position, Limit(depth=1), 100, table=TranspositionTable(1)))[-1].lines
        scores = {str(line.actions[0]): line.score.value for line in lines}
        assert (scores["bQ bA1-"] == 0) == is_third
        position.play("bQ bA1-")
    assert position.outcome is not None


CRAWL = (r"wQ \bQ", "bQ wQ-")  # each queen a step around the other: the hive is the same, one hex away


def test_it_knows_a_position_again_where_the_hive_has_crawled_away() -> None:  # E4
    """The third time is a draw wherever the hive lies."""
    position = reached("Base", "wQ;bQ wQ-")
    for is_third in (False, True):
        position.play(CRAWL[0])
        lines = list(analyse(position, Limit(depth=1), 100, table=TranspositionTable(1)))[-1].lines
        scores = {str(line.actions[0]): line.score.value for line in lines}
        assert (scores[CRAWL[1]] == 0) == is_third
        position.play(CRAWL[1])
    assert position.outcome is not None


@pytest.mark.skipif(COMPILED, reason="asks for a single step")
@pytest.mark.parametrize("game_type", ["Base+S0B0A0G1", "Base+S0B1A0G0", "Base+S0B0A0G0C1"])
def test_the_search_and_the_rules_see_the_same_repetitions(game_type: str) -> None:  # E4
    """In a long game of few pieces the search calls a repetition what the rules call one, nothing else."""
    lots = random.Random(1)
    position = Position(GameType(game_type, repetition="off"))
    board = position.board
    search = Search(position, TranspositionTable(1), shipped_network(), CurrentIteration())
    seen, keys, crawled = [board.repetition_key()], [board.zobrist()], 0
    while board.ply < 150 and position.outcome is None:
        position.play(lots.choice(position.legal_actions()))
        before = board.zobrist(), list(board.history[: board.ply])
        is_known = board.repetition_key() in seen[1:]
        assert repeats(board, search.root_ply) == is_known, position
        assert (board.zobrist(), list(board.history[: board.ply])) == before
        crawled += is_known and board.zobrist() not in keys
        seen.append(board.repetition_key())
        keys.append(board.zobrist())
    assert crawled > 0


@pytest.mark.skipif(COMPILED, reason="asks for a single step")
def test_no_null_move_in_a_double_turn() -> None:  # K5
    """Where a position is a little better than asked for, passing is tried first; not for half of a turn."""

    class Shallow(Search):
        def descend(self, board: Board, code: int, *rest: Any) -> int:
            searched.append(code)
            return 0

    for actions, seed, half in ((8, 0, 0), (19, 131, FIRST), (18, 10, SECOND)):
        position = sample("Base+Honeycombo", actions, seed)
        assert position.board.state & (FIRST | SECOND) == half
        assert not exposed(position.board, position.board.side())
        table, network = TranspositionTable(1), shipped_network()
        search = Shallow(position, table, network, CurrentIteration())
        beta = search.value_of(search.board) - 10
        searched: list[int] = []
        search.search(search.board, 4, beta - 1, beta, 1, 0, True)
        assert (searched[0] == PASS) == (half == 0)


@pytest.mark.skipif(COMPILED, reason="asks for a single step")
@pytest.mark.parametrize(
    ("depth", "bound", "score", "expected"),
    [
        (5, LOWER, 80, True),
        (6, LOWER, 80, True),
        (4, LOWER, 80, False),  # not deep enough
        (5, LOWER, 20, False),  # at least 20 says nothing of 50
        (5, UPPER, 20, True),
        (4, UPPER, 20, False),
        (5, UPPER, 80, False),
        (4, EXACT, 50, False),
        (5, EXACT, 50, True),
    ],
)
def test_only_a_result_that_is_deep_enough_ends_the_search_above(
    depth: int, bound: int, score: int, expected: bool
) -> None:
    """A position above is searched to depth 5 in the window 50 to 51; another thread stores a result."""
    table = TranspositionTable(1)
    search = Search(sample("Base", 5), table, shipped_network(), CurrentIteration(), shared=True)
    search.note_node(1, 12345, 0, 50, 51)  # one that is not shared
    search.note_node(2, 67890, 5, 50, 51)
    table.store(12345, 0, score, 9, bound)
    table.store(67890, 0, score, depth, bound)
    assert search.has_cutoff_above(4) == expected
    assert search.is_stopped() == expected
    if expected:
        assert (search.cutoff_ply, search.cutoff_score) == (2, score)


@pytest.mark.parametrize("threads", [1, 2])
def test_whole_depths_are_reported_and_the_first_one_always(threads: int) -> None:
    position = sample("Base+MLP", 14)
    for nodes in (1, 300, 500, 700, 900, 3000):
        infos = list(analyse(position, Limit(nodes=nodes), 3, threads=threads))
        assert [info.depth for info in infos] == list(range(1, len(infos) + 1))
        assert infos
        for info in infos:
            scores = [line.score for line in info.lines]
            assert scores == sorted(scores, reverse=True)
            assert len(scores) == 3
        assert all(info.nodes <= nodes for info in infos[1:])


def test_luck_does_not_outweigh_everything_else() -> None:
    """Whether White is lost depends on what he draws: the score is in points, and no forced loss (S2)."""
    position = read_gamestring(
        "Base+MLP+Swarm;InProgress;White[11];hand wA1 wB1 wG1;hand bA1 bB1 bP;wG1 +bA2;bP wG1/ +wA2;"
        "bA2 bP/ +bL;bB1 bA2/ +bB2;bL bA2\\ +wS1;bA1 bB1\\ +bA3;wQ /wG1 +bS1;bQ \\bB1 +wG2;bS1 bQ/ +wA3;"
        "bA1 wQ\\;draw +bG1;bS1 bB1\\;bG1 -bQ +bG2;bG1 bB1/;bG2 -bQ +wL;bG1 /wQ;steal wG2;bL -wG1;draw +wM;"
        "bS1 wG1\\"
    )
    draw, steal = list(analyse(position, Limit(depth=3), 2))[-1].lines
    assert (str(draw.actions[0]), draw.score.plies) == ("draw", None)
    assert -1500 < draw.score.value < -500
    assert steal.score.plies == -4


def test_a_cleared_table_knows_nothing() -> None:
    position, table = sample("Base+MLP", 14), TranspositionTable(1)

    def nodes() -> int:
        return list(analyse(position, Limit(depth=3), 1, table=table))[-1].nodes

    first = nodes()
    assert nodes() < first
    table.clear()
    assert nodes() == first


def test_nothing_to_think_about() -> None:
    position = reached(*next((t, m) for n, t, m in wins() if n == 1))
    position.play(best_action(position, Limit(depth=1)))
    with pytest.raises(ValueError, match="ended"):
        best_action(position, Limit(depth=1))


def test_a_forced_pass() -> None:
    """Whatever stands in the list of legal actions is played, also if it is only a pass."""
    for seed in range(3000):
        position = sample("Base", 14, seed)
        legal = position.legal_actions()
        if [action.kind for action in legal] == ["pass"]:
            assert str(best_action(position, Limit(depth=2), table=TranspositionTable(1))) == "pass"
            return
        if not COMPILED and seed > 100:
            pytest.skip("none found soon")
    pytest.fail("no position with a forced pass")


def test_one_table_serves_several_types() -> None:
    """What is known of a position in one game type is not taken for granted in another."""
    found = []
    shared = TranspositionTable(4)
    for name, table in (("Base+P", shared), ("Base+LP", shared), ("Base+LP", TranspositionTable(4))):
        position = played(name, "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-")
        found.append(list(analyse(position, Limit(depth=5 if COMPILED else 2), 1, table=table))[-1])
    assert found[1].lines == found[2].lines


def test_a_win_by_two_actions_in_a_row_is_a_win_in_two() -> None:
    """With the Honeycombo a side may act twice (K5): the winner's own actions are counted."""
    position = sample("Base+MLP+Honeycombo", 41, 1273)
    assert position.actions_left == 2
    last = list(analyse(position, Limit(depth=2), 1, table=TranspositionTable(1)))[-1]
    assert last.score.plies == 2
    assert last.score.wins_in == 2
    winner = position.colour
    for action in last.lines[0].actions:
        assert position.colour == winner
        position.play(action)
    assert position.outcome is not None


def test_a_line_is_shown_for_each_that_was_asked_for() -> None:
    """Also when a depth is cut short."""
    position = sample("Base+MLP", 16)
    for nodes in (500, 1000, 2000):
        assert {
            len(info.lines) for info in analyse(position, Limit(nodes=nodes), 3, table=TranspositionTable(1))
        } == {3}


def test_where_there_is_one_action_analysis_still_looks_ahead() -> None:
    position = sample("Base", 14, 2611)
    assert len(position.legal_actions()) == 1
    assert list(analyse(position, Limit(depth=3), 1, table=TranspositionTable(1)))[-1].depth == 3
    infos: list[Info] = []
    best_action(position, Limit(depth=3), table=TranspositionTable(1), on_info=infos.append)
    assert [info.depth for info in infos] == [1]


@pytest.mark.parametrize(
    "bad", [{"depth": 0}, {"nodes": 0}, {"seconds": -1.0}, {"seconds": float("nan")}], ids=str
)
def test_what_is_no_limit_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Limit(**bad)


def test_nobody_searches_without_threads_or_lines() -> None:
    with pytest.raises(ValueError, match="0 threads"):
        best_action(Position("Base"), Limit(depth=1), threads=0)
    with pytest.raises(ValueError, match="0 lines"):
        list(analyse(Position("Base"), Limit(depth=1), 0))
