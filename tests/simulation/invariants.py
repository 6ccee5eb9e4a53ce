"""What must be true of every run, whatever has gone wrong in it."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from typing import Any

import msgspec
from tests.simulation.process import KEY
from tests.simulation.visitors import Visitor
from tests.simulation.world import EPOCH, World

from ruche import Colour
from ruche.server.live.replica import Replica
from ruche.server.live.seats import Seats
from ruche.server.match.clock import RealTime
from ruche.server.match.events import Ended, Entry, Played, Request
from ruche.server.match.match import Match, replay
from ruche.server.match.outages import Outages
from ruche.server.store.events import decode
from ruche.server.wire.match_views import clock_view, match_view

OWN = {"now", "clock", "presence", "watchers", "thinking"}  # what differs from one moment to the next
SIDES = {"w": Colour.WHITE, "b": Colour.BLACK}
CLOCK_ERROR = 0.25  # seconds by which a fault may falsify a clock
SHOWN = 0.002  # seconds by which clocks are rounded
NETWORK = 0.1  # seconds that commits and the like take


class Truth:
    """The log as it is on the disk, and what follows from it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.outages = Outages(world.disk.outages())
        self.logs: dict[str, list[Entry]] = {}
        query = "SELECT game, seq, at, event, request, digest FROM log ORDER BY game, seq"
        for game, seq, at, event, request, digest in world.disk.rows(query):
            entry = Entry(game, seq, at, decode(event), Request(request, digest) if request else None)
            self.logs.setdefault(game, []).append(entry)
        self.matches: dict[str, Match] = {}
        for game, entries in self.logs.items():
            if [entry.seq for entry in entries] != list(range(len(entries))):
                world.problem(f"the log of {game} has a gap: {[entry.seq for entry in entries]}")
                continue
            try:
                self.matches[game] = replay(entries, self.outages)
            except Exception as error:
                world.problem(f"the log of {game} does not replay: {error!r}")

    @property
    def heads(self) -> dict[str, int]:
        return {game: entries[-1].seq for game, entries in self.logs.items()}

    def view_of(self, visitor: Visitor) -> dict[str, Any]:
        """What a visitor should see."""
        replica = Replica(visitor.game)
        replica.loaded = self.matches[visitor.game]
        held = frozenset(SIDES[side] for side in visitor.tokens)
        made = match_view(replica, held, Seats(KEY), 0.0)
        view: dict[str, Any] = json.loads(msgspec.json.encode(made))
        return view


def check_log(world: World) -> Truth:
    """Acknowledged means in the log; nothing is there twice; the index follows from it."""
    truth, ledger = Truth(world), world.ledger
    counted = Counter(
        entry.request.id for log in truth.logs.values() for entry in log if entry.request is not None
    )
    for request, times in counted.items():
        if times > 1:
            world.problem(f"request {request} is in the log {times} times")
    for request in ledger.acknowledged:
        if not counted[request] and not _is_repeated(world, ledger.asked[request], truth):
            world.problem(f"acknowledged and not in the log: {ledger.asked[request]}")
    for request, games in ledger.created.items():
        if len(games) > 1:
            world.problem(f"request {request} made {sorted(games)}")
    for game, log in truth.logs.items():
        if any(one.at > other.at for one, other in itertools.pairwise(log)):
            world.problem(f"time goes back in {game}: {[entry.at for entry in log]}")
        events = [entry.event for entry in log]
        played = Counter((one.seen, one.sent) for one in events if isinstance(one, Played) and one.sent)
        for (seen, sent), times in played.items():
            if times > 1:
                world.problem(f"{sent} after {seen} was played {times} times in {game}")
    index = dict(world.disk.rows("SELECT id, seq FROM games"))
    if index != truth.heads:
        world.problem(f"the index has {index}, the log {truth.heads}")
    return truth


def _is_repeated(world: World, asked: dict[str, Any], truth: Truth) -> bool:
    """Tell whether the log has the very action by an earlier request of the same visitor, who gave it up."""
    return any(
        entry.request is not None
        and _wish(world.ledger.asked.get(entry.request.id, {})) == _wish(asked)
        and (entry.event.seen, entry.event.sent) == (asked["seq"], asked["action"])
        for entry in truth.logs.get(asked["game"], [])
        if isinstance(entry.event, Played)
    )


def _wish(asked: dict[str, Any]) -> tuple[object, ...]:
    """What was asked for, and by whom, whatever the id of the request."""
    return tuple(asked.get(name) for name in ("by", "game", "kind", "seq", "action"))


def check_objects(world: World) -> None:
    """One object a game and process: whoever holds or follows a game has the one that the process knows."""
    for process in world.processes:
        if process.registry is None:
            continue
        known = process.registry.replicas.by_id
        for life, replica in world.replicas:
            held = replica.leases > 0 or replica.followers
            if life is process.host and held and known.get(replica.id) is not replica:
                world.problem(f"{process.name} has a second object of game {replica.id}")


def check_followers(
    world: World, heads: dict[str, int], *, since: float = float("inf"), whole: bool = False
) -> None:
    """Everybody who followed by then is at the log's head; `whole`: and sees just what the log says."""
    truth = Truth(world) if whole else None
    for visitor in world.visitors:
        if not visitor.tasks or visitor.following_since > since:
            continue
        if visitor.seq < heads.get(visitor.game, -1):
            world.problem(f"{visitor.name} has seen {visitor.seq} of {heads[visitor.game]} in {visitor.game}")
        elif truth is not None and visitor.game in truth.matches and visitor.view is not None:
            wanted = truth.view_of(visitor)
            wrong = [key for key, value in wanted.items() if key not in OWN and visitor.view[key] != value]
            if wrong:
                shown = {key: (visitor.view[key], wanted[key]) for key in wrong}
                world.problem(f"{visitor.name} sees another game {visitor.game}: {shown}")
            _check_shown_clock(world, visitor, truth.matches[visitor.game])


def _check_shown_clock(world: World, visitor: Visitor, match: Match) -> None:
    """What a visitor was last told of the clock is what the log says of that moment."""
    if match.clock is None or visitor.view is None:
        return
    wanted = clock_view(match.clock, visitor.view["now"])
    shown = visitor.view["clock"]
    if abs(shown["w"] - wanted.w) > SHOWN or abs(shown["b"] - wanted.b) > SHOWN:
        world.problem(f"{visitor.name} is shown the clocks {shown} in {visitor.game}, not {wanted}")


def check_clocks(world: World, truth: Truth) -> None:
    """Nobody pays for time in which nobody could commit, nor gets more than a fault has cost."""
    down = Outages(sorted(world.down))
    trouble = Outages(_union(world.troubled + world.down))
    for game, log in truth.logs.items():
        match = truth.matches.get(game)
        if match is None or match.clock is None:
            continue
        _check_sum(world, game, log, match, truth.outages)
        partial = replay(log[:1], truth.outages)
        for one, other in itertools.pairwise(log):
            if one.seq:
                partial.apply(one)
            if partial.clock is None or partial.clock.running is None:
                continue
            times = [(began, ended) for began in _arrivals(world, one) for ended in _arrivals(world, other)]
            charged = other.at - one.at - truth.outages.within(one.at, other.at)
            bounds = [_fair(world, down, trouble, *span) for span in times]
            if bounds and not any(least <= charged <= most for least, most in bounds):
                world.problem(f"entry {other.seq} of {game} is charged {charged:.3f} s, not {bounds}")


def _fair(world: World, down: Outages, trouble: Outages, began: float, ended: float) -> tuple[float, float]:
    """The least and the most that a player should pay for a stretch of time."""
    fair = ended - began - down.within(began, ended)
    faults = sum(span[0] < ended and span[1] > began for span in world.troubled + world.down)
    slack = NETWORK + CLOCK_ERROR * faults
    if len(world.processes) > 1:  # what waits in one process that stalls is charged: others go on
        slack += sum(b - a for a, b in world.stalls if a < ended and b > began)
    return fair - trouble.within(began, ended) - slack, fair + slack


def _arrivals(world: World, entry: Entry) -> list[float]:
    """When what became an entry reached a server, each time."""
    if entry.request is None or not isinstance(entry.event, Played):
        return []
    return world.ledger.arrivals.get(entry.request.id, [])


def _check_sum(world: World, game: str, log: list[Entry], match: Match, outages: Outages) -> None:
    """The clock follows from the log: computed here once more, in the plainest way."""
    settings = match.created.clock
    assert isinstance(settings, RealTime)
    left = {Colour.WHITE: settings.seconds, Colour.BLACK: settings.seconds}
    running, since = None, 0.0
    partial = replay(log[:1], outages)
    for entry in log[1:]:
        partial.apply(entry)
        runner = partial.clock.running if partial.clock else None
        if runner != running:
            if running is not None:
                left[running] -= entry.at - since - outages.within(since, entry.at)
                left[running] = max(0.0, left[running])
                if isinstance(entry.event, Played):
                    left[running] += settings.increment
            running, since = runner, entry.at
    assert match.clock is not None
    if any(abs(left[colour] - match.clock.left[colour]) > 1e-6 for colour in Colour):
        world.problem(f"the clocks of {game} have {match.clock.left}, not {left}")


def check_flags(world: World, truth: Truth) -> None:
    """Nobody is out of time who has time, and no clock that has run down goes on."""
    for game, log in truth.logs.items():
        match = truth.matches.get(game)
        if match is None:
            continue
        last = log[-1]
        if isinstance(last.event, Ended) and last.event.outcome.why == "time":
            before = replay(log[:-1], truth.outages)
            if before.deadline is None or last.at < before.deadline - 1e-6:
                world.problem(f"{game} ends by time at {last.at}, its deadline is {before.deadline}")
        times = [one.registry.time_source.now() for one in world.processes if one.registry is not None]
        if match.deadline is not None and match.outcome is None and times:
            late = min(times) - match.deadline
            if late > CLOCK_ERROR + NETWORK:
                world.problem(f"the clock of {game} ran down {late:.3f} s ago, and it goes on")


def check_machines(world: World, truth: Truth) -> None:
    """No game waits for the machine."""
    for game, match in truth.matches.items():
        if match.wakes == 0:
            world.problem(f"{game} waits for the machine after entry {match.seq}")


def check_secrets(world: World) -> None:
    """No message holds a token, an invitation or a choice that its reader may not know."""
    truth = Truth(world)
    everyones = {
        (game, side, token) for game, sides in world.ledger.tokens.items() for side, token in sides.items()
    }
    for visitor in world.visitors:
        own = set(visitor.tokens.values())
        foreign = {token for _, _, token in everyones if token not in own}
        match = truth.matches.get(visitor.game)
        if match is not None and match.next is not None:  # a rematch gives who holds a seat the other one
            seats, held = Seats(KEY), {SIDES[side].other for side in visitor.tokens}
            foreign -= {seats.token(match.next, colour) for colour in held}
            foreign |= {seats.token(match.next, colour) for colour in Colour if colour not in held}
        if not own:
            foreign |= set(world.ledger.invites.values())
        text = "\n".join(text for _, text in visitor.received)
        for secret in foreign:
            if secret in text:
                world.problem(f"{visitor.name} was sent the secret {secret}")
        if KEY in text:
            world.problem(f"{visitor.name} was sent the key")


def _union(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    merged: list[tuple[float, float]] = []
    for began, ended in sorted(spans):
        if merged and began <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], ended))
        else:
            merged.append((began, ended))
    return merged


def now_of(world: World) -> float:
    return EPOCH + world.loop.time()
