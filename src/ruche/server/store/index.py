"""The row of the index that follows from a match, and searching by it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from msgspec import DecodeError, json
from sqlalchemy.engine import Connection

from ruche import Colour, GameTypeError, Outcome
from ruche.rules.facts.game_type import shared_game_type
from ruche.server.match.events import SeatHolder
from ruche.server.match.live_position import position_key
from ruche.server.match.match import Match
from ruche.server.process.logs import OncePer
from ruche.server.store import events
from ruche.server.store.schema import games

Conditions = Sequence[sa.ColumnElement[bool]]
PAGE = 20
MOST_COUNTED = 10_000  # games that a search counts
SHORTEST_INDEXED = 3  # letters: the index is one of groups of three
# SQLite's index of names; migrations make it, and triggers keep it.
names = sa.table("names", sa.column("number"), sa.column("game"))
name_index = sa.table("games_names", sa.column("rowid"), sa.column("games_names"))

RUNNING = ("NotStarted", "InProgress")
CANCELLED = "Cancelled"  # in the index alone: no such game is shown
ABANDONED = 3 * 86_400.0  # seconds after which the engine may help with a position of a game without a clock
RESULTS = {"white": "WhiteWins", "black": "BlackWins", "draw": "Draw"}
WINNERS = {"WhiteWins": Colour.WHITE, "BlackWins": Colour.BLACK, "Draw": None}
DAMAGE = OncePer(60.0)
_player = json.Decoder(events.SeatHolder)
logger = logging.getLogger("ruche.server")


@dataclass(frozen=True)
class GameSummary:
    """A game as the index has it."""

    id: str
    type: str
    players: dict[Colour, SeatHolder]
    state: str
    outcome: Outcome | None
    moves: int
    started: float
    ended: float | None


def row_of(match: Match, process: str, until: float) -> dict[str, Any]:
    """Return what the index keeps of a match; where the machine has to think, a process claims that."""
    claims = match.wakes == 0
    live = match.is_between_people
    outcome = match.outcome
    white, black = (
        json.encode(events.SeatHolder(player.name, player.kind, player.level)).decode()
        for _, player in sorted(match.players.items())
    )
    return {
        "id": match.id,
        "type": str(match.position.game_type),
        "white": white,
        "black": black,
        "names": "\n".join(player.name.casefold() for player in match.players.values()),
        "state": CANCELLED if match.is_cancelled else match.state,
        "why": outcome.why if outcome else None,
        "moves": len(match.playthrough.steps) if match.has_begun else 0,
        "started": match.started,
        "ended": match.ended_at,
        "wakes": match.wakes,
        "seq": match.seq,
        "claimed_by": process if claims else None,
        "claimed_until": until if claims else None,
        "listed": match.created.is_public and not match.is_cancelled,
        "live_key": position_key(match.position) if live else None,
        "live_until": (match.deadline or match.at + ABANDONED) if live else None,
        "fault": None,
    }


def summary_of(row: sa.Row[Any]) -> GameSummary | None:
    """Read a row of the index; None if it is damaged, and the log says so."""
    try:
        return _read(row._mapping)
    except (DecodeError, GameTypeError, KeyError, TypeError, ValueError) as error:
        if DAMAGE.is_due():
            logger.error("the index of game %.20r is damaged: %r", row.id, error)
        return None


def _read(found: sa.RowMapping) -> GameSummary:
    over = found["state"] not in RUNNING
    stored = zip(Colour, (_player.decode(found["white"]), _player.decode(found["black"])), strict=True)
    return GameSummary(
        id=found["id"],
        type=str(shared_game_type(found["type"])),
        players={colour: SeatHolder(player.name, player.kind, player.level) for colour, player in stored},
        state=found["state"],
        outcome=Outcome(WINNERS[found["state"]], found["why"]) if over else None,
        moves=int(found["moves"]),
        started=float(found["started"]),
        ended=None if found["ended"] is None else float(found["ended"]),
    )


def conditions(
    type_: str, player: str, result: str, state: str, *, indexed: bool = False
) -> list[sa.ColumnElement[bool]]:
    """Return the conditions of a search in the archive; empty words add none.

    A game is found once it has begun.
    `indexed`: SQLite has an index of names, which has to be asked; PostgreSQL uses its own by itself.
    """
    found: list[sa.ColumnElement[bool]] = [games.c.listed, games.c.moves > 0]
    if type_:
        found.append(games.c.type == type_)
    if player:
        found.append(named(player.casefold(), indexed=indexed))
    if result:
        found.append(games.c.state == RESULTS.get(result, result))
    if state == "running":
        found.append(games.c.state.in_(RUNNING))
    elif state == "finished":
        found.append(games.c.state.not_in(RUNNING))
    return found


def search(connection: Connection, found: Conditions, page: int) -> tuple[int, list[GameSummary]]:
    """Return how many games fit, counted up to a limit, and a page of them, newest first."""
    some = sa.select(sa.literal(1)).select_from(games).where(*found).limit(MOST_COUNTED)
    total = connection.execute(sa.select(sa.func.count()).select_from(some.subquery())).scalar_one()
    query = sa.select(games).where(*found).order_by(games.c.started.desc(), games.c.id)
    rows = connection.execute(query.limit(PAGE).offset((page - 1) * PAGE)).all()
    summaries = [summary_of(row) for row in rows]
    return total, [summary for summary in summaries if summary is not None]


def named(part: str, *, indexed: bool) -> sa.ColumnElement[bool]:
    """Return the condition that a player's name has this part."""
    if not indexed or len(part) < SHORTEST_INDEXED:
        return games.c.names.contains(part, autoescape=True)
    phrase = '"{}"'.format(part.replace('"', '""'))
    numbers = sa.select(name_index.c.rowid).where(name_index.c.games_names.op("MATCH")(phrase))
    return games.c.id.in_(sa.select(names.c.game).where(names.c.number.in_(numbers)))


def has_name_index(connection: Connection) -> bool:
    """Tell whether SQLite has an index of names."""
    is_sqlite = connection.dialect.name == "sqlite"
    found = is_sqlite and sa.inspect(connection).has_table(name_index.name)
    connection.rollback()
    return found
