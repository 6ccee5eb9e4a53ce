"""A position as a visitor may see it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from ruche import Colour, GameType, Outcome, Piece, Position
from ruche.play.clicks import spellings
from ruche.play.playthrough import Playthrough, Step
from ruche.play.secrecy import visible_steps
from ruche.rules.explain.danger import own_losses, threatened_royals
from ruche.rules.explain.probe import withheld_by_rest
from ruche.rules.facts.game_type import HAND_SIZE
from ruche.rules.last_turn import last_turn_events
from ruche.server.wire import messages
from ruche.server.wire.messages import Frame, HandEntry, Options, Side, View
from ruche.server.wire.translations import translations

SIDES: tuple[Side, Side] = ("w", "b")


def side_of(colour: Colour | None) -> Side | None:
    return None if colour is None else SIDES[colour]


def colour_of(side: Side) -> Colour:
    return Colour(SIDES.index(side))


def action_views(position: Position) -> list[messages.SpelledAction]:
    """Return the legal actions, each with the clicks that spell it."""
    losses = own_losses(position)
    if losses:
        return [
            messages.SpelledAction(text=str(action), clicks=list(clicks), loses=losses.get(action.code))
            for action, clicks in spellings(position)
        ]
    return [
        messages.SpelledAction(text=str(action), clicks=list(clicks))
        for action, clicks in spellings(position)
    ]


def options_of(game_type: GameType) -> Options:
    return convert(game_type.options, Options)


def hand_entries(game_type: GameType, pieces: Iterable[Piece]) -> list[HandEntry]:
    """Return pieces by kind, the lowest number of each first."""
    kinds: dict[tuple[Colour, str], list[Piece]] = {}
    for piece in pieces:
        assert piece.colour is not None
        kinds.setdefault((piece.colour, piece.bug.name), []).append(piece)
    return [
        HandEntry(
            name=alike[0].name,
            bug=bug,
            colour=SIDES[colour],
            count=len(alike),
            faces=[bug]
            if game_type.faces_fixed
            else [face.bug.name for face in game_type.faces[alike[0].id]],
        )
        for (colour, bug), alike in kinds.items()
    ]


@lru_cache(maxsize=4096)
def _plain_piece(piece: Piece) -> messages.PieceView:
    return messages.PieceView(
        name=piece.name,
        bug=piece.bug.name,
        colour=side_of(piece.colour),
        number=piece.number,
        royal=piece.is_royal,
    )


def stack_views(position: Position) -> list[messages.StackView]:
    """Return the hive."""
    resting = {piece.id for piece in position.resting}
    stung = {piece.id for piece in position.stung}
    held_back = withheld_by_rest(position) if resting else ()
    threatened = {piece.id for piece in threatened_royals(position)}

    marked = resting | stung | threatened

    def shown(piece: Piece) -> messages.PieceView:
        if piece.id not in marked:
            return _plain_piece(piece)  # nearly all: one object serves every message
        return replace(
            _plain_piece(piece),
            resting=piece.id in resting,
            held_back=piece.id in held_back,
            stung=piece.id in stung,
            threatened=piece.id in threatened,
        )

    return [
        messages.StackView(q=place.q, r=place.r, pieces=[shown(piece) for piece in stack])
        for place, stack in position.stacks.items()
    ]


def outcome_view(outcome: Outcome | None) -> messages.OutcomeView | None:
    """Return how the position ends the game, if it does."""
    return None if outcome is None else messages.OutcomeView(winner=side_of(outcome.winner), why=outcome.why)


def last_action(playthrough: Playthrough, hidden: Colour | None) -> messages.LastAction | None:
    """Return the last action with its marks; at the start, that of the set-up's last turn."""
    if steps := visible_steps(playthrough, hidden):
        return _last_step(steps[-1])
    events = last_turn_events(playthrough.position)
    if not events:
        return None
    action = playthrough.position.history[-1]
    return messages.LastAction(
        text=str(action),
        kind=action.kind,
        actor=_name(action.piece),
        target=_name(action.target),
        by=None,
        path=[],
        start=events[-1].origin,
        end=events[-1].at,
    )


def _last_step(step: Step) -> messages.LastAction:
    return messages.LastAction(
        text=step.text,
        kind=step.kind,
        actor=_name(step.actor),
        target=_name(step.target),
        by=step.by,
        path=list(step.path),
        start=step.start,
        end=step.end,
    )


def _name(piece: Piece | None) -> str | None:
    return None if piece is None else piece.name


def frame_fields(playthrough: Playthrough, *, seq: int, hidden: Colour | None = None) -> dict[str, Any]:
    """Return what a position alone gives, without a choice that is hidden (V0d, S1)."""
    position = playthrough.position
    game_type = position.game_type
    hands: dict[Side, list[HandEntry] | messages.HiddenHand] = {}
    for colour in Colour:
        pieces = position.hand(colour)
        if colour == hidden and position.choosing == "faces":
            hands[SIDES[colour]] = hand_entries(game_type, [game_type.pieces[piece.id] for piece in pieces])
        elif colour == hidden:
            hands[SIDES[colour]] = messages.HiddenHand(hidden=len(pieces))
        else:
            hands[SIDES[colour]] = hand_entries(game_type, pieces)
    return {
        "seq": seq,
        "turn": position.turn,
        "colour": SIDES[position.colour],
        "left": position.actions_left,
        "state": position.state,
        "outcome": outcome_view(position.outcome),
        "stacks": stack_views(position),
        "hands": hands,
        "bag": len(position.bag) if game_type.has_bag and position.turn_number > 0 else None,  # S1
        "honeycombo": side_of(position.honeycombo),
        "double": {SIDES[colour]: position.double_turn_of(colour) for colour in Colour},
        "last": last_action(playthrough, hidden),
    }


def frame(playthrough: Playthrough, *, seq: int, hidden: Colour | None = None) -> Frame:
    """Return the position, without a choice that is hidden (V0d, S1)."""
    return Frame(**frame_fields(playthrough, seq=seq, hidden=hidden))


def move_view(step: Step, seq: int, at: float | None = None) -> messages.MoveView:
    """Return an action on record, in notation and in words."""
    return messages.MoveView(
        seq=seq,
        text=step.text,
        kind=step.kind,
        turn=step.turn,
        words=translations(step.sentence),
        at=at,
    )


def choice(position: Position) -> messages.Selection | None:
    """Return what is chosen before the first turn, faces (V0d) or a hand (S1), by kinds; None after it."""
    if position.choosing is None:
        return None
    game_type, mine = position.game_type, position.colour
    if position.choosing == "faces":
        second = game_type.second_faces[mine]
        first = {piece.bug.name: game_type.pieces[piece.id].bug.name for piece in second}
        kinds = hand_entries(game_type, second)
        entries = [replace(entry, faces=[first[entry.bug], entry.bug]) for entry in kinds]
        return messages.Selection(what="faces", count=len(second), entries=entries)
    pieces = [position.held(piece.id) for piece in game_type.pieces if piece.colour == mine]
    own = [piece for piece in pieces if not piece.is_royal]
    count = min(HAND_SIZE, len(own))
    return messages.Selection(what="hand", count=count, entries=hand_entries(game_type, own))


def line_view(playthrough: Playthrough, now: float) -> View:
    """Return the view of a position that belongs to no match: all is open, both sides may be tried."""
    game_type = playthrough.position.game_type
    return View(
        **frame_fields(playthrough, seq=len(playthrough.steps)),
        id=None,
        type=str(game_type),
        options=options_of(game_type),
        you="both",
        moves=[move_view(step, i + 1) for i, step in enumerate(playthrough.steps)],
        actions=action_views(playthrough.position),
        choose=choice(playthrough.position),
        players=None,
        clock=None,
        now=now,
        offers=messages.Offers(),
        next=None,
        invite=None,
        no_engine=False,
        opening=0,
        public=True,
        presence={"w": "here", "b": "here"},
        watchers=0,
        thinking=False,
    )
