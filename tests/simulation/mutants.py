"""Faults that the server once had, or could have: put back, the simulation has to find each of them.

Without the fault the same seeds have to be sound. So a plan or story here is a regression test that is known
to be able to fail.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from tests.simulation.scenario import Plan, run_plan
from tests.simulation.stories import run_story
from tests.simulation.world import World

from ruche.server.live import time_source, upkeep
from ruche.server.live.registry import GRACE, MatchRegistry
from ruche.server.live.replica import Replica
from ruche.server.live.replicas import Replicas
from ruche.server.live.time_source import AnchoredTime, TimeSource
from ruche.server.match.events import Entry
from ruche.server.match.match import Match
from ruche.server.store import beats, writer
from ruche.server.store.database import Database
from ruche.server.store.errors import UnavailableError, UnknownOutcomeError
from ruche.server.wire import followers, match_views
from ruche.server.work import process
from ruche.server.work.jobs import Start
from ruche.server.work.pool import STUDY, WorkerPool


@dataclass(frozen=True)
class Mutant:
    """A fault: how it is put into the server, and the plan or story whose first seeds show it."""

    put_back: Callable[[pytest.MonkeyPatch], None]
    plan: Plan | str
    sign: str  # what the simulation says of it

    def run(self, seed: int, *, trace: bool = False) -> World:
        """Run the plan or tell the story, with or without the fault."""
        if isinstance(self.plan, str):
            return run_story(self.plan, seed, trace=trace)
        return run_plan(self.plan, seed, trace=trace)

    def is_found(self, seed: int) -> bool:
        """Tell whether a seed shows the fault, once it is put back."""
        with pytest.MonkeyPatch.context() as patch:
            self.put_back(patch)
            problems = self.run(seed).problems
        return any(self.sign in problem for problem in problems)


MUTANTS: dict[str, Mutant] = {}


def mutant(plan: Plan | str, sign: str) -> Callable[[Callable[[pytest.MonkeyPatch], None]], None]:
    def declare(put_back: Callable[[pytest.MonkeyPatch], None]) -> None:
        MUTANTS[put_back.__name__] = Mutant(put_back, plan, sign)

    return declare


@mutant(Plan(games=4, seconds=6, watchers=2, kept=0), "")
def p1_a_game_may_leave_before_it_is_followed(patch: pytest.MonkeyPatch) -> None:
    @contextlib.asynccontextmanager
    async def hold(self: Replicas, game: str) -> AsyncIterator[Replica]:
        replica = self.by_id.get(game) or self.by_id.setdefault(game, Replica(game))
        await self.make_ready(replica)
        await asyncio.sleep(0)
        with self.lease(replica):
            yield replica

    def acquire(self: Replicas, replica: Replica) -> None:
        replica.leases += 1
        self.unheld.pop(replica.id, None)

    def release(self: Replicas, replica: Replica) -> None:
        replica.leases -= 1
        if not replica.leases:
            self.by_id.pop(replica.id, None)

    patch.setattr(Replicas, "hold", hold)
    patch.setattr(Replicas, "acquire", acquire)
    patch.setattr(Replicas, "release", release)


@mutant(Plan(games=4, watchers=2, seconds=8, gives_up=1.0, faults=[("commits_are_unsure", 1, 5)]), "has seen")
def p4_what_a_lost_commit_wrote_is_never_read(patch: pytest.MonkeyPatch) -> None:
    async def commit(self: writer.Writer, batches: list[writer.Batch]) -> None:
        work = partial(writer.write_group, batches=batches, process=self.process, again=False)
        try:
            refused, _ = await self.engine.run(work)
        except Exception:
            writer._settle(batches, UnavailableError("lost"))
            return
        for batch in batches:
            if batch in refused:
                writer._settle([batch], refused[batch])
            elif not batch.done.done():
                batch.done.set_result(True)

    patch.setattr(writer.Writer, "_commit", commit)
    patch.setattr(Replica, "stale", property(lambda self: False, lambda self, value: None), raising=False)


@mutant("a_visitor_vanishes", "is kept")
def p5_a_silent_connection_is_kept(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(followers.SocketFollower, "check", lambda self, now: None)


@mutant("an_entry_cannot_be_read", "")
def p7_what_cannot_be_read_is_everybodys_loss(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Replicas, "_entries", lambda self, replica, after: self.database.entries(replica.id, after))


@mutant("many_study", "those who study")
def p9_play_waits_in_the_line_of_study(patch: pytest.MonkeyPatch) -> None:
    original = WorkerPool.submit
    patch.setattr(WorkerPool, "submit", lambda self, job, lane=STUDY: original(self, job, STUDY))


@mutant("games_expire_while_they_begin", "gap")
def a_log_may_lack_its_beginning(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(writer, "APPEND_SQL", writer.APPEND_SQL.replace(":seq = 0 OR EXISTS", "TRUE OR EXISTS"))


@mutant(
    Plan(
        games=4,
        watchers=0,
        seconds=13,
        kept=0,
        faults=[("commits_are_unsure", 2, 3), ("database_is_away", 4, 7), ("sockets_are_cut", 9.7, 1)],
        gives_up=1.0,
    ),
    "",
)
def a_commit_of_unknown_outcome_is_read_by_a_game_that_has_left(patch: pytest.MonkeyPatch) -> None:
    original = MatchRegistry._commit

    async def commit(self: MatchRegistry, replica: Replica, *more: Any) -> None:
        try:
            await original(self, replica, *more)
        except UnknownOutcomeError:
            self.replicas.release(replica)
            raise

    def read(self: MatchRegistry, replica: Replica) -> None:
        assert self.replicas.by_id.get(replica.id) is replica, "it has left the memory"
        self.replicas.start_reading(replica)

    patch.setattr(MatchRegistry, "_commit", commit)
    patch.setattr(MatchRegistry, "_read_and_release", read)


@mutant(
    Plan(
        2,
        games=3,
        watchers=0,
        seconds=6.3,
        kept=0,
        faults=[("disk_is_full", 3.1, 3.6), ("process_stalls", 2.2, 3.6)],
    ),
    "",
)
def a_timer_lets_go_of_its_game_before_it_takes_it_again(patch: pytest.MonkeyPatch) -> None:
    def set_timer(self: MatchRegistry, replica: Replica) -> None:
        self._drop_timer(replica)
        deadline = replica.match.deadline
        if deadline is not None:
            self._start_timer(replica, max(0.0, deadline - self.time_source.now()) + GRACE)

    patch.setattr(MatchRegistry, "set_timer", set_timer)


@mutant(
    Plan(
        games=4,
        watchers=0,
        seconds=6,
        faults=[("database_is_slow", 1.0, 3.6), ("disk_is_full", 1.2, 3.9)],
        types=("Base",),
        opponents=("friend", "screen"),
    ),
    "charged",
)
def an_outage_before_the_first_clock_runs_is_not_noted(patch: pytest.MonkeyPatch) -> None:
    def follow_up(self: MatchRegistry, replica: Replica, *, claimed: bool = False) -> None:
        if not self.closing.is_set():
            self.set_timer(replica)
            self.machines.attend(replica, claimed=claimed)

    patch.setattr(MatchRegistry, "_follow_up", follow_up)
    patch.setattr(upkeep.Upkeep, "note_clock", await_no_beat)


def await_no_beat(self: upkeep.Upkeep) -> None:
    """Note a clock, but let it begin before a fast beat is on record."""
    self.clocks_noted += 1
    if not self.has_clocks:
        self.has_clocks = True
        if not self.returning:
            self.registry.replicas.spawn(self._beat())


@mutant(
    Plan(
        games=6,
        watchers=0,
        seconds=5.0,
        faults=[
            ("process_is_killed", 2.0, 0.9),
            ("database_is_slow", 2.37, 2.74),
            ("disk_is_full", 2.6, 3.83),
        ],
        types=("Base+Swarm", "Venom+MLP+Fixed", "Venom+Swarm+Fixed"),
        opponents=("friend", "screen"),
    ),
    "charged",
)
def a_clock_begins_behind_a_slow_beat(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(upkeep.Upkeep, "note_clock", await_no_beat)


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
    Plan(
        2,
        games=4,
        seconds=10,
        faults=[("database_clock_is_set", 3, 1), ("database_clock_is_set", 6, 1)],
        types=("Base",),
        opponents=("friend",),
    ),
    "charged",
)
def p6_nobody_follows_a_process_that_is_ahead(patch: pytest.MonkeyPatch) -> None:
    original = upkeep.Upkeep._read_outages
    patch.setattr(upkeep.Upkeep, "_read_outages", lambda self, ahead=None: original(self))


@mutant(
    Plan(
        2,
        games=4,
        seconds=10,
        faults=[("database_is_slow", 1, 2), ("process_is_killed", 1.2, 1)],
        types=("Base",),
        opponents=("friend",),
    ),
    "charged",
)
def p6_the_database_answers_at_once(patch: pytest.MonkeyPatch) -> None:
    async def find_time(database: Database, own: TimeSource) -> float:
        return await database.time() or own.now()

    patch.setattr(upkeep, "find_time", find_time)
    patch.setattr(time_source, "QUICK_SLEW", time_source.SLEW)


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

    def encoded(self: followers.SocketFollower, key: object, make: Any, now: float) -> bytes:
        return original(self, "the same for all" if isinstance(key, tuple) else key, make, now)

    patch.setattr(followers.SocketFollower, "_encoded", encoded)


@mutant(Plan(games=2, seconds=5, watchers=1, types=("Base+Swarm",)), "sees another game")
def what_is_sent_to_one_is_sent_to_all_who_know_as_much(patch: pytest.MonkeyPatch) -> None:
    class Shared(dict[Any, Any]):
        def get(self, key: Any, default: Any = None) -> Any:
            return super().get(key[1:], default)

        def __setitem__(self, key: Any, value: Any) -> None:
            super().__setitem__(key[1:], value)

    original = Replica.__init__

    def init(self: Replica, game: str) -> None:
        original(self, game)
        self.deliveries = Shared()

    patch.setattr(Replica, "__init__", init)


@mutant(Plan(games=3, seconds=4, watchers=1), "was sent the secret")
def a_watcher_is_sent_the_invitation(patch: pytest.MonkeyPatch) -> None:
    original = match_views.standing_fields

    def fields(match: Match, held: Any, seats: Any, *more: Any) -> dict[str, Any]:
        return {**original(match, held, seats, *more), "invite": seats.invite(match.id)}

    patch.setattr(match_views, "standing_fields", fields)
