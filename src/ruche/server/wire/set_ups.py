"""Set-ups as they are sent: made into positions, and positions made into them."""

from __future__ import annotations

from msgspec.structs import replace

from ruche import Colour, GameType, Hex, Position, SetUpError
from ruche.rules.last_turn import Deed, deeds_of, last_deeds
from ruche.rules.set_up import is_late, set_up
from ruche.server.wire.messages import LaidDeed, LaidStack, SetUp, SetUpResponse, SetUpSection
from ruche.server.wire.position_views import SIDES, colour_of, hand_entries, side_of
from ruche.server.wire.refusals import refuse


def lay(game_type: GameType, setup: SetUp, *, seed: int = 0) -> Position:
    """Return the position of a set-up; raises `SetUpError`."""
    stacks = {(stack.q, stack.r): stack.pieces for stack in setup.stacks}
    if len(stacks) < len(setup.stacks):
        raise refuse("bad_request", detail="a hex is laid twice")
    return set_up(
        game_type,
        stacks,
        turn=f"{setup.colour}[{setup.turn}]",
        hands={colour_of(side): names for side, names in setup.hands.items()},
        removed=setup.removed,
        honeycombo=None if setup.honeycombo is None else colour_of(setup.honeycombo),
        double=None if setup.double is None else colour_of(setup.double),
        last=[_deed(told) for told in setup.last],
        seed=seed,
    )


def laid_out(position: Position) -> SetUp:
    """Return a position as a set-up; the middle of a double turn, which is none, loses what it remembers."""
    swarm = position.game_type.has_bag
    number = max(1, position.turn_number)  # S1: before the first turn there is no set-up
    stacks = [
        LaidStack(q=place.q, r=place.r, pieces=[piece.name for piece in stack])
        for place, stack in position.stacks.items()
    ]
    hands = {
        SIDES[colour]: [
            piece.name
            for piece in position.hand(colour)
            if swarm or (piece.is_royal and is_late(colour, position.colour, number))
        ]
        for colour in Colour
    }
    setup = SetUp(
        stacks=stacks,
        colour=SIDES[position.colour],
        turn=number,
        hands={side: names for side, names in hands.items() if names},
        removed=[piece.name for piece in position.removed],
        honeycombo=side_of(position.honeycombo),
        double=next((SIDES[colour] for colour in Colour if position.double_turn_of(colour)), None),
        last=[_laid(deed) for deed in last_deeds(position)],
    )
    try:
        lay(position.game_type, setup)
    except SetUpError:
        return replace(setup, last=[])
    return setup


def _deed(told: LaidDeed) -> Deed:
    return Deed(told.deed, Hex(*told.at), Hex(*told.start) if told.start is not None else None)


def _laid(deed: Deed) -> LaidDeed:
    start = None if deed.origin is None else (deed.origin.q, deed.origin.r)
    return LaidDeed(deed=deed.kind, at=(deed.at.q, deed.at.r), start=start)


def keeps(setup: SetUp, position: Position) -> bool:
    """Tell whether a set-up is all of a position, with what the last turn did."""
    try:
        again = lay(position.game_type, setup)
    except SetUpError:
        return False
    told = len(last_deeds(again)) == len(last_deeds(position))
    # K5: the second action of a double turn may be declined, which tells it from a turn of its own.
    return again == position and told and _actions(again) == _actions(position)


def _actions(position: Position) -> set[str]:
    return {str(action) for action in position.legal_actions()}


def sheet(position: Position) -> SetUpResponse:
    """Return a position as the editor opens it, and what can be told of one of its type."""
    game_type = position.game_type
    tells: list[SetUpSection] = []
    if game_type.has_bag:
        tells.append("hands")
    if game_type.has_predators:
        tells.append("removed")
    if game_type.has_neutral:
        tells.append("honeycombo")
    return SetUpResponse(
        setup=laid_out(position),
        pieces=hand_entries(game_type, [piece for piece in game_type.pieces if piece.colour is not None]),
        tells=tells,
        deeds=deeds_of(game_type),
    )
