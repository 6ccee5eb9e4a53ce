"""No engine in a game between people, for anybody, until it is over."""

from __future__ import annotations

from collections.abc import Collection

from ruche.server.live.registry import MatchRegistry
from ruche.server.match.events import Created, Entry
from ruche.server.match.live_position import position_key
from ruche.server.match.match import Match
from ruche.server.match.refusals import MatchRefusalError, RefusalKind


async def check_game(registry: MatchRegistry, game: str) -> None:
    """Refuse the engine for whatever comes from a game between people that goes on."""
    async with registry.replicas.hold(game) as replica:
        if replica.match.is_between_people:
            raise MatchRefusalError(RefusalKind.ENGINE_FORBIDDEN)


async def check_positions(registry: MatchRegistry, keys: Collection[str]) -> None:
    """Refuse the engine for positions of games between people that go on, in whichever process."""
    if keys and await registry.database.is_live(keys, registry.time_source.now()):
        raise MatchRefusalError(RefusalKind.ENGINE_FORBIDDEN)


async def check_opponent(registry: MatchRegistry, created: Created) -> None:
    """Refuse a machine that would play on from such a position."""
    if any(player.kind == "machine" for player in created.players.values()):
        key = position_key(Match(Entry("", 0, 0.0, created)).position)
        await check_positions(registry, {key} if key else ())
