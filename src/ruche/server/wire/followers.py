"""Followers of a game over sockets: each has a cursor into the log, and is sent what lies behind it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import msgspec
from starlette.websockets import WebSocketDisconnect

from ruche.server.live.registry import MatchRegistry
from ruche.server.live.replica import FRESH, Delivery, News, Replica
from ruche.server.match.decisions import check_visible
from ruche.server.match.refusals import MatchRefusalError
from ruche.server.wire.live_messages import PongEvent, PresenceEvent, UpdateEvent, ViewEvent
from ruche.server.wire.match_views import (
    clock_view,
    match_view,
    moves_known,
    presence_fields,
    update_of,
)
from ruche.server.wire.sockets import Send

logger = logging.getLogger("ruche.server")

SILENCE = 10.0  # seconds without a message after which a connection is lost
BLOCKED = 10.0  # seconds after which a follower who does not read is given up
OFTEN = 1.0  # seconds between two pings; what comes sooner is paced like all other messages


class SocketFollower:
    """One connection. Of several changes at once it is sent the sum."""

    def __init__(self, registry: MatchRegistry, replica: Replica, tokens: str, seq: int | None, send: Send):
        self.registry = registry
        self.replica = replica
        self.tokens = tokens
        self.generations = replica.match.generations
        self.held = registry.seats.held(replica.id, tokens, self.generations)
        self.seq = seq  # the last entry it knows; None: it needs the whole view
        self.sent_news: News | None = None  # what was sent beside the log
        self.owed = False  # whether there is more of it to send
        self.send = send
        self.visible = True
        self.heard_at = registry.time_source.now()
        self.pinged_at = 0.0
        self.sending: asyncio.Task[None] | None = None  # while it waits for the other end to read
        self.sending_since = 0.0
        self.reading: asyncio.Task[None] | None = None  # what takes its messages
        self.lost = False

    def answer_ping(self) -> bytes | None:
        """Return the answer to a ping that came by the short way; None if they come too often for that."""
        now = self.registry.time_source.now()
        if now - self.pinged_at < OFTEN:
            return None
        self.heard_at = self.pinged_at = now
        return msgspec.json.encode(PongEvent(now=now))

    def check(self, now: float) -> None:
        """Give the connection up if nothing comes or goes any more."""
        blocked = self.sending is not None and now - self.sending_since > BLOCKED
        if now - self.heard_at > SILENCE or blocked:
            self.give_up()

    def give_up(self) -> None:
        """Let go of the connection."""
        self.lost = True
        for task in (self.sending, self.reading):
            if task is not None:
                task.cancel()
        self.reading = None  # it has the reason it ended for, which leads back here: a circle

    async def send_news(self) -> None:
        """Send what has changed, until nothing is new."""
        replica = self.replica
        try:
            while not self.lost:
                self.sending_since = self.registry.time_source.now()
                changes = replica.changes
                if (message := self.next_message()) is None:
                    return
                await self.send(message)
                if changes == replica.changes and not self.owed:
                    return  # nothing can be new: most are sent one message and no more
        except (OSError, RuntimeError, WebSocketDisconnect, MatchRefusalError):
            self.give_up()  # the visitor has gone, or the game is at fault
        except Exception:
            logger.exception("game %s: a message could not be made", replica.id)
            self.give_up()
        finally:
            self.sending = None

    def next_message(self) -> bytes | None:
        """Return what is to be sent next, if anything; it counts as sent."""
        if self.registry.closing.is_set():
            self.give_up()
            return None
        replica, match = self.replica, self.replica.match
        if match.is_cancelled or match.generations != self.generations:  # it may be nothing for them any more
            self.generations = match.generations
            self.held = self.registry.seats.held(replica.id, self.tokens, self.generations)
            self.seq = None
            check_visible(match, self.held)
        now = self.registry.time_source.now()
        alike = (self.held, self.seq, self.sent_news)
        delivery = replica.deliveries.get(alike)
        if delivery is None or now - delivery.made > FRESH:
            delivery = replica.deliveries[alike] = self._delivery(now)
        self.seq, self.sent_news, self.owed = delivery.seq, delivery.sent_news, delivery.owed
        return delivery.message

    def _delivery(self, now: float) -> Delivery:
        """Work out what is to be sent next to all who know as much as this one."""
        match, seq, news = self.replica.match, self.seq, self._news
        if seq is None or seq > match.seq:
            message = self._encoded(("view", self.held, news), self._view, now)
            return Delivery(message, match.seq, news, False, now)
        if seq < match.seq:
            known = moves_known(match, seq)
            message = self._encoded((self.held, known), lambda now: self._update(seq, now), now)
            return Delivery(message, match.seq, self.sent_news, self.sent_news != news, now)
        if self.sent_news != news:
            return Delivery(self._encoded(news, self._presence, now), seq, news, False, now)
        return Delivery(None, seq, news, False, now)

    @property
    def _news(self) -> News:
        """What is sent beside the log: who is there, whether the machine thinks, how many outages."""
        replica = self.replica
        return replica.presence, replica.awaits_machine, self.registry.outages.count

    def _encoded(self, key: object, make: Callable[[float], msgspec.Struct], now: float) -> bytes:
        """Return a message as it is sent, made once for all who may see the same."""
        kept = self.replica.encoded
        made, message = kept.get(key, (0.0, b""))
        if now - made > FRESH:
            message = msgspec.json.encode(make(now))
            kept[key] = (now, message)
        return message

    def _view(self, now: float) -> ViewEvent:
        return ViewEvent(view=match_view(self.replica, self.held, self.registry.seats, now))

    def _update(self, after: int, now: float) -> UpdateEvent:
        return update_of(self.replica.match, self.held, self.registry.seats, after, now)

    def _presence(self, now: float) -> PresenceEvent:
        clock = self.replica.match.clock
        return PresenceEvent(
            **presence_fields(self.replica), clock=clock_view(clock, now) if clock else None, now=now
        )
