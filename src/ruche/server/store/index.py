"""The row of the index that follows from a match, and searching by it."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from ruche import Colour
from ruche.server.match.match import Match
from ruche.server.store.events import decode_player, encode_player
from ruche.server.store.schema import games
from ruche.server.wire.match_views import player_view
from ruche.server.wire.messages import GameRow, OutcomeView, Side

RUNNING = ("NotStarted", "InProgress")
RESULTS = {"white": "WhiteWins", "black": "BlackWins", "draw": "Draw"}
WINNERS: dict[str, Side | None] = {"WhiteWins": "w", "BlackWins": "b", "Draw": None}


def row_of(match: Match) -> dict[str, Any]:
    """Return what the index keeps of a match."""
    outcome = match.outcome
    wakes = 0.0 if match.machine_to_move else match.deadline
    return {
        "id": match.id,
        "type": str(match.position.game_type),
        "white": encode_player(match.players[Colour.WHITE]),
        "black": encode_player(match.players[Colour.BLACK]),
        "names": "\n".join(player.name.casefold() for player in match.players.values()),
        "state": match.state,
        "why": outcome.why if outcome else None,
        "moves": len(match.playthrough.steps),
        "started": match.started,
        "ended": match.ended_at,
        "wakes": wakes,
    }


def game_row(row: sa.Row[Any]) -> GameRow:
    """Return a row of the index as it is sent."""
    found = row._mapping
    over = found["state"] not in RUNNING
    return GameRow(
        id=found["id"],
        type=found["type"],
        players={
            "w": player_view(decode_player(found["white"])),
            "b": player_view(decode_player(found["black"])),
        },
        state=found["state"],
        outcome=OutcomeView(winner=WINNERS[found["state"]], why=found["why"]) if over else None,
        moves=found["moves"],
        started=found["started"],
        ended=found["ended"],
    )


def conditions(type_: str, player: str, result: str, state: str) -> list[sa.ColumnElement[bool]]:
    """Return what a search asks for; empty words ask for nothing."""
    found: list[sa.ColumnElement[bool]] = []
    if type_:
        found.append(games.c.type.icontains(type_, autoescape=True))
    if player:
        found.append(games.c.names.contains(player.casefold(), autoescape=True))
    if result:
        found.append(games.c.state == RESULTS.get(result, result))
    if state == "running":
        found.append(games.c.state.in_(RUNNING))
    elif state == "finished":
        found.append(games.c.state.not_in(RUNNING))
    return found
