"""What may happen in a match, asked of the match alone."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest
from tests.uhp.games import WHITE_WINS

from ruche import Colour, GameType, IllegalAction, Outcome
from ruche.engine.bench import sample
from ruche.server.match import decisions
from ruche.server.match.clock import Clock, ClockSettings, RealTime
from ruche.server.match.decisions import Held
from ruche.server.match.events import (
    Cancelled,
    Created,
    Declined,
    Ended,
    Entry,
    Event,
    Followed,
    Joined,
    Named,
    Offered,
    Played,
    Request,
    Reseated,
    SeatHolder,
    SeatKind,
    TakenBack,
)
from ruche.server.match.match import Match, replay
from ruche.server.match.outages import Outages
from ruche.server.match.refusals import MatchRefusalError, RefusalKind

WHITE, BLACK = Colour.WHITE, Colour.BLACK
W, B, BOTH, NONE = frozenset({WHITE}), frozenset({BLACK}), frozenset(Colour), frozenset[Colour]()
OPENING = ("wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-")


class Table:
    """A match to which events happen, a second apart."""

    def __init__(
        self,
        *actions: str,
        kind: str = "Base",
        black: SeatKind = "person",
        clock: ClockSettings | None = None,
        first: tuple[str, ...] = (),
    ) -> None:
        players = {WHITE: SeatHolder("Anna", "person"), BLACK: SeatHolder("", black)}
        created = Created(GameType(kind), players, clock=clock, actions=first)
        self.log = [Entry("game", 0, 0.0, created)]
        self.match = Match(self.log[0])
        for action in actions:
            assert self.match.to_move is not None
            self.play(frozenset({self.match.to_move}), action)

    def happen(self, events: Sequence[Event]) -> Sequence[Event]:
        for event in events:
            entry = Entry("game", self.match.seq + 1, self.match.at + 1, event)
            self.log.append(entry)
            self.match.apply(entry)
        return events

    def play(self, held: Held, text: str, seen: int | None = None) -> Sequence[Event]:
        seq = self.match.seq if seen is None else seen
        return self.happen(decisions.play(self.match, held, seq, text, pick=5))

    def offer(self, held: Held, kind: str, answer: bool | None = None) -> Sequence[Event]:
        return self.happen(decisions.offer(self.match, held, self.match.seq, kind, answer, "next"))  # type: ignore[arg-type]

    @property
    def texts(self) -> list[str]:
        return [step.text for step in self.match.playthrough.steps]


def refused(ask: Callable[[], object]) -> RefusalKind:
    with pytest.raises(MatchRefusalError) as caught:
        ask()
    return caught.value.kind


def test_who_may_play() -> None:
    table = Table("wG1")
    ask = partial(partial, table.play)
    assert refused(ask(NONE, "bG1 wG1-")) is RefusalKind.NOT_SEATED
    assert refused(ask(W, "bG1 wG1-")) is RefusalKind.NOT_YOUR_TURN
    assert refused(ask(B, "bG1 wG1-", 0)) is RefusalKind.STALE
    assert refused(ask(B, "bG1 wG1-", 2)) is RefusalKind.STALE  # nobody has seen what is to come
    with pytest.raises(IllegalAction):
        table.play(B, "pass")
    assert table.texts == ["wG1"]
    (played,) = table.play(B, "bG1 wG1-")
    assert isinstance(played, Played)
    assert (played.colour, str(played.action), played.seen, played.sent) == (BLACK, "bG1 wG1-", 1, "bG1 wG1-")
    table.offer(W, "resign")
    assert refused(ask(W, "wQ -wG1")) is RefusalKind.OVER


def test_the_same_request_is_carried_out_once() -> None:
    table = Table("wG1")
    table.play(B, "bG1 wG1-", 1)
    assert table.play(B, "bG1 wG1-", 1) == []
    assert refused(partial(table.play, W, "bG1 wG1-", 1)) is RefusalKind.STALE  # somebody else's
    assert refused(partial(table.play, B, "bG1 wG1-", 0)) is RefusalKind.STALE
    table.happen([TakenBack(1)])
    assert refused(partial(table.play, B, "bG1 wG1-", 1)) is RefusalKind.STALE  # it was taken back


def test_offers_make_nothing_stale() -> None:
    table = Table("wG1")
    table.offer(W, "draw")
    table.happen([Named(BLACK, "Bert")])
    table.play(B, "bG1 wG1-", 1)
    assert table.match.seq == 4


def test_the_server_draws_in_swarm() -> None:
    table = Table("hand wA1 wB1 wG1", "hand bA1 bB1 bG1", kind="Base+Swarm")
    assert refused(partial(table.play, W, "wA1 +bG2")) is RefusalKind.NAMES_THE_DRAW
    bag = {piece.name for piece in table.match.position.bag}
    (played,) = table.play(W, "wA1")
    assert isinstance(played, Played)
    text, _, drawn = str(played.action).partition(" +")
    assert (text, drawn in bag) == ("wA1", True)


def test_the_open_seat_is_taken_once() -> None:
    table = Table(black="open")
    assert table.happen(decisions.join(table.match, "Bert")) == [Joined(BLACK, "Bert")]
    assert table.match.players[BLACK] == SeatHolder("Bert", "person")
    assert refused(partial(decisions.join, table.match, "Eve")) is RefusalKind.TAKEN


def test_an_invitation_is_taken_back_until_somebody_accepts_it() -> None:
    table = Table(black="open")
    assert refused(partial(decisions.cancel, table.match, NONE)) is RefusalKind.NOT_SEATED
    assert table.happen(decisions.cancel(table.match, W)) == [Cancelled()]
    assert decisions.cancel(table.match, W) == []
    assert refused(partial(decisions.join, table.match, "Bert")) is RefusalKind.CANCELLED
    assert refused(partial(decisions.check_visible, table.match, W)) is RefusalKind.CANCELLED
    assert refused(partial(decisions.cancel, Table().match, W)) is RefusalKind.BEGUN


def test_a_private_game_is_seen_from_its_seats() -> None:
    match = Table().match
    decisions.check_visible(match, NONE)
    match.created = replace(match.created, is_public=False)
    decisions.check_visible(match, B)
    assert refused(partial(decisions.check_visible, match, NONE)) is RefusalKind.PRIVATE


def test_names_are_forgotten_and_seats_renewed_by_who_holds_them() -> None:
    table = Table()
    assert decisions.forget_name(table.match, B) == []  # he has none
    assert table.happen(decisions.forget_name(table.match, BOTH)) == [Named(WHITE, "")]
    assert table.match.players[WHITE].name == ""
    assert refused(partial(decisions.revoke, table.match, NONE)) is RefusalKind.NOT_SEATED
    before = dict(table.match.generations)
    assert table.happen(decisions.revoke(table.match, B)) == [Reseated(BLACK)]
    assert table.match.generations == {**before, BLACK: before[BLACK] + 1}
    assert decisions.revoke(table.match, BOTH) == [Reseated(WHITE), Reseated(BLACK)]


def test_who_holds_both_seats_speaks_for_who_is_to_move_or_moved_last() -> None:
    for table, loser in ((Table(), WHITE), (Table("wG1"), BLACK), (Table("wG1", "bG1 wG1-"), WHITE)):
        assert table.offer(BOTH, "resign") == [Ended(Outcome(loser.other, "resignation"))]
        assert refused(partial(table.offer, BOTH, "resign")) is RefusalKind.OVER
    table = Table("wG1", "bG1 wG1-", "wQ -wG1", black="open")
    table.offer(W, "resign")
    assert decisions.name(table.match, B, "Bert") == [Named(BLACK, "Bert")]
    assert refused(partial(decisions.name, table.match, BOTH, "Bert")) is RefusalKind.NAMED_ALREADY  # Anna


def test_a_name_is_given_once() -> None:
    table = Table()
    assert refused(partial(decisions.name, table.match, NONE, "Eve")) is RefusalKind.NOT_SEATED
    assert refused(partial(decisions.name, table.match, W, "Eve")) is RefusalKind.NAMED_ALREADY
    assert decisions.name(table.match, B, "") == []
    assert table.happen(decisions.name(table.match, B, "Bert")) == [Named(BLACK, "Bert")]
    assert refused(partial(decisions.name, table.match, B, "Eve")) is RefusalKind.NAMED_ALREADY


@pytest.mark.parametrize("held", [W, B])
def test_who_resigns_loses(held: Held) -> None:
    table = Table("wG1")
    assert refused(partial(table.offer, NONE, "resign")) is RefusalKind.NOT_SEATED
    (me,) = held
    assert table.offer(held, "resign") == [Ended(Outcome(me.other, "resignation"))]
    assert (table.match.outcome, table.match.ended_at) == (Outcome(me.other, "resignation"), 2.0)
    assert refused(partial(table.offer, held, "resign")) is RefusalKind.OVER
    assert refused(partial(table.offer, held, "draw")) is RefusalKind.OVER
    assert refused(partial(table.offer, held, "takeback")) is RefusalKind.OVER


@pytest.mark.parametrize("kind", ["draw", "takeback", "rematch"])
def test_an_offer_stands_until_it_is_answered(kind: str) -> None:
    table = Table("wG1", "bG1 wG1-")
    if kind == "rematch":
        table.offer(W, "resign")
    ask = partial(partial, table.offer)
    assert refused(ask(B, kind, True)) is RefusalKind.NO_OFFER
    assert refused(ask(B, kind, False)) is RefusalKind.NO_OFFER
    assert table.offer(W, kind) == [Offered(WHITE, kind)]  # type: ignore[arg-type]
    assert refused(ask(W, kind)) is RefusalKind.OFFERED_ALREADY
    assert refused(ask(W, kind, True)) is RefusalKind.NO_OFFER  # one's own
    assert table.offer(B, kind, False) == [Declined(BLACK, kind)]  # type: ignore[arg-type]
    assert table.match.offers == {}
    assert refused(ask(W, kind)) is RefusalKind.OFFERED_ALREADY
    assert table.offer(B, kind) == [Offered(BLACK, kind)]  # type: ignore[arg-type]
    (agreed,) = table.offer(W, kind)  # to offer the same is to agree
    assert (
        agreed
        == {
            "draw": Ended(Outcome(None, "agreement")),
            "takeback": TakenBack(1),
            "rematch": Followed("next"),
        }[kind]
    )


def test_an_offer_may_be_accepted() -> None:
    table = Table("wG1", "bG1 wG1-")
    table.offer(W, "draw")
    assert table.offer(B, "draw", True) == [Ended(Outcome(None, "agreement"))]
    assert table.match.outcome == Outcome(None, "agreement")


def test_an_offer_may_be_withdrawn() -> None:
    table = Table("wG1", "bG1 wG1-")
    table.offer(W, "draw")
    assert table.offer(W, "draw", False) == [Declined(BLACK, "draw")]
    assert refused(partial(table.offer, W, "draw")) is RefusalKind.OFFERED_ALREADY
    table.play(W, "wQ -wG1")
    assert table.offer(W, "draw") == [Offered(WHITE, "draw")]


def test_playing_on_declines_but_keeps_ones_own_draw_offer() -> None:
    table = Table("wG1", "bG1 wG1-")
    table.offer(B, "draw")
    table.offer(B, "takeback")
    table.play(W, "wQ -wG1")
    assert table.match.offers == {}
    table.offer(B, "draw")
    table.play(B, "bQ bG1-")
    assert table.match.offers == {"draw": BLACK}


def test_nothing_is_offered_to_an_open_seat() -> None:
    table = Table("wG1", black="open")
    for kind in ("draw", "takeback"):
        assert refused(partial(table.offer, W, kind)) is RefusalKind.SEAT_OPEN


def test_a_takeback_goes_back_before_ones_own_last_turn() -> None:
    table = Table(*OPENING)
    table.offer(W, "takeback")
    assert table.offer(B, "takeback", True) == [TakenBack(2)]
    table.play(W, "wQ -wG1")
    table.offer(W, "takeback")
    assert table.offer(B, "takeback", True) == [TakenBack(2)]
    assert table.texts == list(OPENING[:2])
    assert (table.match.seqs, table.match.times) == ([1, 2], [1.0, 2.0])


def test_both_actions_of_a_double_turn_are_taken_back() -> None:  # K5
    before = [str(action) for action in sample("Base+Honeycombo", 19, seed=131).history]
    table = Table(*before, kind="Base+Honeycombo")
    me = table.match.to_move
    assert me is not None
    held, other = frozenset({me}), frozenset({me.other})
    for _ in range(2):
        assert table.match.to_move == me
        table.play(
            held, next(text for text in map(str, table.match.position.legal_actions()) if text != "pass")
        )
    table.offer(held, "takeback")
    assert table.offer(other, "takeback", True) == [TakenBack(19)]
    assert table.texts == before


def test_there_may_be_nothing_to_take_back() -> None:
    table = Table("wG1")
    assert refused(partial(table.offer, B, "takeback")) is RefusalKind.NOTHING_TO_TAKE_BACK
    begun = Table(first=OPENING)
    for held in (W, B, BOTH):
        assert refused(partial(begun.offer, held, "takeback")) is RefusalKind.NOTHING_TO_TAKE_BACK


def test_on_one_screen_nobody_else_is_asked() -> None:
    table = Table(*OPENING)
    assert table.offer(BOTH, "takeback") == [TakenBack(3)]
    assert table.offer(BOTH, "takeback") == [TakenBack(2)]
    assert table.offer(BOTH, "draw") == [Ended(Outcome(None, "agreement"))]
    assert table.offer(BOTH, "rematch") == [Followed("next")]
    resigned = Table("wG1")
    assert resigned.offer(BOTH, "resign") == [Ended(Outcome(WHITE, "resignation"))]  # Black is to move


def test_the_machine_grants_takebacks_and_rematches() -> None:
    table = Table("wG1", "bG1 wG1-", black="machine")
    assert table.offer(W, "takeback") == [TakenBack(0)]
    assert table.offer(W, "draw") == [Offered(WHITE, "draw")]  # this it considers
    table.offer(W, "resign")
    assert table.offer(W, "rematch") == [Followed("next")]


def test_a_rematch_is_made_once_and_after_the_end() -> None:
    table = Table("wG1")
    assert refused(partial(table.offer, W, "rematch")) is RefusalKind.NOT_OVER
    table.offer(W, "resign")
    table.offer(W, "rematch")
    assert table.offer(B, "rematch", True) == [Followed("next")]
    assert table.match.next == "next"
    assert table.offer(W, "rematch") == []
    created = table.match.rematch()
    assert created == replace(
        table.match.created,
        players={WHITE: SeatHolder("", "person"), BLACK: SeatHolder("Anna", "person")},
        after="game",
    )


def test_a_copy_goes_its_own_way() -> None:
    table = Table(*OPENING, clock=RealTime(60, 1))
    table.offer(W, "draw")
    before = replay(table.log)
    twin = table.match.copy()
    for event in (Declined(BLACK, "draw"), Played(WHITE, "wA1 -wQ", 6, "wA1 -wQ"), Joined(BLACK, "Bert")):
        twin.apply(Entry("game", twin.seq + 1, twin.at + 7, event))
    match = table.match
    assert match.clock is not None
    assert before.clock is not None
    assert vars(match.clock) == vars(before.clock)
    for name in ("seq", "at", "seqs", "times", "players", "offers", "declined", "last_played", "position"):
        assert getattr(match, name) == getattr(before, name), name
    assert (table.texts, twin.playthrough.steps[-1].text) == (list(OPENING), "wA1 -wQ")


def clock_of(match: Match) -> Clock:
    assert match.clock is not None
    return match.clock


def test_a_clock_runs_once_both_sit_and_the_first_action_is_played() -> None:
    table = Table(black="open", clock=RealTime(60, 2))  # a second between entries
    assert clock_of(table.match).running is None
    table.play(W, "wG1")
    assert clock_of(table.match).running is None
    table.happen(decisions.join(table.match, "Bert"))
    clock = clock_of(table.match)
    assert (clock.running, clock.since) == (BLACK, 2.0)
    table.play(B, "bG1 wG1-")
    table.play(W, "wQ -wG1")
    assert (clock.running, clock.left) == (BLACK, [61.0, 61.0])
    assert clock_of(replay(table.log, Outages([(2.25, 2.75)]))).left == [61.0, 61.5]


def test_no_clock_runs_before_both_have_chosen() -> None:
    table = Table("hand wA1 wB1 wG1", kind="Base+Swarm", clock=RealTime(60))
    assert clock_of(table.match).running is None
    table.play(B, "hand bA1 bB1 bG1")
    table.play(W, "wA1")
    assert clock_of(table.match).running is BLACK


def test_a_game_that_begins_with_actions_waits_for_the_first_of_its_own() -> None:
    created = Table(clock=RealTime(60), first=OPENING).match.created
    match = Match(Entry("game", 0, 7.0, created, Request("id", "digest")))
    assert clock_of(match).running is None
    assert match.requests == {"id": "digest"}
    assert match.times == [7.0] * len(OPENING)


def test_a_game_that_begins_with_its_end_ended_as_it_was_made() -> None:
    created = replace(Table().match.created, actions=tuple(WHITE_WINS))
    created = replace(created, game_type=created.game_type.with_options(queen_opening="forbidden"))
    match = Match(Entry("game", 0, 7.0, created, Request("id", "digest")))
    assert match.outcome is not None
    assert match.ended_at == 7.0


@pytest.mark.parametrize(("one_screen", "between"), [(False, True), (True, False)])
def test_an_engine_may_help_those_who_see_each_other(one_screen: bool, between: bool) -> None:
    created = replace(Table().match.created, one_screen=one_screen)
    assert Match(Entry("game", 0, 0.0, created)).is_between_people is between
    machine = replace(created, players={**created.players, BLACK: SeatHolder("", "machine", 1)})
    assert not Match(Entry("game", 0, 0.0, machine)).is_between_people
