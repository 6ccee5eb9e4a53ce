"""Studies over HTTP: analyses that are kept.

Whoever shows the token by which a study was made is its maker; the token of an editing link, which the maker
gives away, lets others write. Whoever knows the address may read.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from hashlib import blake2b
from typing import Annotated, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, ValidationError
from starlette.requests import Request
from starlette.responses import Response

from ruche.server.context import AppContext, bearer, context_of
from ruche.server.studies.document import UnreadableStudyError
from ruche.server.studies.store import (
    KeptStudy,
    SaveRequest,
    StudyText,
    StudyVersion,
    maker_of,
    text_of,
)
from ruche.server.wire.calls import Undecoded, call
from ruche.server.wire.http import RawResponse, decode, raw_response
from ruche.server.wire.messages import END, ResponseBody
from ruche.server.wire.refusals import RefusalError, refuse, refuse_malformed
from ruche.server.wire.studies import (
    MOST_BYTES,
    DeleteStudyRequest,
    Rights,
    SaveStudyRequest,
    SaveStudyResponse,
    ShareStudyRequest,
    ShareStudyResponse,
    StudyResponse,
    StudyRowView,
    StudyVersionView,
    stored_study,
    study_document,
)

StudyId = Annotated[str, Meta(pattern=f"^[2-9a-hjkmnp-tv-z]{{12}}{END}")]
SMALL = 64 * 1024  # bytes of a study that are read and written here: larger ones take some milliseconds
T = TypeVar("T")
LEAST_TOKEN = 22  # characters: 128 random bits


class DeletedResponse(ResponseBody):
    """The answer when a study has been deleted."""


def shown_token(request: Request) -> str | None:
    """Return the token that a request shows, if it can be one."""
    token = bearer(request)
    return token if token and len(token) >= LEAST_TOKEN else None


def rights_of(context: AppContext, study: KeptStudy, token: str | None) -> Rights:
    """Tell what somebody who shows a token may do."""
    if token is None:
        return "reader"
    if hmac.compare_digest(maker_of(token), study.maker):
        return "maker"
    editing = context.registry.seats.study_token(study.id, study.generation)
    return "editor" if hmac.compare_digest(editing.encode(), token.encode()) else "reader"


async def found(request: Request) -> tuple[AppContext, KeptStudy, Rights]:
    """Return the study that a request is about, and what its sender may do."""
    context = context_of(request)
    study = await context.studies.get(request.path_params["id"])
    if study is None:
        raise refuse("no_study")
    return context, study, rights_of(context, study, shown_token(request))


async def made(request: Request) -> tuple[AppContext, KeptStudy]:
    """Return the study that a request is about, whose maker has to be its sender."""
    context, study, rights = await found(request)
    if rights != "maker":
        raise refuse("not_your_study")
    return context, study


@call("GET", "/api/studies", uses_study=True)
async def listing(request: Request) -> list[StudyRowView]:
    """List the studies made with the token that is shown, the last changed first."""
    token = shown_token(request)
    rows = await context_of(request).studies.listing(maker_of(token)) if token else []
    return msgspec.convert(rows, list[StudyRowView], from_attributes=True)


async def compute(context: AppContext, size: int, function: Callable[..., T], *arguments: object) -> T:
    """Have a worker do what would hold up the event loop; what is small is not worth the way."""
    if size <= SMALL:
        return function(*arguments)
    return await context.workers.compute(function, *arguments)


@call(
    "GET",
    "/api/studies/{id}",
    uses_study=True,
    refuses=(404, 503),
    cost=5,
    gives=StudyResponse,
)
async def look(request: Request) -> Response:
    """Show a study: all versions that stand beside each other."""
    context, study, rights = await found(request)
    size = sum(len(version.text) for version in study.versions)
    return (await compute(context, size, shown, study.id, rights, study.versions)).response()


def shown(study: str, rights: Rights, versions: list[StudyVersion]) -> RawResponse:
    """Return a study as it is sent."""
    try:
        views = [
            StudyVersionView(number=one.number, at=one.at, study=study_document(one.study))
            for one in versions
        ]
    except UnreadableStudyError as error:
        raise refuse("study_unreadable", detail=str(error)) from None
    return raw_response(StudyResponse(id=study, rights=rights, versions=views), 200)


@call(
    "POST",
    "/api/studies/{id}/save",
    uses_study=True,
    refuses=(403, 404, 409, 422, 503),
    most_bytes=MOST_BYTES,
    cost=20,
)
async def save(request: Request, body: Undecoded[SaveStudyRequest]) -> SaveStudyResponse:
    """Keep a study, or make it under an id of 12 letters that its maker has drawn by lot.

    It takes the place of the versions that its writer has seen; what others have written meanwhile stays
    beside it.
    """
    context, token = context_of(request), shown_token(request)
    if token is None:
        raise refuse("not_your_study")
    maker: str | None = None
    try:
        _, _, rights = await found(request)
        if rights == "reader":
            raise refuse("not_your_study")
    except RefusalError as refusal:
        if refusal.error != "no_study":
            raise
        maker = maker_of(token)
        try:
            msgspec.convert(request.path_params["id"], StudyId)
        except ValidationError:
            raise refuse_malformed("spelling", field="id") from None
    asked = await compute(context, len(body.content), read_save, body.content)
    made_by = SaveRequest(
        id=request.path_params["id"],
        document=asked.document,
        bases=asked.bases,
        request=asked.request,
        digest=asked.digest,
        at=context.registry.time_source.now(),
    )
    return SaveStudyResponse(versions=await context.studies.save(made_by, maker))


class ReadSave(NamedTuple):
    """A save as it was asked for."""

    request: str
    digest: str
    bases: list[int]
    document: StudyText


def read_save(content: bytes) -> ReadSave:
    """Read what a save asks for."""
    body: SaveStudyRequest = decode(content, SaveStudyRequest)
    digest = blake2b(msgspec.json.encode([sorted(body.bases), body.study]), digest_size=12).hexdigest()
    return ReadSave(body.request, digest, body.bases, text_of(stored_study(body.study)))


@call("POST", "/api/studies/{id}/share", uses_study=True, refuses=(403, 404, 503))
async def share(request: Request, body: ShareStudyRequest) -> ShareStudyResponse:
    """Give the maker a token that lets others write."""
    context, study = await made(request)
    generation = await context.studies.renew(study.id) if body.renew else study.generation
    return ShareStudyResponse(token=context.registry.seats.study_token(study.id, generation))


@call("POST", "/api/studies/{id}/delete", uses_study=True, refuses=(403, 404, 503))
async def delete(request: Request, body: DeleteStudyRequest) -> DeletedResponse:
    """Delete one's own study with all its versions."""
    del body
    context, study = await made(request)
    await context.studies.delete(study.id)
    return DeletedResponse()
