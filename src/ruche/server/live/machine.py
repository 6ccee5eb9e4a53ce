"""The machine as a player: it sits at a match like anybody else and plays by the same door."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from ruche import Colour, Outcome
from ruche.engine.limits import seconds_for
from ruche.server.figures import Figures
from ruche.server.live.session import Live
from ruche.server.match import decisions as rulings
from ruche.server.match.events import Declined, Ended, Event
from ruche.server.match.match import Match
from ruche.server.wire.messages import ActionRequest
from ruche.server.wire.refusals import RefusalError
from ruche.server.work.jobs import Judge, Judged, Think, Thought
from ruche.server.work.pool import CrowdedError, WorkerDiedError, WorkerPool

logger = logging.getLogger("ruche.server")

PONDER = 4.0  # seconds that the machine thinks about an action, at most
RETRY = 2.0  # seconds until a machine player whose worker died is asked again
CONTENT = 0.0  # the machine agrees to a draw when its score is no better than this

Held = frozenset[Colour]
Decide = Callable[[Match, float], Sequence[Event]]
Enter = Callable[[Live, Decide], Coroutine[Any, Any, object]]
Spawn = Callable[[Coroutine[Any, Any, Any]], object]


class Machine:
    """Has the workers think for every match that waits for the machine."""

    def __init__(self, workers: WorkerPool, figures: Figures, enter: Enter, spawn: Spawn) -> None:
        self.workers = workers
        self.figures = figures
        self.enter = enter
        self.spawn = spawn

    def attend(self, live: Live) -> None:
        """Think as the match now asks for, and about nothing else."""
        match = live.match
        asked = match.offers.get("draw")
        if asked is None:
            live.considers = False
        elif match.kind_of(asked.other) == "machine" and not live.considers:
            live.considers = True
            self.spawn(self._consider_draw(live, asked.other))
        if live.thinking_at == match.changed and match.machine_to_move:
            return  # it thinks already, about this very position
        if live.job is not None:
            live.job.cancel()
        live.job = live.thinking_at = None
        if match.machine_to_move:
            live.thinking_at = match.changed
            self.spawn(self._think(live, match.changed))

    async def _think(self, live: Live, seq: int) -> None:
        """Have the machine's action found and played, unless the match goes on otherwise meanwhile."""
        begun = time.monotonic()
        while live.thinking_at == seq:
            match = live.match
            colour = match.position.colour
            level = match.players[colour].level or 1
            try:
                known = match.position.seen_by(colour)
                live.job = self.workers.submit(Think(known, level, time_for(match)))
                thought = await live.job.result()
            except (CrowdedError, WorkerDiedError) as error:
                logger.warning("no action of the machine for %s: %r", live.match.id, error)
                await asyncio.sleep(RETRY)
                continue
            if not isinstance(thought, Thought) or live.thinking_at != seq:
                return
            await self._answer(live, frozenset({colour}), ActionRequest(seq=seq, action=thought.action))
            self.figures.thought(time.monotonic() - begun)
            return

    async def _answer(self, live: Live, machine: Held, request: ActionRequest) -> None:
        """Play the machine's action; a late one, when the match has gone on, is refused and that is that."""

        def decide(match: Match, _: float) -> Sequence[Event]:
            try:
                return rulings.play(match, machine, request)
            except RefusalError as refusal:
                if refusal.status == 409:
                    return ()
                logger.error("the machine wants what it may not in %s: %s", match.id, refusal)
                # rather any action than a game that stands still
                first = str(match.position.legal_actions()[0])
                return rulings.play(match, machine, ActionRequest(seq=request.seq, action=first))

        await self.enter(live, decide)

    async def _consider_draw(self, live: Live, machine: Colour) -> None:
        """Have the machine answer a draw by its score."""
        judged: object = None
        try:
            judged = await self.workers.submit(Judge(live.match.position.seen_by(machine), 1.0)).result()
        except (CrowdedError, WorkerDiedError) as error:
            logger.warning("no judgement for %s: %r", live.match.id, error)

        def answer(match: Match, _: float) -> Sequence[Event]:
            if match.offers.get("draw") != machine.other:
                return ()
            if isinstance(judged, Judged):
                score = judged.score if machine == Colour.WHITE else -judged.score
                if score <= CONTENT:
                    return (Ended(Outcome(None, "agreement")),)
            return (Declined(machine, "draw"),)

        await self.enter(live, answer)


def time_for(match: Match) -> float:
    """Return the seconds that the machine may think about its next action; less when its clock is short."""
    if match.clock is None or match.clock.per_turn or match.clock.running is None:
        return PONDER
    left = match.clock.time_of(match.clock.running, time.time())
    return seconds_for(left, match.clock.increment, PONDER)
