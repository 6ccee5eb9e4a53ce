"""What a match refuses, by kind; the wire has a status and a sentence for each."""

from __future__ import annotations

from enum import StrEnum

from ruche.words.errors import LocalizedError


class RefusalKind(StrEnum):
    """Why a request is refused though the rules would allow it."""

    NO_GAME = "no_game"
    NOT_SEATED = "not_seated"
    BAD_INVITE = "bad_invite"
    REQUEST_REUSED = "request_reused"  # a request id that came with another request before
    QUARANTINED = "quarantined"  # its log cannot be replayed
    STALE = "stale"  # the match has changed since the sender looked
    NOT_YOUR_TURN = "not_your_turn"
    OVER = "over"
    NOT_OVER = "not_over"
    NAMES_THE_DRAW = "names_the_draw"
    TAKEN = "taken"
    CANCELLED = "cancelled"  # the invitation was taken back
    PRIVATE = "private"  # only its players may see the game
    BEGUN = "begun"  # both seats are taken: it can be resigned, not cancelled
    ENGINE_FORBIDDEN = "engine_forbidden"  # a game between people that goes on
    NAMED_ALREADY = "named_already"
    SEAT_OPEN = "seat_open"
    NO_OFFER = "no_offer"
    OFFERED_ALREADY = "offered_already"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"


class MatchRefusalError(LocalizedError):
    """A request that a match refuses."""

    area = "refused"
    kind: RefusalKind

    def __init__(self, kind: RefusalKind, /, **values: object) -> None:
        super().__init__(kind, **values)
