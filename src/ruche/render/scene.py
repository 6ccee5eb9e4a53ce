"""What a picture shows, read off a position once: the drawing code knows nothing of the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from ruche.notation.annotations import Arrow, ArrowColour
from ruche.rules.facts.colours import Colour
from ruche.rules.facts.hexes import Hex

if TYPE_CHECKING:
    from ruche.rules.action import Action
    from ruche.rules.facts.pieces import Piece
    from ruche.rules.position import Position


Target: TypeAlias = "Hex | Action | str"  # a piece's name lights all that it may do
PlainArrow = tuple[Hex, Hex, ArrowColour | None]


@dataclass(frozen=True, slots=True)
class Tile:
    """One piece, as drawn."""

    side: int  # 0 white, 1 black; for the neutral piece the colour that it shows
    bug: str
    name: str
    neutral: bool = False
    resting: bool = False
    stung: bool = False

    @property
    def picture(self) -> str:
        """Name of its file in `art/`."""
        return "honeycombo_dark" if self.neutral and self.side else self.bug


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, as drawn."""

    game_type: str
    stacks: dict[Hex, tuple[Tile, ...]]  # bottom first
    hands: tuple[tuple[tuple[Tile, int], ...], ...]  # white's, black's: a kind and how many of it
    bag: int  # pieces in it; 0 where there is none
    side: int  # to move
    number: int  # of its turn
    actions: int  # left in it
    state: str
    action: str = ""  # the last one, as written
    origin: tuple[Hex, ...] = ()  # what it left
    to: tuple[Hex, ...] = ()  # where it ended, or what it touched
    hidden: int | None = None  # whose hand is not shown in full


def scene(position: Position, *, last: bool = True) -> Scene:
    """Read off what a picture of the position shows; without `last`, nothing of the last action."""
    resting = {piece.id for piece in position.resting}
    stung = {piece.id for piece in position.stung}
    shows = int(position.honeycombo or 0)

    def tile(piece: Piece) -> Tile:
        return Tile(
            side=shows if piece.colour is None else int(piece.colour),
            bug=piece.bug.name,
            name=piece.name,
            neutral=piece.colour is None,
            resting=piece.id in resting,
            stung=piece.id in stung,
        )

    stacks = position.stacks
    history = position.history if last else []
    action = history[-1] if history else None
    origin, to = _touched(action, stacks) if action else ((), ())
    if action:
        origin += _victim(position, action)
    return Scene(
        game_type=str(position.game_type),
        stacks={place: tuple(map(tile, pieces)) for place, pieces in stacks.items()},
        hands=tuple(_kinds(map(tile, position.hand(colour))) for colour in Colour),
        bag=len(position.bag),
        side=int(position.colour),
        number=position.turn_number,
        actions=position.actions_left,
        state=position.state,
        action=str(action) if action else "",
        origin=origin,
        to=to,
        hidden=None if position.hidden_choice is None else int(position.hidden_choice),
    )


def _kinds(tiles: Iterable[Tile]) -> tuple[tuple[Tile, int], ...]:
    """Count the identical pieces of a hand; the first stands for all."""
    found: dict[tuple[int, str], list[Tile]] = {}
    for tile in tiles:
        found.setdefault((tile.side, tile.bug), []).append(tile)
    return tuple((same[0], len(same)) for same in found.values())


def _touched(action: Action, stacks: dict[Hex, tuple[Piece, ...]]) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """Return the hexes that the action left, and those where something came or was changed."""
    ids = {piece.id for piece in (action.piece, action.target) if piece is not None}
    neutral = action.kind == "turn"
    now = tuple(
        place
        for place, pieces in stacks.items()
        if any(piece.id in ids or (neutral and piece.colour is None) for piece in pieces)
    )
    if action.origin is None or action.origin in now:
        return (), now
    return (action.origin,), now


def _victim(position: Position, action: Action) -> tuple[Hex, ...]:
    """Return where the piece was that a predator removed (P)."""
    if action.kind != "kill":
        return ()
    before = position.copy()
    before.undo()
    place = home_of(before, action.target)
    return () if place is None else (place,)


def targets_of(position: Position, wanted: Iterable[Target]) -> list[Hex]:
    """Return the hexes meant, each once: themselves, or where actions, or those of a piece, end or strike."""
    places: list[Hex | None] = []
    for one in wanted:
        if isinstance(one, tuple):
            places.append(Hex(*one))
        else:
            actions = position.legal_actions(one) if isinstance(one, str) else [one]
            places += [each.to or home_of(position, each.target or each.piece) for each in actions]
    return list(dict.fromkeys(place for place in places if place is not None))


def arrows_of(position: Position, wanted: Iterable[Arrow | tuple[Hex, Hex] | Action]) -> list[PlainArrow]:
    """Return where arrows begin and end, and their colours; actions that go nowhere have none."""
    found: list[PlainArrow] = []
    for one in wanted:
        if isinstance(one, Arrow):
            found.append((one.start, one.end, one.colour))
            continue
        if isinstance(one, tuple):
            found.append((Hex(*one[0]), Hex(*one[1]), None))
            continue
        begin = one.origin or home_of(position, one.piece)
        end = one.to or home_of(position, one.target)
        if begin is not None and end is not None and begin != end:
            found.append((begin, end, None))
    return found


def turned(place: Hex) -> Hex:
    """Return where a hex lies on a board that is turned by half."""
    return Hex(-place.q, -place.r)


def turn_scene(shown: Scene) -> Scene:
    """Return what is drawn for who sits on the other side."""
    return replace(
        shown,
        stacks={turned(place): tiles for place, tiles in shown.stacks.items()},
        origin=tuple(map(turned, shown.origin)),
        to=tuple(map(turned, shown.to)),
    )


def home_of(position: Position, piece: Piece | None) -> Hex | None:
    """Return where a piece is in play."""
    return None if piece is None else position.where(piece.id)
