"""Forgetting: the only changes to what is in the log, on a player's wish."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ruche import Colour
from ruche.server.match.events import Created, Event, Joined, Named
from ruche.server.store.events import decode, encode
from ruche.server.store.schema import games, lock_games, log


def without_names(event: Event, colours: Container[Colour]) -> Event:
    """Return an event without the names of some players."""
    match event:
        case Created(players=players):
            nameless = {
                colour: replace(player, name="") if colour in colours else player
                for colour, player in players.items()
            }
            return replace(event, players=nameless)
        case Joined(colour=colour) | Named(colour=colour) if colour in colours:
            return replace(event, name="")
    return event


def forget_names(connection: Connection, game: str, colours: Container[Colour]) -> None:
    """Remove the names of some players from the log of a game."""
    with connection.begin():
        rows = connection.execute(sa.select(log.c.seq, log.c.event).where(log.c.game == game)).all()
        for row in rows:
            event = decode(row.event)
            nameless = without_names(event, colours)
            if nameless != event:
                where = (log.c.game == game, log.c.seq == row.seq)
                connection.execute(sa.update(log).where(*where).values(event=encode(nameless)))


def delete_games(connection: Connection, ids: list[str]) -> None:
    """Delete games, inside a transaction.

    Their rows are locked first, as the writer does: of two processes, one that deletes a game and one that
    goes on with it, the second sees what the first has done.
    """
    connection.execute(lock_games(games.c.id.in_(ids)))
    connection.execute(sa.delete(log).where(log.c.game.in_(ids)))
    connection.execute(sa.delete(games).where(games.c.id.in_(ids)))
