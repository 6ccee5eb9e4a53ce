"""A match, computed from its log: no input, no output, no time but that of the entries."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace

from ruche import Colour, Outcome, Position
from ruche.play.playthrough import Playthrough
from ruche.play.secrecy import open_choices
from ruche.server.match import events
from ruche.server.match.clock import Clock
from ruche.server.match.events import Entry
from ruche.server.match.outages import Outages


class Match:
    """A live game: position, seats, clock, offers, and how it ended."""

    def __init__(self, first: Entry, outages: Outages | None = None) -> None:
        created = first.event
        assert isinstance(created, events.Created)
        self.id = first.game
        self.created = created
        self.started = first.at
        self.seq = first.seq
        self.at = first.at  # of the last entry
        self.changed = first.seq  # the last entry that changed what may be played
        self.playthrough = Playthrough(start_of(created))
        self.playthrough.play_all(created.actions)
        self.opening = len(created.actions)
        self.seqs = [0] * self.opening  # by action: its entry and its time
        self.times = [first.at] * self.opening
        self.players: dict[Colour, events.SeatHolder] = dict(created.players)
        self.generations = dict.fromkeys(Colour, 0)  # of each seat's token
        self.clock = Clock(created.clock, outages) if created.clock else None
        self.offers: dict[events.OfferKind, Colour] = {}
        self.declined: set[tuple[events.OfferKind, Colour]] = set()
        self.ended: Outcome | None = None
        self.is_cancelled = False
        self.ended_at: float | None = None
        self.next: str | None = None
        self.last_played: events.Played | None = None
        self.secrecy_changed = first.seq  # the last entry that hid or revealed a choice
        self.memo: dict[object, object] = {}  # what others have worked out of this state, and share
        # The digest of every request that was carried out, by its id.
        self.requests = {first.request.id: first.request.digest} if first.request else {}
        if self.outcome:
            self.ended_at = first.at

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.playthrough.position

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, on the board or otherwise."""
        return self.ended or self.position.outcome

    @property
    def state(self) -> str:
        """The state as UHP writes it."""
        return self.ended.state if self.ended else self.position.state

    @property
    def to_move(self) -> Colour | None:
        """Whose turn it is, while the game goes on."""
        return None if self.outcome or self.is_cancelled else self.position.colour

    @property
    def has_begun(self) -> bool:
        """Whether an action has been played, beyond those that the game was made with."""
        return len(self.playthrough.steps) > self.opening

    @property
    def is_between_people(self) -> bool:
        """Whether two people play it at two screens and it goes on: no engine may help with it.

        Two people at one screen see what each of them does.
        """
        people = all(player.kind == "person" for player in self.players.values())
        return people and not self.created.one_screen and self.to_move is not None

    @property
    def machine_to_move(self) -> bool:
        """Whether the machine is to move."""
        if not any(player.kind == "machine" for player in self.players.values()):
            return False  # most games: their positions are not asked for
        colour = self.to_move
        return colour is not None and self.players[colour].kind == "machine"

    @property
    def plays_on_alone(self) -> bool:
        """Whether something may happen though no player does anything: a clock runs down, a machine moves."""
        return self.clock is not None or any(player.kind == "machine" for player in self.players.values())

    @property
    def machine_asked(self) -> Colour | None:
        """The machine that was offered a draw and has not answered."""
        asking = self.offers.get("draw")
        return asking.other if asking is not None and self.kind_of(asking.other) == "machine" else None

    @property
    def wakes(self) -> float | None:
        """When the game goes on by itself: at once (0) if the machine is waited for, or at its deadline."""
        return 0.0 if self.machine_to_move or self.machine_asked is not None else self.deadline

    @property
    def deadline(self) -> float | None:
        """When the running clock will have run down."""
        return self.clock.deadline() if self.clock else None

    def kind_of(self, colour: Colour) -> str:
        """Return who sits there: person, machine or open."""
        return self.players[colour].kind

    @property
    def first_undoable(self) -> int:
        """How many actions on record stay: those it began with, and choices that both have seen (V0d, S1)."""
        return max(self.opening, open_choices(self.playthrough))

    def start_of_turn_before(self, colour: Colour) -> int | None:
        """Return how many actions were on record before a player's last turn; None if there was none."""
        steps = self.playthrough.steps
        for i in range(len(steps) - 1, self.first_undoable - 1, -1):
            if steps[i].colour == colour:
                while i > self.first_undoable and steps[i - 1].turn == steps[i].turn:
                    i -= 1
                return i
        return None

    def copy(self) -> Match:
        """Return an independent copy."""
        twin = copy(self)
        twin.playthrough = Playthrough(self.position.copy(), self.playthrough.steps)
        twin.seqs, twin.times = list(self.seqs), list(self.times)
        twin.players, twin.offers, twin.declined = dict(self.players), dict(self.offers), set(self.declined)
        twin.generations, twin.requests = dict(self.generations), dict(self.requests)
        twin.clock = self.clock.copy() if self.clock else None
        twin.memo = {}
        return twin

    def rematch(self) -> events.Created:
        """Return the beginning of a rematch: the same game, colours swapped."""
        players = {colour.other: player for colour, player in self.players.items()}
        return replace(self.created, players=players, after=self.id)

    # -- the log -----------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Change the match as an entry of the log says."""
        assert entry.seq == self.seq + 1, f"entry {entry.seq} after {self.seq} of {self.id}"
        self.seq = entry.seq
        self.at = entry.at
        if entry.request is not None:
            self.requests[entry.request.id] = entry.request.digest
        secret = self.position.secret_choice
        event = entry.event
        match event:
            case events.Played():
                self.playthrough.play(event.action)
                self.seqs.append(entry.seq)
                self.times.append(entry.at)
                self.last_played = event
                # An action declines what the other has offered; only the mover's own draw offer stands.
                standing = self.offers.get("draw") == event.colour
                self.offers = {"draw": event.colour} if standing else {}
                self.declined.clear()
                self.changed = entry.seq
            case events.TakenBack():
                self.playthrough.back_to(event.left)
                del self.seqs[event.left :], self.times[event.left :]
                self.offers.clear()
                self.ended_at = None
                self.last_played = None
                self.changed = entry.seq
            case events.Ended():
                self.ended = event.outcome
                self.offers.clear()
                self.changed = entry.seq
            case events.Joined() | events.Named():
                self.players[event.colour] = events.SeatHolder(event.name, "person")
            case events.Offered():
                self.offers[event.offer] = event.colour
            case events.Declined():
                self.offers.pop(event.offer, None)
                self.declined.add((event.offer, event.colour.other))
            case events.Followed():
                self.next = event.game
                self.offers.clear()
            case events.Paused():
                if self.clock:
                    self.clock.skip(event.seconds)
            case events.Cancelled():
                self.is_cancelled = True
                self.changed = entry.seq
            case events.Reseated():
                self.generations[event.colour] += 1
            case events.Created():
                raise ValueError(f"{self.id} is created a second time")
        if secret != self.position.secret_choice:
            self.secrecy_changed = entry.seq
        if self.outcome and self.ended_at is None:
            self.ended_at = entry.at
        if self.clock is not None:
            self._turn_clock(self.clock, entry.at, completed=isinstance(event, events.Played))

    def _turn_clock(self, clock: Clock, at: float, *, completed: bool = False) -> None:
        """Let the clock of the side to move run, once both sit and the first action is played."""
        seated = all(player.kind != "open" for player in self.players.values())
        chosen = self.position.choosing is None  # V0d, S1: no clock runs before both have chosen
        runner = self.to_move if self.has_begun and seated and chosen else None
        if runner != clock.running:
            clock.turn_to(runner, at, completed=completed)


def start_of(created: events.Created) -> Position:
    """Return the position in which a game begins."""
    if created.set_up is None:
        return Position(created.game_type)
    return created.set_up.position()


def replay(entries: Iterable[Entry], outages: Outages | None = None) -> Match:
    """Return the match that follows from a log, and from the outages, which no clock counts."""
    rest = iter(entries)
    match = Match(next(rest), outages)
    for entry in rest:
        match.apply(entry)
    return match
