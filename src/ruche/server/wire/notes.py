"""What is said of a position: comments, scores, times, drawn arrows, the verdict of a review."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from ruche.notation.annotations import Annotations, Arrow, ArrowColour, BetterLine, Evaluation, Judgement
from ruche.rules.facts.hexes import Hex
from ruche.server.wire.messages import ActionText, Coordinate, ResponseBody

MOST_ARROWS = 64
MOST_NAGS = 16
LONGEST_COMMENT = 10_000
LONGEST_LINE = 60
Share = Annotated[float, Meta(ge=0, le=1)]
Points = Annotated[float, Meta(ge=-1000, le=1000)]
ActionsToWin = Annotated[int, Meta(ge=-1000, le=1000)]
Seconds = Annotated[float, Meta(ge=0, le=100_000_000)]
Spot = tuple[Coordinate, Coordinate]


class DrawnArrow(ResponseBody):
    """An arrow from hex to hex; where both are the same, the hex is marked."""

    start: Spot = field(name="from")
    end: Spot = field(name="to")
    colour: Literal["green", "red", "yellow", "blue"]


class JudgedLine(ResponseBody, omit_defaults=True):
    """What a review would have played instead; worth `points` for White, or a win, and White's share then."""

    chance: Share
    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=LONGEST_LINE)]
    points: Points | None = None
    wins_in: ActionsToWin | None = None


class JudgementView(ResponseBody, omit_defaults=True):
    """What a review says of an action: White's share of the points after it, how good it was, its mark."""

    chance: Share
    accuracy: Share | None = None
    mark: Literal["inaccuracy", "mistake", "blunder"] | None = None
    turning: bool = False
    better: JudgedLine | None = None


class Notes(ResponseBody, omit_defaults=True):
    """What is said of a position and of the action that led there; what is not said is left out.

    `points` is White's score, `wins_in` says in how many of its actions a side wins, below 0 for Black;
    `clock` is what a player had left after the action and `elapsed` what it took, in seconds.
    """

    comment: Annotated[str, Meta(max_length=LONGEST_COMMENT)] | None = None
    nags: Annotated[list[Annotated[int, Meta(ge=0, le=255)]], Meta(max_length=MOST_NAGS)] = []
    points: Points | None = None
    wins_in: ActionsToWin | None = None
    depth: Annotated[int, Meta(ge=0, le=1000)] | None = None
    clock: Seconds | None = None
    elapsed: Seconds | None = None
    arrows: Annotated[list[DrawnArrow], Meta(max_length=MOST_ARROWS)] = []
    judgement: JudgementView | None = None


def notes_of(said: Annotations) -> Notes:
    """Return what a record says of an action, as it is sent."""
    score = said.evaluation or Evaluation()
    return Notes(
        comment=said.comment or None,
        nags=said.nags[:MOST_NAGS],
        points=score.points,
        wins_in=score.wins_in,
        depth=score.depth,
        clock=said.clock,
        elapsed=said.elapsed,
        arrows=[
            DrawnArrow(start=(one.start.q, one.start.r), end=(one.end.q, one.end.r), colour=one.colour.value)
            for one in said.arrows[:MOST_ARROWS]
        ],
        judgement=None if said.judgement is None else _judgement_view(said.judgement),
    )


def _judgement_view(judged: Judgement) -> JudgementView:
    return JudgementView(
        chance=judged.chance,
        accuracy=judged.accuracy,
        mark=judged.mark,
        turning=judged.turning,
        better=None if judged.better is None else _judged_line(judged.better),
    )


def _judged_line(line: BetterLine) -> JudgedLine:
    return JudgedLine(
        chance=line.chance,
        actions=list(line.actions)[:LONGEST_LINE],
        points=line.evaluation.points,
        wins_in=line.evaluation.wins_in,
    )


def annotate(said: Annotations, notes: Notes) -> None:
    """Write into a record what is said of an action."""
    said.comment = notes.comment or ""
    said.nags = list(notes.nags)
    if notes.points is not None or notes.wins_in is not None:
        said.evaluation = Evaluation(notes.points, notes.wins_in, notes.depth)
    said.clock, said.elapsed = notes.clock, notes.elapsed
    said.arrows = [Arrow(Hex(*one.start), Hex(*one.end), ArrowColour(one.colour)) for one in notes.arrows]
    judged = notes.judgement
    if judged is not None:
        said.judgement = Judgement(
            judged.chance, judged.accuracy, judged.mark, judged.turning, _better_line(judged.better)
        )


def _better_line(line: JudgedLine | None) -> BetterLine | None:
    if line is None:
        return None
    return BetterLine(Evaluation(line.points, line.wins_in), line.chance, tuple(line.actions))
