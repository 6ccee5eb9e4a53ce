"""What the log says, compared with what was acknowledged and with what everybody saw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import sqlalchemy as sa
from bench.harness.client import Follower, Player
from bench.harness.promise import Figure, Trial
from sqlalchemy.engine import Connection

from ruche.server.match.events import Entry, Request
from ruche.server.match.match import Match, replay
from ruche.server.store.engines import make_engine, url_of
from ruche.server.store.events import decode
from ruche.server.store.schema import log

Log = dict[str, list[Entry]]


async def read_log(trial: Trial) -> Log:
    """Return every game's entries in order, straight from the database."""

    def read(connection: Connection) -> Log:
        found: Log = {}
        for row in connection.execute(sa.select(log).order_by(log.c.game, log.c.seq)):
            request = Request(row.request, row.digest) if row.request else None
            entry = Entry(row.game, row.seq, row.at, decode(row.event), request)
            found.setdefault(row.game, []).append(entry)
        return found

    engine = make_engine(url_of(trial.database_address))
    try:
        return await engine.run(read)
    finally:
        await engine.close()


async def execute(trial: Trial, statement: str, **values: object) -> None:
    """Change the database behind the servers' backs."""

    def change(connection: Connection) -> None:
        with connection.begin():
            connection.execute(sa.text(statement), values)

    engine = make_engine(url_of(trial.database_address))
    try:
        await engine.run(change)
    finally:
        await engine.close()


@dataclass
class Claims:
    """What visitors were told of their requests."""

    done: dict[str, tuple[str, int]] = field(default_factory=dict)  # by request: the game, and the number
    refused: dict[str, tuple[str, str]] = field(default_factory=dict)  # by request: the game, and why

    def add(self, players: Iterable[Player]) -> Claims:
        """Take over what players were told."""
        for player in players:
            self.done.update({one: (player.game, seq) for one, seq in player.acknowledged.items()})
            self.refused.update({one: (player.game, why) for one, why in player.refused.items()})
        return self


def check_claims(found: Log, claims: Claims) -> list[Figure]:
    """Compare what visitors were told with the log."""
    requests = [entry.request.id for entries in found.values() for entry in entries if entry.request]
    place = {
        entry.request.id: (entry.game, entry.seq)
        for entries in found.values()
        for entry in entries
        if entry.request
    }
    lost = [one for one in claims.done if one not in place]
    astray = [
        one
        for one, (game, seq) in claims.done.items()
        if one in place and (place[one][0] != game or place[one][1] > seq)
    ]
    half_done = [why for one, (_, why) in claims.refused.items() if one in place]
    doubled = len(requests) - len(set(requests))
    gaps = sum([entry.seq for entry in entries] != list(range(len(entries))) for entries in found.values())
    return [
        Figure(f"{len(lost)} of {len(claims.done)} acknowledged requests lost", not lost),
        Figure(
            f"{doubled} requests done twice, {len(astray)} elsewhere than said, {gaps} logs with a gap",
            not doubled and not gaps and not astray,
        ),
        Figure(
            f"{len(half_done)} of {len(claims.refused)} refused requests carried out {half_done[:3]}",
            not half_done,
        ),
    ]


def moves_of(match: Match) -> list[str]:
    """Return the actions of a match as everybody should see them."""
    return [step.text for step in match.playthrough.steps]


def differences(found: Log, followers: Sequence[Follower]) -> list[str]:
    """Return the followers who see something else than the log, and in what."""
    matches: dict[str, Match] = {}
    wrong = []
    for follower in followers:
        if follower.game not in matches:
            matches[follower.game] = replay(found[follower.game])
        match, view = matches[follower.game], follower.view
        if view.get("seq") != match.seq:
            wrong.append(f"{follower.game}: at {view.get('seq')}, the log at {match.seq}")
        elif [move["text"] for move in view["moves"]] != moves_of(match):
            wrong.append(f"{follower.game}: other moves at {match.seq}")
        elif view["state"] != match.state:
            wrong.append(f"{follower.game}: {view['state']}, not {match.state}")
    return wrong


async def compare(trial: Trial, followers: Sequence[Follower], claims: Claims | None = None) -> list[Figure]:
    """Compare what everybody was told and sees with the log."""
    found = await read_log(trial)
    claims = (claims or Claims()).add(one for one in followers if isinstance(one, Player))
    watching = sum(one.is_running for one in followers)
    wrong = [fault for one in followers if (fault := one.fault)]
    wrong += differences(found, [one for one in followers if one.is_running])
    return [
        *check_claims(found, claims),
        Figure(
            f"{len(wrong)} of {watching} followers see something else than the log {wrong[:3]}", not wrong
        ),
    ]


async def missing(trial: Trial, players: Sequence[Player]) -> list[Figure]:
    """Compare what was acknowledged with the log."""
    return check_claims(await read_log(trial), Claims().add(players))
