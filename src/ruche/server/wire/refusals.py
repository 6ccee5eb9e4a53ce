"""Refusals: a status, a short key, and a sentence in each language."""

from __future__ import annotations

from typing import Any

from ruche import GameTypeError, IllegalAction, NotationError, Position, Reason, words
from ruche.notation.diagram import DiagramError
from ruche.notation.errors import RecordError
from ruche.play.why import Refused, why_not_action, why_not_clicks
from ruche.rules.set_up_checks import SetUpError
from ruche.server.match.refusals import MatchRefusalError
from ruche.server.store.errors import UnavailableError, UnknownOutcomeError
from ruche.server.studies.store import StudyRefusalError
from ruche.server.wire.malformed import MalformedError
from ruche.server.wire.messages import LineWhyRequest, ReasonView, RefusalResponse, WhyRequest, WhyResponse
from ruche.server.wire.translations import texts_of, translations
from ruche.server.work.pool import CrowdedError, WorkerDiedError

# short key -> status; the sentence is `refused.<key>` in the catalogue
STATUS = {
    "stale": 409,
    "request_reused": 409,
    "not_your_turn": 409,
    "over": 409,
    "not_over": 409,
    "taken": 409,
    "begun": 409,
    "engine_forbidden": 409,
    "cancelled": 410,
    "named_already": 409,
    "no_offer": 409,
    "offered_already": 409,
    "nothing_to_take_back": 409,
    "seat_open": 409,
    "hidden": 409,
    "not_seated": 403,
    "bad_invite": 403,
    "private": 403,
    "no_game": 404,
    "not_your_study": 403,
    "no_study": 404,
    "too_many_studies": 409,
    "too_many_versions": 409,
    "study_too_large": 422,
    "study_unreadable": 503,
    "no_puzzle": 404,
    "no_lesson": 404,
    "no_rules": 404,
    "not_found": 404,
    "method": 405,
    "bad_request": 400,
    "too_large": 413,
    "too_slow": 408,
    "media_type": 415,
    "foreign_host": 421,
    "foreign_page": 403,
    "operator_only": 403,
    "too_many": 429,
    "not_ready": 503,
    "names_the_draw": 422,
    "illegal_opening": 422,
    "too_much_work": 422,
    "no_png": 501,
    "crowded": 503,
    "unavailable": 503,
    "unknown_outcome": 503,
    "quarantined": 503,
    "no_hello": 400,
    "failed": 500,
}


class RefusalError(Exception):
    """A request that is refused, ready to be sent."""

    def __init__(
        self,
        status: int,
        error: str,
        reason: ReasonView,
        line: int | None = None,
        retry_after: int | None = None,  # seconds
    ) -> None:
        super().__init__(f"{status} {error}: {reason.text[words.FALLBACK]}")
        self.status = status
        self.error = error
        self.reason = reason
        self.line = line
        self.retry_after = retry_after

    def __reduce__(self) -> tuple[Any, ...]:
        return RefusalError, (self.status, self.error, self.reason, self.line, self.retry_after)

    def body(self) -> RefusalResponse:
        """Return what is sent."""
        return RefusalResponse(
            error=self.error, reason=self.reason, line=self.line, retry_after=self.retry_after
        )


def sentence(key: str, **values: object) -> ReasonView:
    """Return a reason of the server's own."""
    return ReasonView(rule=None, kind=key, text=texts_of(f"refused.{key}", **values))


def refuse(key: str, **values: object) -> RefusalError:
    """Return a refusal of the server's own."""
    return RefusalError(STATUS[key], key, sentence(key, **values))


def bad_request(error: MalformedError) -> RefusalError:
    """Return the refusal of a request that cannot be read."""
    text = {
        language: words.say("refused.bad_request", language, detail=error.say(language))
        for language in words.LANGUAGES
    }
    return RefusalError(STATUS["bad_request"], "bad_request", ReasonView(None, "bad_request", text))


def refuse_malformed(kind: str, **values: object) -> RefusalError:
    """Return the refusal of a request in which something is wrong that only we can tell."""
    return bad_request(MalformedError(kind, **values))


def refuse_for_now(key: str, retry_after: int) -> RefusalError:
    """Return a refusal that says in how many seconds it is worth asking again."""
    return RefusalError(STATUS[key], key, sentence(key, seconds=retry_after), retry_after=retry_after)


def reason_view(reason: Refused) -> ReasonView:
    """Return why something is refused as it is sent."""
    rule = reason.rule if isinstance(reason, Reason) else None
    return ReasonView(rule=rule, kind=reason.kind, text=translations(reason))


def why_view(position: Position, body: WhyRequest | LineWhyRequest) -> WhyResponse:
    """Return why clicks or an action are refused."""
    if body.clicks is not None:
        reason = why_not_clicks(position, body.clicks)
    elif body.action is not None:
        reason = why_not_action(position, body.action)
    else:
        raise refuse_malformed("missing", field="clicks, action")
    return WhyResponse(reason=None if reason is None else reason_view(reason))


RETRY_AFTER = 2  # seconds after which the database may be back

RuleError = (IllegalAction, NotationError, GameTypeError, SetUpError, RecordError)
Refusable = (
    *(RefusalError, MatchRefusalError, StudyRefusalError),
    *(CrowdedError, WorkerDiedError, UnavailableError, UnknownOutcomeError),
    *RuleError,
)


def refusal_of(error: Exception) -> RefusalError:
    """Return the refusal for what was raised: one of `Refusable`."""
    if isinstance(error, RefusalError):
        return error
    if isinstance(error, MatchRefusalError | StudyRefusalError):
        return refuse(error.kind, **error.values)
    if isinstance(error, CrowdedError):
        return refuse_for_now("crowded", error.retry_after)
    if isinstance(error, WorkerDiedError):
        return refuse("failed")
    if isinstance(error, UnavailableError):
        return refuse_for_now("unavailable", RETRY_AFTER)
    if isinstance(error, UnknownOutcomeError):
        return refuse_for_now("unknown_outcome", RETRY_AFTER)
    return _of_rules(error)


def _of_rules(error: Exception) -> RefusalError:
    """Return the refusal for what the rules have raised (one of `RuleError`)."""
    if isinstance(error, IllegalAction):
        return RefusalError(422, "illegal", reason_view(error.reason))
    if isinstance(error, NotationError):
        return RefusalError(422, "unreadable", _reason(error, None))
    if isinstance(error, GameTypeError):
        return RefusalError(422, "game_type", _reason(error, None))
    if isinstance(error, RecordError):
        line = error.cause.line if isinstance(error.cause, DiagramError) else None
        return RefusalError(422, "record", _reason(error, error.reason.rule if error.reason else None), line)
    if isinstance(error, SetUpError):
        return RefusalError(422, "setup", _reason(error, error.rule))
    raise TypeError(f"no refusal for {error!r}")


def _reason(error: NotationError | GameTypeError | SetUpError | RecordError, rule: str | None) -> ReasonView:
    return ReasonView(rule=rule, kind=error.kind, text=translations(error))
