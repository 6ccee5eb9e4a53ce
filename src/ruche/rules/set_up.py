"""Positions that are set up instead of being reached by play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ruche.rules import set_up_checks as checks
from ruche.rules.facts.colours import Colour
from ruche.rules.facts.game_type import GameType
from ruche.rules.facts.hexes import Hex, cell_of
from ruche.rules.facts.pieces import Piece
from ruche.rules.last_turn import EventKind, LastTurnEvent, Stacks, last_turn_events, replay_event, take_back
from ruche.rules.position import Position, lay_out
from ruche.rules.set_up_checks import SetUpError


@dataclass(frozen=True)
class SetUp:
    """A position as it is laid out.

    `stacks` gives the pieces of every hex, bottom first, by the face they show; of several alike the number
    may be left out. Without a `turn_number` it is the first turn with room for what is in play, without a
    `colour` white's where both fit. What is nowhere else is in its owner's hand or, in Swarm, in the bag; a
    queen that had to pass over its fourth turn must be named in `hands`. Where faces are fixed, hands and bag
    name the pieces by the face they have; what is not named has its first face, unless a higher number of
    its kind has the second. `honeycombo` is the colour it shows
    (black, as at the start), `double` who has a double turn, now or next. `last` is what the opponent's last
    turn did, two events if it was a double one; they are in the history afterwards. Without it nothing rests,
    and there is nothing to fly at.
    """

    game_type: GameType
    stacks: Mapping[Hex, Sequence[str]]
    colour: Colour | None = None
    turn_number: int | None = None
    hands: Mapping[Colour, Sequence[str]] = field(default_factory=dict)
    bag: Sequence[str] | None = None
    removed: Sequence[str] = ()
    honeycombo: Colour | None = None
    double: Colour | None = None
    last: Sequence[LastTurnEvent] = ()

    @classmethod
    def of(cls, position: Position) -> SetUp:
        """Return a position as a set-up; in the middle of a double turn, the events so far are left out."""
        found = cls.claimed(position)
        try:
            found.position()
        except SetUpError:
            return replace(found, last=())
        return found

    @classmethod
    def claimed(cls, position: Position) -> SetUp:
        """Return a position as a set-up that may not be possible: nothing is checked."""
        game_type = position.game_type
        number = max(1, position.turn_number)  # S1: before the first turn there is no set-up
        names_all = game_type.opening_choices > 0  # the type does not say who has which piece, or face
        hands: dict[Colour, list[str]] = {}
        for colour in Colour:
            due = checks.royal_is_due(colour, position.colour, number)
            named = [piece.name for piece in position.hand(colour) if names_all or piece.is_royal]
            if names_all or (due and named):
                hands[colour] = named
        names_bag = game_type.faces_fixed and game_type.has_bag and position.turn_number > 0
        return cls(
            game_type,
            {place: [piece.name for piece in stack] for place, stack in position.stacks.items()},
            colour=position.colour,
            turn_number=number,
            hands=hands,
            bag=[piece.name for piece in position.bag] if names_bag else None,
            removed=[piece.name for piece in position.removed],
            honeycombo=position.honeycombo,
            double=next((colour for colour in Colour if position.double_turn_of(colour)), None),
            last=last_turn_events(position),
        )

    def position(self, *, seed: int = 0) -> Position:
        """Return the position; raise `SetUpError` if it cannot be."""
        game_type = self.game_type
        named = self._named()
        seconds = checks.second_faces(game_type, named)
        checks.check_faces(game_type, named, seconds)
        stacks = {place: named[place] for place in self.stacks}
        checks.check_stacks(game_type, stacks)
        checks.check_connected(stacks)
        gone = checks.bits(named["removed"])
        placed = gone | checks.bits(face for faces in stacks.values() for face in faces)
        held = checks.share_out(game_type, named, placed)
        checks.check_removed(game_type, gone)
        in_hand = checks.bits(face for colour in Colour for face in named.get(colour, ()))
        colour, number = checks.first_turn(game_type, self.colour, placed, later=bool(self.last))
        number = number if self.turn_number is None else self.turn_number
        checks.check_turn(game_type, colour, number, placed)
        checks.check_royals(game_type, colour, number, placed, held, in_hand)
        state = checks.state_of(game_type, colour, number, self.honeycombo, self.double)
        if self.last:
            whole = {place: [game_type.names[face] for face in faces] for place, faces in stacks.items()}
            before = _BeforeLastTurn(self, whole, colour, number, [*held, gone], in_hand, seconds)
            return before.play(seed)
        position = Position(game_type, seed=seed)
        chosen = game_type.opening_choices > 0
        if (colour, number) == (Colour.WHITE, 1) and not chosen and set(stacks) <= {Hex(0, 0)}:
            return position  # nothing but what lies there anyway
        cells = {cell_of(*place): faces for place, faces in stacks.items()}
        outside = seconds & ~checks.bits(face for faces in stacks.values() for face in faces)
        lay_out(position, cells, (held[0], held[1]), held[2], gone, state, outside)
        return position

    def _named(self) -> dict[object, list[int]]:
        """Return the pieces and faces of every stack, hand and heap."""
        lists: list[tuple[object, Sequence[str]]] = [*self.stacks.items(), ("removed", self.removed)]
        lists += self.hands.items()
        if self.bag is not None:
            if not self.game_type.has_bag:
                raise SetUpError("no_bag", type=self.game_type)
            lists.append(("bag", self.bag))
        return checks.name_pieces(self.game_type, lists)

    def tells_all_of(self, position: Position) -> bool:
        """Tell whether this set-up describes a position fully, the last turn included."""
        try:
            again = self.position()
        except SetUpError:
            return False
        if again != position:
            return False
        minds = self.game_type.minds_last_turn
        return not minds or len(last_turn_events(again)) == len(last_turn_events(position))


def set_up(
    game_type: GameType | str,
    stacks: Mapping[Hex, Sequence[str]] | Mapping[tuple[int, int], Sequence[str]],
    *,
    turn: str | None = None,
    hands: Mapping[Colour, Iterable[str]] | None = None,
    bag: Iterable[str] | None = None,
    removed: Iterable[str] = (),
    honeycombo: Colour | None = None,
    double: Colour | None = None,
    last: Sequence[LastTurnEvent] = (),
    seed: int = 0,
) -> Position:
    """Return a position that is laid out, as `SetUp` describes; raise `SetUpError` if it cannot be.

    `turn` is a turn as it is written, or a colour.

    >>> position = set_up("Base", {(0, 0): ["wQ"], (1, 0): ["bQ", "wB"], (-1, 0): ["wA"], (2, 0): ["bA"]})
    >>> position.turn, [str(piece) for piece in position.stacks[Hex(1, 0)]]
    ('White[4]', ['bQ', 'wB1'])
    """
    colour, number = checks.read_turn(turn) if turn is not None else (None, None)
    return SetUp(
        GameType(game_type) if isinstance(game_type, str) else game_type,
        {Hex(*place): list(stack) for place, stack in stacks.items()},
        colour=colour,
        turn_number=number,
        hands={side: list(names) for side, names in (hands or {}).items()},
        bag=None if bag is None else list(bag),
        removed=list(removed),
        honeycombo=honeycombo,
        double=double,
        last=last,
    ).position(seed=seed)


@dataclass
class _BeforeLastTurn:
    """The set-up before the last turn: it begins as the one after it, then events are taken back."""

    after: SetUp
    stacks: Stacks
    colour: Colour  # to move now
    number: int
    held: list[int]  # hands, bag and what was removed, as bit sets
    in_hand: int  # what was named in a hand
    seconds: int  # pieces whose second face was chosen (V0d)

    def play(self, seed: int) -> Position:
        """Lay out the position before the last turn, and replay that turn."""
        mover, last = self.colour.other, self.after.last
        if self.after.double == mover:
            raise SetUpError("last_turned", colour=mover)
        names = [self.take_back(event) for event in reversed(last)][::-1]
        placed = [name for event, name in zip(last, names, strict=True) if event.kind == EventKind.PLACED]
        drawn = self.return_draws(mover, len(placed))
        try:
            position = self.set_up(mover, placed, is_double=len(last) > 1).position(seed=seed)
        except SetUpError as error:
            raise SetUpError("last_before", why=error) from error
        for event, name in zip(last, names, strict=True):
            of_bag = drawn.pop() if event.kind == EventKind.PLACED and drawn else None
            if not replay_event(position, event, name, of_bag):
                raise SetUpError("last_illegal", name=name, event=event)
        return position

    def take_back(self, event: LastTurnEvent) -> str:
        """Take an event back; return the name of the piece."""
        name = take_back(self.stacks, event)
        if name is None:
            raise SetUpError("last_nothing", event=event, place=event.at)
        return name

    def return_draws(self, mover: Colour, count: int) -> list[str]:
        """Put the pieces drawn for placements back into the bag, where there were any (S2); return them."""
        if not self.held[2]:
            return []
        hand = [piece for piece in self.pieces(mover) if not (piece.is_royal and piece.colour == mover)]
        drawn = hand[len(hand) - count :]
        for piece in drawn:
            self.held[mover] ^= 1 << piece.id
            self.held[2] |= 1 << piece.id
        return [piece.name for piece in drawn]

    def pieces(self, place: int) -> list[Piece]:
        """Return the pieces of a hand, the bag or what was removed, named as in a hand."""
        faces = enumerate(self.after.game_type.faces)
        return [both[self.seconds >> i & 1] for i, both in faces if self.held[place] >> i & 1]

    def set_up(self, mover: Colour, placed: list[str], *, is_double: bool) -> SetUp:
        """Return what was there at the beginning of the last turn."""
        game_type = self.after.game_type
        names_all = game_type.opening_choices > 0
        hands = {
            colour: [piece.name for piece in self.pieces(colour) if names_all or self.in_hand >> piece.id & 1]
            for colour in Colour
        }
        names_bag = game_type.has_bag and game_type.faces_fixed
        hands[mover] += placed
        return replace(
            self.after,
            stacks=self.stacks,
            colour=mover,
            turn_number=self.number - (mover == Colour.BLACK),
            hands=hands,
            bag=[piece.name for piece in self.pieces(2)] if names_bag else None,
            removed=[piece.name for piece in self.pieces(3)],
            double=mover if is_double else self.after.double,
            last=(),
        )
