"""Faults that the server once had, or could have: put back, the simulation has to find each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from tests.simulation.scenario import Plan

from ruche.server.live import upkeep
from ruche.server.live.time_source import AnchoredTime
from ruche.server.match.events import Entry
from ruche.server.match.match import Match
from ruche.server.store import beats
from ruche.server.wire import followers, match_views
from ruche.server.work import process
from ruche.server.work.jobs import Start


@dataclass(frozen=True)
class Mutant:
    """A fault: how it is put into the server, and the plan in which one of the first seeds shows it."""

    put_back: Callable[[pytest.MonkeyPatch], None]
    plan: Plan
    sign: str  # what the simulation says of it


MUTANTS: dict[str, Mutant] = {}


def mutant(plan: Plan, sign: str) -> Callable[[Callable[[pytest.MonkeyPatch], None]], None]:
    def declare(put_back: Callable[[pytest.MonkeyPatch], None]) -> None:
        MUTANTS[put_back.__name__] = Mutant(put_back, plan, sign)

    return declare


@mutant(Plan(games=4, seconds=10, faults=[("network_loses", 0.5, 9)], types=("Base",)), "")
def p2_requests_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    original = Match.apply

    def apply(self: Match, entry: Entry) -> None:
        original(self, entry)
        self.requests.clear()

    patch.setattr(Match, "apply", apply)


@mutant(Plan(2, games=3, seconds=6), "has seen")
def p3_nobody_listens_to_other_processes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(upkeep.Upkeep, "hear", lambda self, heads: None)


@mutant(
    Plan(2, games=3, seconds=8, faults=[("notices_are_lost", 1, 6)]),
    "has seen",
)
def p3_a_lost_notice_is_never_made_up_for(patch: pytest.MonkeyPatch) -> None:
    async def poll(self: upkeep.Upkeep) -> None:
        await self._read_outages()

    patch.setattr(upkeep.Upkeep, "_poll", poll)


@mutant(
    Plan(games=4, seconds=10, faults=[("database_is_away", 3, 4), ("process_is_killed", 8, 1)]), "charged"
)
def p6_outages_are_not_noted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(beats, "TOLERATED", 1e9)


@mutant(Plan(games=4, seconds=10, faults=[("clock_steps", 4, 1)]), "")
def p6_clocks_ask_the_time_of_the_system(patch: pytest.MonkeyPatch) -> None:
    original = AnchoredTime.__init__

    def begin(self: AnchoredTime, monotonic: Any, system: Any) -> None:
        self.system = system  # type: ignore[attr-defined]
        original(self, monotonic, system)

    patch.setattr(AnchoredTime, "__init__", begin)
    patch.setattr(AnchoredTime, "now", lambda self: self.system())


@mutant(
    Plan(games=3, seconds=10, faults=[("workers_fail", 0.1, 9)], opponents=("machine",)),
    "waits for the machine",
)
def p8_a_hung_worker_is_never_replaced(patch: pytest.MonkeyPatch) -> None:
    def begin(self: process.WorkerProcess, job: Any) -> None:
        self.job, job.worker = job, self
        self.send(Start(job.number, job.job))

    patch.setattr(process.WorkerProcess, "begin", begin)


@mutant(Plan(games=2, seconds=5, watchers=1, types=("Base+Swarm",)), "sees another game")
def a_follower_is_sent_another_audiences_view(patch: pytest.MonkeyPatch) -> None:
    original = followers.SocketFollower._encoded

    def encoded(self: followers.SocketFollower, key: object, make: Any) -> str:
        return original(self, "the same for all" if isinstance(key, tuple) else key, make)

    patch.setattr(followers.SocketFollower, "_encoded", encoded)


@mutant(Plan(games=3, seconds=4, watchers=1), "was sent the secret")
def a_watcher_is_sent_the_invitation(patch: pytest.MonkeyPatch) -> None:
    original = match_views.standing_fields

    def fields(match: Match, held: Any, seats: Any, *more: Any) -> dict[str, Any]:
        return {**original(match, held, seats, *more), "invite": seats.invite(match.id)}

    patch.setattr(match_views, "standing_fields", fields)
