"""The machine as a player: its actions are submitted like anybody else's."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

from ruche import Colour, IllegalAction, NotationError, Outcome
from ruche.engine.limits import seconds_for
from ruche.server.figures import Figures
from ruche.server.live.session import MatchSession
from ruche.server.live.time_source import TimeSource
from ruche.server.match import decisions
from ruche.server.match.events import Declined, Ended, Event
from ruche.server.match.match import Match
from ruche.server.work.jobs import Judge, Judged, Think, Thought
from ruche.server.work.pool import CrowdedError, WorkerDiedError, WorkerPool

logger = logging.getLogger("ruche.server")

PONDER = 4.0  # seconds that the machine thinks about an action, at most
RETRY = 2.0  # seconds until a machine player whose action was not found or not written is asked again
CONTENT = 0.0  # the machine agrees to a draw when its score is no better than this

Decide = Callable[[Match], Sequence[Event]]
Submit = Callable[[MatchSession, Decide], Coroutine[Any, Any, object]]
Spawn = Callable[[Coroutine[Any, Any, Any]], object]


class MachinePlayers:
    """Has the workers think for every match that waits for the machine."""

    def __init__(
        self, workers: WorkerPool, figures: Figures, time_source: TimeSource, submit: Submit, spawn: Spawn
    ) -> None:
        self.workers = workers
        self.figures = figures
        self.time_source = time_source
        self.submit = submit
        self.spawn = spawn

    def attend(self, session: MatchSession) -> None:
        """Start the thinking that the match now needs, and cancel any other."""
        match = session.match
        asked = match.offers.get("draw")
        if asked is None:
            session.considers_draw = False
        elif match.kind_of(asked.other) == "machine" and not session.considers_draw:
            session.considers_draw = True
            self.spawn(self._answer_draw(session, asked.other))
        if session.thinking_at == match.changed and match.machine_to_move:
            return  # it thinks already, about this very position
        if session.job is not None:
            session.job.cancel()
        session.job = session.thinking_at = None
        if match.machine_to_move:
            session.thinking_at = match.changed
            self.spawn(self._play(session, match.changed))

    async def _play(self, session: MatchSession, seq: int) -> None:
        """Have the machine's action found and played, unless the match goes on otherwise meanwhile."""
        begun = time.monotonic()
        while session.thinking_at == seq:
            try:
                thought = await self._think(session)
                if not isinstance(thought, Thought) or session.thinking_at != seq:
                    return
                await self.submit(session, partial(action_of, seq=seq, text=thought.action))
                self.figures.thought(time.monotonic() - begun)
                return
            except Exception as error:  # whatever it is, the game must not stand still
                logger.warning("no action of the machine for %s: %r", session.match.id, error)
                await asyncio.sleep(RETRY)

    async def _think(self, session: MatchSession) -> object:
        match = session.match
        colour = match.position.colour
        seconds = time_for(match, self.time_source.now())
        job = Think(match.position.seen_by(colour), match.players[colour].level or 1, seconds)
        session.job = self.workers.submit(job)
        return await session.job.result()

    async def _answer_draw(self, session: MatchSession, machine: Colour) -> None:
        """Have the machine answer a draw by its score."""
        judged: object = None
        try:
            known = session.match.position.seen_by(machine)
            judged = await self.workers.submit(Judge(known, 1.0)).result()
        except (CrowdedError, WorkerDiedError) as error:
            logger.warning("no judgement for %s: %r", session.match.id, error)

        def answer(match: Match) -> Sequence[Event]:
            if match.offers.get("draw") != machine.other:
                return ()
            if isinstance(judged, Judged):
                score = judged.score if machine == Colour.WHITE else -judged.score
                if score <= CONTENT:
                    return (Ended(Outcome(None, "agreement")),)
            return (Declined(machine, "draw"),)

        await self.submit(session, answer)


def action_of(match: Match, seq: int, text: str) -> Sequence[Event]:
    """Return the machine's action; nothing if it comes too late and the match has gone on."""
    if match.changed != seq or match.to_move is None:
        return ()
    machine = frozenset({match.to_move})
    try:
        return decisions.play(match, machine, seq, text)
    except (IllegalAction, NotationError) as error:
        logger.error("the machine wants what it may not in %s: %s", match.id, error)
        # rather any action than a game that stands still
        return decisions.play(match, machine, seq, str(match.position.legal_actions()[0]))


def time_for(match: Match, now: float) -> float:
    """Return the seconds that the machine may think about its next action; less when its clock is short."""
    clock = match.clock
    if clock is None or clock.per_turn or clock.running is None:
        return PONDER
    return seconds_for(clock.time_of(clock.running, now), clock.increment, PONDER)
