"""A run: jobs made in order, played by a pool, kept as they end, until enough is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from ruche.arena.games import Job, Result
from ruche.arena.openings import arena_type, openings_of_file, random_opening
from ruche.arena.pools import LostWorker, Pool
from ruche.arena.results_file import ResultsFile
from ruche.arena.stats import ENOUGH, Sprt, Tally
from ruche.engine.limits import Limit
from ruche.players.spec import PlayerError, Spec


@dataclass(frozen=True)
class ArenaPlan:
    """What is to be played."""

    first: str
    second: str
    game_types: tuple[str, ...] = ("Base+MLP",)
    games: int = 100
    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    plies: int = 300  # after this number of actions a game is a draw
    opening_plies: int = 4
    openings: str | None = None  # a file
    seed: int = 0

    @property
    def players(self) -> list[Spec]:
        return [Spec.read(text) for text in (self.first, self.second)]

    @property
    def threads(self) -> int:
        """How many processors a game keeps busy; its players think in turn."""
        return max(spec.threads for spec in self.players)

    def check(self) -> None:
        """Raise `PlayerError` or `GameTypeError` for what cannot be played."""
        players = self.players
        for name in self.game_types:
            arena_type(name)
        if self.nodes is not None and any(spec.kind == "uhp" for spec in players):
            raise PlayerError("no_nodes")
        _ = self.file_openings

    def check_programs(self) -> None:
        """Raise `PlayerError` for an engine that cannot be started here: it would lose every game."""
        for spec in set(self.players):
            spec.try_start()

    def header(self) -> dict[str, object]:
        """Return what must be equal for a run to be continued; how many games is free to change."""
        data = asdict(self)
        del data["games"]
        return {**data, "game_types": list(self.game_types)}

    def jobs(self) -> Iterator[Job]:
        """Give the games in order: pairs with colours swapped, the types in turn.

        A player against itself would play the same game twice: there each game has its own opening.
        """
        alike = self.first == self.second
        limit = Limit(self.seconds, self.depth, self.nodes)
        for number in range(self.games):
            pair = number if alike else number // 2
            name = self.game_types[pair % len(self.game_types)]
            seed = self.seed * 1_000_003 + pair
            if self.file_openings:
                opening = self.file_openings[name][
                    pair // len(self.game_types) % len(self.file_openings[name])
                ]
            elif alike or number % 2 == 0:
                opening = random_opening(arena_type(name), self.opening_plies, seed)
            white, black = (self.first, self.second) if number % 2 == 0 else (self.second, self.first)
            yield Job(number, white, black, name, tuple(opening), limit, self.plies, seed)

    @cached_property
    def file_openings(self) -> dict[str, list[list[str]]]:
        """The openings of the file, by game type; every type must have some."""
        if self.openings is None:
            return {}
        found = {
            name: list(openings_of_file(Path(self.openings), arena_type(name))) for name in self.game_types
        }
        for name, openings in found.items():
            if not openings:
                raise PlayerError("no_openings", file=self.openings, type=name)
        return found


class ArenaScore:
    """What the games so far say, from the first player's side."""

    def __init__(self, results: dict[int, Result]) -> None:
        self.results = results

    def points(self, number: int) -> float | None:
        """Return the first player's points in a game; it has white in the even ones."""
        result = self.results.get(number)
        return None if result is None else result.score(number % 2 == 0)

    @property
    def games(self) -> Tally:
        """Every game by itself."""
        return Tally.of_games(p for n in self.results if (p := self.points(n)) is not None)

    @property
    def pairs(self) -> Tally:
        """The pairs of which both games are there."""
        found = []
        for number in self.results:
            if number % 2 == 0 and number + 1 in self.results:
                one, two = self.points(number), self.points(number + 1)
                assert one is not None
                assert two is not None
                found.append((one, two))
        return Tally.of_pairs(found)

    @property
    def best(self) -> Tally:
        """Pairs if there are enough to judge by, else games."""
        pairs = self.pairs
        return pairs if pairs.count >= ENOUGH else self.games


def play(
    plan: ArenaPlan,
    store: ResultsFile,
    pool: Pool,
    sprt: Sprt | None = None,
    on_result: Callable[[Result], None] | None = None,
) -> str | None:
    """Play the missing games; return the verdict of the test, if it stopped the run."""
    score = ArenaScore(store.results)
    waiting = (job for job in plan.jobs() if job.number not in store.results)
    running = 0
    try:
        if sprt is not None and (verdict := sprt.verdict(score.pairs)):
            return verdict
        for _ in range(pool.size * 2):  # one in hand for every worker
            if job := next(waiting, None):
                pool.submit(job)
                running += 1
        while running:
            result = pool.next()
            running -= 1
            store.add(result)
            if on_result is not None:
                on_result(result)
            if sprt is not None and (verdict := sprt.verdict(score.pairs)):
                return verdict
            if job := next(waiting, None):
                pool.submit(job)
                running += 1
    except LostWorker as error:
        raise LostWorker(int(str(error.values["times"])), store.path) from None
    return None
