"""The machine as a player: its actions are submitted like anybody else's."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ruche import Colour, IllegalAction, NotationError, Outcome
from ruche.engine.limits import seconds_for
from ruche.server.live.replica import Replica
from ruche.server.match import decisions
from ruche.server.match.events import Declined, Ended, Event
from ruche.server.match.match import Match
from ruche.server.process.figures import Figures
from ruche.server.work.jobs import Judge, Judged, Think, Thought
from ruche.server.work.pool import PLAY, CrowdedError, WorkerDiedError, WorkerPool

if TYPE_CHECKING:
    from ruche.server.live.registry import MatchRegistry

logger = logging.getLogger("ruche.server")

PONDER = 4.0  # seconds that the machine thinks about an action, at most
RETRY = 2.0  # seconds until a machine player whose action was not found or not written is asked again
CONTENT = 0.0  # the machine agrees to a draw when its score is no better than this
EARLY = 10  # turns in which it does not: nothing is decided yet

Decide = Callable[[Match], Sequence[Event]]


class MachinePlayers:
    """Has the workers think for every match that waits for the machine and that this process has claimed."""

    def __init__(self, workers: WorkerPool, figures: Figures, registry: MatchRegistry) -> None:
        self.workers = workers
        self.figures = figures
        self.registry = registry
        self.busy: set[Replica] = set()

    @property
    def capacity(self) -> int:
        """How many matches are thought about at once, those that wait for a worker included."""
        return 2 * self.workers.lanes[PLAY].settings.size

    def attend(self, replica: Replica, *, claimed: bool) -> None:
        """Cancel thinking that the match has outrun; if it is claimed, start what it now needs."""
        match = replica.match
        if replica.thinking_at == match.changed and match.machine_to_move:
            return  # it thinks already, about this very position
        self.stop(replica)
        if claimed and match.machine_to_move:
            replica.thinking_at = match.changed
            self.registry.replicas.spawn(self._play(replica, match.changed), replica)
        replica.wake()
        asked = match.machine_asked
        if asked is None:
            replica.considers_draw = False
        elif claimed and not replica.considers_draw:
            replica.considers_draw = True
            self.registry.replicas.spawn(self._answer_draw(replica, asked), replica)

    def stop(self, replica: Replica) -> None:
        """Cancel what the machine is thinking about in a match."""
        if replica.job is not None:
            replica.job.cancel()
        replica.job = replica.thinking_at = None

    @contextlib.contextmanager
    def _thinking(self, replica: Replica) -> Iterator[None]:
        """Count a match as one that is thought about."""
        self.busy.add(replica)
        try:
            yield
        finally:
            self.busy.discard(replica)

    async def _play(self, replica: Replica, seq: int) -> None:
        """Have the machine's action found and played, unless the match goes on otherwise meanwhile."""
        begun = self.figures.clock()
        with self._thinking(replica):
            while replica.thinking_at == seq:
                try:
                    thought = await self._think(replica)
                    if not isinstance(thought, Thought) or replica.thinking_at != seq:
                        return
                    pick = self.registry.chance.getrandbits(62)
                    decide = partial(action_of, seq=seq, text=thought.action, pick=pick)
                    await self.registry.submit(replica, decide)
                    self.figures.thought(self.figures.clock() - begun)
                    return
                except Exception as error:  # whatever it is, the game must not stand still
                    logger.warning("no action of the machine for %s: %r", replica.id, error)
                    await asyncio.sleep(RETRY)

    async def _think(self, replica: Replica) -> object:
        match = replica.match
        colour = match.position.colour
        seconds = time_for(match, self.registry.time_source.now())
        job = Think(match.position.seen_by(colour), match.players[colour].level or 1, seconds)
        replica.job = self.workers.submit(job)
        return await replica.job.result()

    async def _answer_draw(self, replica: Replica, machine: Colour) -> None:
        """Have the machine answer a draw by its score."""
        judged: object = None
        try:
            known = replica.match.position.seen_by(machine)
            judged = await self.workers.submit(Judge(known, 1.0)).result()
        except (CrowdedError, WorkerDiedError) as error:
            logger.warning("no judgement for %s: %r", replica.id, error)
        try:
            await self.registry.submit(replica, partial(answer_to_draw, machine=machine, judged=judged))
        finally:
            replica.considers_draw = False


def answer_to_draw(match: Match, machine: Colour, judged: object) -> Sequence[Event]:
    """Return the machine's answer to the draw that it was offered, if that still stands."""
    if match.offers.get("draw") != machine.other:
        return ()
    if isinstance(judged, Judged) and match.position.turn_number > EARLY:
        score = judged.score if machine == Colour.WHITE else -judged.score
        if score <= CONTENT:
            return (Ended(Outcome(None, "agreement")),)
    return (Declined(machine, "draw"),)


def action_of(match: Match, seq: int, text: str, pick: int) -> Sequence[Event]:
    """Return the machine's action; nothing if it comes too late and the match has gone on."""
    if match.changed != seq or match.to_move is None:
        return ()
    machine = frozenset({match.to_move})
    try:
        return decisions.play(match, machine, seq, text, pick)
    except (IllegalAction, NotationError) as error:
        logger.error("the machine wants what it may not in %s: %s", match.id, error)
        # rather any action than a game that stands still
        instead = str(match.position.legal_actions()[0])
        return decisions.play(match, machine, seq, instead, pick)


def time_for(match: Match, now: float) -> float:
    """Return the seconds that the machine may think about its next action; less when its clock is short."""
    clock = match.clock
    if clock is None or clock.per_turn or clock.running is None:
        return PONDER
    return seconds_for(clock.time_of(clock.running, now), clock.increment, PONDER)
