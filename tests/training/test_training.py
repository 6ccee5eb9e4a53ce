"""Training: games that follow from their numbers, files that survive a crash, matches."""

from pathlib import Path

import pytest

from ruche import Position
from ruche.arena.openings import arena_type
from ruche.engine.accumulator import Accumulator
from ruche.engine.network_file import write_network
from ruche.rules.position import action_from_code, play_unchecked
from ruche.training import network_match, self_play
from ruche.training.families import FAMILIES, FAMILY_OF, SCHEDULE
from ruche.training.lines_file import LinesFile, TrainingError, read_lines
from ruche.training.rounds import seed_network
from ruche.training.self_play import PlayedGame, play_game

NODES = 10


class Count:
    value = 0


def game(number: int) -> PlayedGame:
    return play_game(number, NODES, seed_network())


def test_every_family_has_its_share_of_games() -> None:
    counts = {family: sum(FAMILY_OF[name] == family for name in SCHEDULE) for family in FAMILIES}
    assert counts.pop("Base") > len(SCHEDULE) / 2
    assert len(set(counts.values())) == 1
    assert set(SCHEDULE) == {name for types in FAMILIES.values() for name in types}


@pytest.mark.parametrize("number", [7, 25, SCHEDULE.index("Venom+MLP+Swarm"), SCHEDULE.index("Ultimate")])
def test_a_game_follows_from_its_number_and_can_be_replayed(number: int) -> None:
    played = game(number)
    assert played == game(number)
    assert len(played.scores) == len(played.codes)
    position = Position(arena_type(played.game_type))
    for code in played.codes:
        assert position.outcome is None
        play_unchecked(position, action_from_code(position, code))
    if position.outcome is not None and position.outcome.winner is not None:
        assert played.result == float(int(position.outcome.winner) == 0)


def test_an_interrupted_share_goes_on(tmp_path: Path) -> None:
    """A crash that cuts a line short costs that game; nothing is played twice."""
    network = tmp_path / "seed.nnue"
    write_network(network, seed_network(), {})
    self_play.play_share(0, 2, Count(), tmp_path, 4, NODES, network)
    path = tmp_path / "games-0-of-2.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    count = Count()
    self_play.play_share(0, 2, count, tmp_path, 6, NODES, network)
    assert count.value == 3
    assert path.read_bytes().startswith(whole)
    assert [played.number for played in read_lines(path, PlayedGame)] == [0, 2, 4]


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with LinesFile(path) as file:
        file.append(game(0))
    path.write_bytes(b"[1, 2\n" + path.read_bytes())
    with pytest.raises(TrainingError, match=r"Line 1 of .*games\.jsonl.*\[1, 2"):
        list(read_lines(path, PlayedGame))


def test_the_seed_network_counts_filled_neighbours() -> None:
    position = Position("Base")
    for text in ("wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", "wA1 -wQ", "bA1 bQ-"):
        position.play(text)
    accumulator = Accumulator(seed_network(), position.board)
    assert accumulator.of(position.board) == 0
    position.play("wA1 bQ\\")
    assert accumulator.of(position.board) == -200  # one more beside black's queen, one less beside white's


def test_a_match_of_a_network_with_itself_is_even(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_match, "FAMILIES", {"Base": ("Base+MLP",)})
    network = tmp_path / "seed.nnue"
    write_network(network, seed_network(), {})
    network_match.play_share(0, 1, Count(), tmp_path, 2, NODES, network, network)
    tally = network_match.tallies(tmp_path)["Base"]
    assert tally.count == 2
    assert tally.score == 0.5
