"""Whether one position is a turned or mirrored image of another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import blake2b

from ruche.rules.facts.colours import Colour
from ruche.rules.facts.hexes import Hex
from ruche.rules.facts.pieces import Piece
from ruche.rules.position import Position

PlacedPieces = tuple[tuple[int, int, str], ...]


def _turned(place: Hex) -> Hex:
    return Hex(-place.r, place.q + place.r)


def _mirrored(place: Hex) -> Hex:
    return Hex(place.r, place.q)


def symmetries() -> list[Callable[[Hex], Hex]]:
    """Return the twelve turns and mirrorings of the board."""

    def image(turns: int, mirror: bool) -> Callable[[Hex], Hex]:
        def apply(place: Hex) -> Hex:
            for _ in range(turns):
                place = _turned(place)
            return _mirrored(place) if mirror else place

        return apply

    return [image(turns, mirror) for turns in range(6) for mirror in (False, True)]


def _layout(position: Position, image: Callable[[Hex], Hex], name: Callable[[Piece], str]) -> PlacedPieces:
    """Return the stacks, moved so that the smallest coordinates are 0."""
    places = {image(place): stack for place, stack in position.stacks.items()}
    if not places:
        return ()
    q = min(place.q for place in places)
    r = min(place.r for place in places)
    return tuple(
        sorted((place.q - q, place.r - r, " ".join(map(name, stack))) for place, stack in places.items())
    )


def _likeness(piece: Piece) -> str:
    return piece.bug.letter if piece.colour is None else piece.colour.letter + piece.bug.letter


def _count(pieces: Iterable[Piece]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(Counter(map(_likeness, pieces)).items()))


def _rest(position: Position) -> tuple[object, ...]:
    """Return all that belongs to a position beside its layout."""
    return (
        position.game_type.name,
        position.colour,
        position.actions_left,
        *(_count(position.hand(colour)) for colour in Colour),
        _count(position.bag),
        position.hidden_choice,
        position.honeycombo_state,
    )


def canonical_hash(position: Position) -> int:
    """Return a hash that turning and mirroring the hive do not change."""
    layout = min(_layout(position, image, _likeness) for image in symmetries())
    text = repr((layout, *_rest(position)))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
