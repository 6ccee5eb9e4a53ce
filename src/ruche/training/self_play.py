"""Self-play: games at a fixed number of nodes a move, from random openings, for the network to learn from.

The games of a round lie in one folder. Each of its processes plays every so-many-th game and appends it to a
file of its own, so that nothing is shared: a process that dies loses the game it was playing and nothing
else. A round that was interrupted goes on where it stopped, with as many processes or another number.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec

from ruche.arena.openings import arena_type
from ruche.engine.network import Network
from ruche.engine.network_file import read_network
from ruche.engine.score import INFINITE, MATE_BOUND
from ruche.engine.search import CurrentIteration, Search, max_depth
from ruche.engine.thread_pool import ASPIRATION_WINDOW
from ruche.engine.transposition import TranspositionTable
from ruche.rules.position import Position, action_from_code
from ruche.training.families import SCHEDULE
from ruche.training.lines_file import LinesFile, read_lines

TABLE_MIB = 2
OPENING_PLIES = (4, 10)  # of random actions, Swarm's choices of a hand apart
RANDOM_ACTIONS = 0.02  # later too, so that positions are seen that no engine would enter
UNEVEN = 150  # hundredths of a point: an opening that decides the game teaches nothing
LONGEST = 160  # actions; then it is a draw
MOST_GAMES = 10_000_000  # of a round: no two rounds share a number, hence an opening


class PlayedGame(msgspec.Struct, array_like=True):
    """A game; its actions are the integers of `rules/core/codes.py`, replayed without parsing."""

    number: int
    game_type: str
    codes: list[int]  # draws included
    scores: list[int | None]  # for the side to move, before each action; None: played at random
    result: float  # white's points: 1, 0.5 or 0


def play_share(
    share: int, shares: int, count: Any, folder: Path, numbers: range, nodes: int, network: Path
) -> None:
    """Play those of the games that are a process's own and that no file has yet."""
    played = played_numbers(folder)
    players = read_network(network)
    with LinesFile(folder / f"games-{share}-of-{shares}.jsonl") as file:
        for number in numbers[share::shares]:
            if number not in played:
                file.append(play_game(number, nodes, players))
            count.value += 1


def numbers_of(round_number: int, games: int) -> range:
    """Return the numbers of the games of a round; rounds count from 1."""
    first = (round_number - 1) * MOST_GAMES
    return range(first, first + games)


def games_of(folder: Path) -> list[Path]:
    """Return the files of games of a round."""
    return sorted(folder.glob("games-*.jsonl"))


def played_numbers(folder: Path) -> set[int]:
    """Return the numbers of the games of a round that have been played; raise `TrainingError`."""
    return {game.number for path in games_of(folder) for game in read_lines(path, PlayedGame)}


def play_game(number: int, nodes: int, network: Network) -> PlayedGame:
    """Play the game of a number; its type, its opening and all its moves follow from that."""
    name = SCHEDULE[number % len(SCHEDULE)]
    rng = random.Random(number)
    while True:
        game = play_from(random_position(name, rng), rng, nodes, network)
        if game is not None:
            return PlayedGame(number, name, *game)


def random_position(name: str, rng: random.Random) -> Position:
    """Return a game of a type after some random actions."""
    kind = arena_type(name)
    plies = rng.randint(*OPENING_PLIES) + (2 if kind.has_bag else 0)
    position = Position(kind, seed=rng.getrandbits(32))
    while len(position.history) < plies:
        if position.outcome is not None:
            return random_position(name, rng)
        position.play(rng.choice(position.legal_actions()))
    return position


def play_from(
    position: Position, rng: random.Random, nodes: int, network: Network
) -> tuple[list[int], list[int | None], float] | None:
    """Play a game to its end; return its actions, scores and result, or None if it was uneven from the start.

    The score of an action is None if it was a random one. A forced win counts as the result.
    """
    table = TranspositionTable(TABLE_MIB)
    opening = len(position.history)
    scores: list[int | None] = [None] * opening
    while position.outcome is None and len(scores) < LONGEST:
        if len(scores) > opening and rng.random() < RANDOM_ACTIONS:
            position.play(rng.choice(position.legal_actions()))
            scores.append(None)
            continue
        code, score = think(position, table, network, nodes)
        if len(scores) == opening and abs(score) > UNEVEN:
            return None
        if abs(score) > MATE_BOUND:
            result = float((score > 0) == (int(position.colour) == 0))
            return codes_of(position), scores, result
        position.play(action_from_code(position, code))
        scores.append(score)
    winner = None if position.outcome is None else position.outcome.winner
    return codes_of(position), scores, 0.5 if winner is None else float(int(winner) == 0)


def codes_of(position: Position) -> list[int]:
    """Return the actions so far as codes, which say what was drawn too."""
    return [action.code for action in position.history]


def think(position: Position, table: TranspositionTable, network: Network, nodes: int) -> tuple[int, int]:
    """Return the code and score of the action that a search of so many nodes finds best.

    It is the iterative deepening of `ThreadPool` without its threads, which take as long to start as a
    short search.
    """
    table.new_search()
    search = Search(position.seen_by(position.colour), table, network, CurrentIteration())
    best, score = search.action(0), 0
    for depth in range(1, 2 if search.count == 1 else max_depth()):
        window = (-INFINITE, INFINITE)
        if depth > 2 and abs(score) < MATE_BOUND:
            window = (score - ASPIRATION_WINDOW, score + ASPIRATION_WINDOW)
        found = search.iterate(0, depth, 0, *window)
        if not search.is_stopped() and not window[0] < found < window[1]:
            found = search.iterate(0, depth, 0, -INFINITE, INFINITE)
        best = search.action(0)  # also of an iteration cut short: whatever it brought to the front is better
        if search.is_stopped():
            break
        score = found
        if search.nodes >= nodes or abs(score) > MATE_BOUND:
            break
        search.budget = nodes
    return best, score
