"""In Swarm the engine knows only what a player may see, and chooses its hand by search."""

import pytest
from tests.waiting import within_a_minute

from ruche import COMPILED, Position
from ruche.engine import Info, Limit, StopFlag, TranspositionTable, analyse, best_action


def swarm(seed: int, white: str = "hand wA1 wA2 wA3") -> Position:
    position = Position("Base+Swarm", seed=seed)
    position.play(white)
    return position


def test_it_does_not_know_the_draws() -> None:
    """The seed decides what is drawn next: the engine must do the same whatever it is."""
    chosen = set()
    for seed in range(4):
        position = swarm(seed)
        position.play("hand bA1 bG1 bS1")
        chosen.add(str(best_action(position, Limit(nodes=400), table=TranspositionTable(1))))
    assert len(chosen) == 1


def test_it_does_not_know_the_secret_hand() -> None:
    hands = ("hand wA1 wA2 wA3", "hand wS1 wS2 wG1", "hand wB1 wB2 wG1")
    chosen = {str(best_action(swarm(0, hand), Limit(depth=1), table=TranspositionTable(1))) for hand in hands}
    assert len(chosen) == 1


def test_with_no_time_at_all_it_takes_good_pieces() -> None:
    """Then the network alone decides, not the order in which hands are listed."""
    position = Position("Base+MLP+Swarm")
    chosen = best_action(position, Limit(nodes=1), table=TranspositionTable(1))
    assert chosen != position.legal_actions()[0]
    assert {"G", "S"}.isdisjoint(piece.bug.letter for piece in chosen.chosen)


@pytest.mark.skipif(not COMPILED, reason="too slow in plain Python")
def test_the_choice_of_a_hand_stops_when_told_to() -> None:
    stop = StopFlag()
    infos: list[Info] = []

    def report(info: Info) -> None:
        infos.append(info)
        stop.set()

    position = Position("Ultimate+Swarm")
    action = within_a_minute(lambda: best_action(position, Limit(), stop=stop, on_info=report))
    assert infos[-1].lines[0].actions == (action,)


def test_no_hand_is_looked_at_when_the_time_is_up() -> None:
    """However short the looks are, the time is asked for before each."""
    stop = StopFlag()
    stop.set()
    (info,) = analyse(Position("Base+Swarm"), Limit(), stop=stop, table=TranspositionTable(1))
    assert info.nodes == 0


def test_it_chooses_a_hand_by_search() -> None:
    position = Position("Base+Swarm")
    depth = 2 if COMPILED else 1
    info = list(analyse(position, Limit(depth=depth), 5, table=TranspositionTable(1)))[-1]
    assert info.depth == depth
    assert info.nodes > 100
    assert len(info.lines) == 5
    scores = [line.score.value for line in info.lines]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > scores[-1] or not COMPILED


@pytest.mark.skipif(not COMPILED, reason="takes long in plain Python")
def test_the_average_over_draws_decides() -> None:
    """A draw that seems good is weighed over all pieces of the bag: the line ends where chance begins."""
    position = swarm(1)
    position.play("hand bA1 bG1 bS1")
    for info in analyse(position, Limit(depth=4), 2, table=TranspositionTable(1)):
        for line in info.lines:
            assert len(line.actions) == 1  # the first piece placed draws another
