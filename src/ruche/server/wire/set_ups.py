"""Set-ups as they are sent."""

from __future__ import annotations

from ruche import GameType, Hex, Position
from ruche.rules.last_turn import LastTurnEvent, event_kinds
from ruche.rules.set_up import SetUp
from ruche.server.wire import messages
from ruche.server.wire.messages import LaidEvent, LaidStack, SetUpResponse, SetUpSection
from ruche.server.wire.position_views import SIDES, colour_of, hand_entries, side_of
from ruche.server.wire.refusals import refuse_malformed


def read_set_up(game_type: GameType, sent: messages.SetUp) -> SetUp:
    """Return a set-up that was sent."""
    stacks = {Hex(stack.q, stack.r): stack.pieces for stack in sent.stacks}
    if len(stacks) < len(sent.stacks):
        raise refuse_malformed("hex_twice")
    return SetUp(
        game_type,
        stacks,
        colour=colour_of(sent.colour),
        turn_number=sent.turn,
        hands={colour_of(side): names for side, names in sent.hands.items()},
        removed=sent.removed,
        honeycombo=None if sent.honeycombo is None else colour_of(sent.honeycombo),
        double=None if sent.double is None else colour_of(sent.double),
        last=[
            LastTurnEvent(event.kind, Hex(*event.at), None if event.start is None else Hex(*event.start))
            for event in sent.last
        ],
    )


def set_up_view(set_up: SetUp) -> messages.SetUp:
    """Return a set-up of a position as it is sent."""
    assert set_up.colour is not None
    assert set_up.turn_number is not None
    return messages.SetUp(
        stacks=[LaidStack(q=at.q, r=at.r, pieces=list(names)) for at, names in set_up.stacks.items()],
        colour=SIDES[set_up.colour],
        turn=set_up.turn_number,
        hands={SIDES[colour]: list(names) for colour, names in set_up.hands.items() if names},
        removed=list(set_up.removed),
        honeycombo=side_of(set_up.honeycombo),
        double=side_of(set_up.double),
        last=[LaidEvent(kind=event.kind, at=event.at, start=event.origin) for event in set_up.last],
    )


def set_up_response(position: Position) -> SetUpResponse:
    """Return a position as the editor opens it, and what a set-up of its type can state."""
    game_type = position.game_type
    sections: list[SetUpSection] = []
    if game_type.has_bag:
        sections.append("hands")
    if game_type.has_predators:
        sections.append("removed")
    if game_type.has_neutral:
        sections.append("honeycombo")
    return SetUpResponse(
        setup=set_up_view(SetUp.of(position)),
        pieces=hand_entries(game_type, [piece for piece in game_type.pieces if piece.colour is not None]),
        sections=sections,
        events=event_kinds(game_type),
    )
