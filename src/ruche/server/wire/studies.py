"""Studies as they are sent, and how they become what is stored."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, convert

from ruche.server.store import events as stored
from ruche.server.studies.document import (
    StoredArrow,
    StoredChapter,
    StoredJudgement,
    StoredLine,
    StoredNode,
    StoredNotes,
    StoredScore,
    StoredStudy,
)
from ruche.server.wire import messages
from ruche.server.wire.messages import (
    END,
    LaidEvent,
    LaidStack,
    RequestBody,
    RequestId,
    ResponseBody,
    Sequence,
)
from ruche.server.wire.notes import DrawnArrow, JudgedLine, JudgementView, Notes
from ruche.server.wire.records import RecordNode, RecordView
from ruche.server.wire.refusals import refuse, refuse_malformed

MOST_BYTES = 2 * 1024 * 1024  # of a study on its way
MOST_CHAPTERS = 300
MOST_NODES = 20_000  # of a study
MOST_CHAPTER_NODES = 5_000
LONGEST_TITLE = 200
TitleText = Annotated[str, Meta(max_length=LONGEST_TITLE)]
ChapterId = Annotated[str, Meta(pattern=f"^[A-Za-z0-9_-]{{1,16}}{END}")]
Rights = Literal["maker", "editor", "reader"]


class Chapter(RecordView, kw_only=True):
    """A chapter of a study: a record with a title. Its id stays the same as long as it is there."""

    id: ChapterId
    title: TitleText = ""


class StudyDocument(ResponseBody):
    """What a study holds."""

    title: TitleText
    chapters: Annotated[list[Chapter], Meta(min_length=1, max_length=MOST_CHAPTERS)]


class SaveStudyRequest(RequestBody):
    """A study to be kept, and the versions that its writer has seen: it takes their place.

    Sent again with the same id it is done once.
    """

    request: RequestId
    study: StudyDocument
    bases: Annotated[list[Sequence], Meta(max_length=64)] = []


class SaveStudyResponse(ResponseBody):
    """Kept: `versions` stand beside each other, more than one if others have written too."""

    versions: list[int]


class StudyVersionView(ResponseBody):
    """A version of a study that nothing has taken the place of, and when it was written."""

    number: int
    at: float
    study: StudyDocument


class StudyResponse(ResponseBody):
    """A study: what its visitor may do, and its versions, the newest last."""

    id: str
    rights: Rights
    versions: list[StudyVersionView]


class StudyRowView(ResponseBody):
    """A study in the list of its maker; `versions` is how many stand beside each other."""

    id: str
    title: str
    chapters: int
    nodes: int
    made: float
    changed: float
    versions: int


class ShareStudyRequest(RequestBody):
    """With `renew`, links that were given before let nobody write any more."""

    renew: bool = False


class ShareStudyResponse(ResponseBody):
    """What lets others write: to be put behind `#edit=` in the link of the study."""

    token: str


class DeleteStudyRequest(RequestBody):
    """Nothing more is to be said."""


# -- to what is stored -------------------------------------------------------------------------------


def stored_study(sent: StudyDocument) -> StoredStudy:
    """Return a study as it is stored; refuses one that is too large or whose nodes do not make a tree."""
    if sum(len(chapter.nodes) for chapter in sent.chapters) > MOST_NODES:
        raise refuse("study_too_large", most=MOST_NODES)
    if len({chapter.id for chapter in sent.chapters}) < len(sent.chapters):
        raise refuse_malformed("twice", field="chapters.id")
    return StoredStudy(title=sent.title, chapters=[_stored_chapter(chapter) for chapter in sent.chapters])


def _stored_chapter(chapter: Chapter) -> StoredChapter:
    if len(chapter.nodes) > MOST_CHAPTER_NODES:
        raise refuse("study_too_large", most=MOST_CHAPTER_NODES)
    for place, node in enumerate(chapter.nodes):
        if node.parent >= place:
            raise refuse_malformed("spelling", field=f"nodes[{place}].parent")
    return StoredChapter(
        id=chapter.id,
        title=chapter.title,
        type=chapter.type,
        options=convert(chapter.options, stored.Options, from_attributes=True),
        set_up=convert(chapter.setup, stored.SetUp | None, from_attributes=True),
        tags=chapter.tags,
        outcome=None if chapter.outcome is None else (chapter.outcome.winner, chapter.outcome.why),
        start=_stored_notes(chapter.start),
        nodes=[
            StoredNode(action=node.action, parent=node.parent, notes=_stored_notes(node))
            for node in chapter.nodes
        ],
    )


def _stored_notes(notes: Notes) -> StoredNotes | None:
    has_score = notes.points is not None or notes.wins_in is not None
    found = StoredNotes(
        comment=notes.comment or "",
        nags=notes.nags,
        score=StoredScore(points=notes.points, wins_in=notes.wins_in, depth=notes.depth)
        if has_score
        else None,
        clock=notes.clock,
        elapsed=notes.elapsed,
        arrows=[StoredArrow(*arrow.start, *arrow.end, arrow.colour) for arrow in notes.arrows],
        judgement=None if notes.judgement is None else _stored_judgement(notes.judgement),
    )
    return None if found == StoredNotes() else found


def _stored_judgement(judged: JudgementView) -> StoredJudgement:
    better = None
    if judged.better is not None:
        score = StoredScore(points=judged.better.points, wins_in=judged.better.wins_in)
        better = StoredLine(score=score, chance=judged.better.chance, actions=judged.better.actions)
    return StoredJudgement(
        chance=judged.chance,
        accuracy=judged.accuracy,
        mark=judged.mark,
        turning=judged.turning,
        better=better,
    )


# -- from what is stored -----------------------------------------------------------------------------


def study_document(study: StoredStudy) -> StudyDocument:
    """Return a stored study as it is sent."""
    return StudyDocument(title=study.title, chapters=[_chapter(chapter) for chapter in study.chapters])


def _chapter(chapter: StoredChapter) -> Chapter:
    outcome = chapter.outcome
    return Chapter(
        id=chapter.id,
        title=chapter.title,
        type=chapter.type,
        options=convert(chapter.options, messages.Options, from_attributes=True),
        setup=None if chapter.set_up is None else _set_up(chapter.set_up),
        tags=chapter.tags,
        outcome=None if outcome is None else messages.OutcomeView(winner=outcome[0], why=outcome[1]),
        start=Notes(**_notes(chapter.start)),
        nodes=[
            RecordNode(action=node.action, parent=node.parent, **_notes(node.notes)) for node in chapter.nodes
        ],
    )


def _set_up(kept: stored.SetUp) -> messages.SetUp:
    return messages.SetUp(
        stacks=[LaidStack(q=stack.q, r=stack.r, pieces=stack.pieces) for stack in kept.stacks],
        colour=kept.colour,
        turn=kept.turn,
        hands=kept.hands,
        removed=kept.removed,
        honeycombo=kept.honeycombo,
        double=kept.double,
        last=[LaidEvent(kind=event.kind, at=event.at, start=event.start) for event in kept.last],
    )


def _notes(notes: StoredNotes | None) -> dict[str, Any]:
    if notes is None:
        return {}
    score = notes.score or StoredScore()
    return {
        "comment": notes.comment or None,
        "nags": notes.nags,
        "points": score.points,
        "wins_in": score.wins_in,
        "depth": score.depth,
        "clock": notes.clock,
        "elapsed": notes.elapsed,
        "arrows": [
            DrawnArrow(start=(arrow.q1, arrow.r1), end=(arrow.q2, arrow.r2), colour=arrow.colour)
            for arrow in notes.arrows
        ],
        "judgement": None if notes.judgement is None else _judgement(notes.judgement),
    }


def _judgement(kept: StoredJudgement) -> JudgementView:
    better = None
    if kept.better is not None:
        score = kept.better.score
        better = JudgedLine(
            chance=kept.better.chance,
            actions=kept.better.actions,
            points=score.points,
            wins_in=score.wins_in,
        )
    return JudgementView(
        chance=kept.chance,
        accuracy=kept.accuracy,
        mark=kept.mark,
        turning=kept.turning,
        better=better,
    )
