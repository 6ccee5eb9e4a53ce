"""What a record says of an action beside its comment: judgements (NAGs), scores, times, arrows, a review.

PGN writes judgements as numbers, `$1`, or as signs, `!`; all else stands as commands in a comment:
`[%eval 1.25,9]`, `[%eval #-3]`, `[%clk 0:04:55.5]`, `[%emt 0:00:12]`, `[%cal G0:0>1:-1]`, `[%csl R2:0]`, and
of a review `[%judged 0.523,0.912,mistake,turning]` with `[%better 1.25 0.71 wA1 -wQ;bS1 bQ-]`. SGF has signs
for the first six judgements only, and the others as `[%nag 14]`. Where somebody's own words look like a
command, a backslash before the percent sign says that they are none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal, cast, get_args

from ruche.rules.facts.hexes import Hex

Mark = Literal["inaccuracy", "mistake", "blunder"]  # of an action, by a review
# The signs that are written behind an action, and their numbers.
NAGS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
NAMES = "eval|clk|emt|cal|csl|judged|better|nag"
COMMAND = re.compile(rf"\[%({NAMES})\s+([^\]]*)\]")
LOOKS_LIKE_ONE = re.compile(rf"\[(\\*)%(?={NAMES})")
ESCAPED = re.compile(rf"\[\\(\\*%)(?={NAMES})")
NAG = re.compile(r"\d{1,3}")
TIME = re.compile(r"(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)")
SCORE = re.compile(r"(?:#([+-]?\d+)|([+-]?\d+(?:\.\d+)?))(?:,(\d+))?")
ARROW = re.compile(r"([A-Z])(-?\d+):(-?\d+)(?:>(-?\d+):(-?\d+))?")
SHARE = r"(0(?:\.\d+)?|1(?:\.0+)?)"
JUDGED = re.compile(rf"{SHARE}(?:,{SHARE})?(?:,({'|'.join(get_args(Mark))}))?(,turning)?")
BETTER = re.compile(rf"(\S+) {SHARE} (.+)")


@dataclass(frozen=True)
class Evaluation:
    """What a position was thought to be worth: points for white, or in how many actions a side wins.

    `wins_in` is negative where black wins; `depth` says how far the search went.
    """

    points: float | None = None
    wins_in: int | None = None
    depth: int | None = None

    def __str__(self) -> str:
        score = f"#{self.wins_in}" if self.wins_in is not None else f"{self.points or 0:.2f}"
        return score if self.depth is None else f"{score},{self.depth}"

    @classmethod
    def read(cls, text: str) -> Evaluation | None:
        """Read what `str` gives; None if it is something else."""
        score = SCORE.fullmatch(text)
        if score is None:
            return None
        return cls(
            None if score[2] is None else float(score[2]),
            None if score[1] is None else int(score[1]),
            None if score[3] is None else int(score[3]),
        )


@dataclass(frozen=True)
class BetterLine:
    """What a review would have played instead: its worth, White's share of the points then, the actions."""

    evaluation: Evaluation
    chance: float
    actions: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.evaluation} {_write_share(self.chance)} {';'.join(self.actions)}"


@dataclass(frozen=True)
class Judgement:
    """What a review says of an action: White's share of the points after it, how good it was, its mark."""

    chance: float
    accuracy: float | None = None  # None where nothing was judged
    mark: Mark | None = None
    turning: bool = False  # whether a lead was lost or given
    better: BetterLine | None = None

    def __str__(self) -> str:
        shares = [_write_share(share) for share in (self.chance, self.accuracy) if share is not None]
        return ",".join(
            [*shares, *([self.mark] if self.mark else []), *(["turning"] if self.turning else [])]
        )


class ArrowColour(StrEnum):
    """The colours of arrows; their first letters stand in records."""

    GREEN = "green"
    RED = "red"
    YELLOW = "yellow"
    BLUE = "blue"


@dataclass(frozen=True)
class Arrow:
    """An arrow from hex to hex; a hex alone is marked."""

    start: Hex
    end: Hex
    colour: ArrowColour = ArrowColour.GREEN

    def __str__(self) -> str:
        end = f">{self.end.q}:{self.end.r}" if self.end != self.start else ""
        return f"{self.colour[0].upper()}{self.start.q}:{self.start.r}{end}"


class Annotations:
    """What is said of one action; the base of a record's nodes.

    `nags` are the numbers of judgements, `clock` what the player has left after the action and `elapsed` what
    it took, in seconds.
    """

    __slots__ = ("arrows", "clock", "comment", "elapsed", "evaluation", "judgement", "nags")

    def __init__(self) -> None:
        self.comment = ""
        self.nags: list[int] = []
        self.evaluation: Evaluation | None = None
        self.judgement: Judgement | None = None
        self.clock: float | None = None
        self.elapsed: float | None = None
        self.arrows: list[Arrow] = []

    def add_comment(self, text: str) -> None:
        """Add a comment, taking the commands out of it; one that cannot be read stays as it is."""
        if "[" in text:
            text = ESCAPED.sub(r"[\1", COMMAND.sub(self._take, text))
        text = text.strip()
        if text:
            self.comment = f"{self.comment}\n{text}" if self.comment else text

    def _take(self, command: re.Match[str]) -> str:
        name, value = command[1], command[2].strip()
        match name:
            case "clk" | "emt":
                seconds = _read_time(value)
                if seconds is None:
                    return command[0]
                if name == "clk":
                    self.clock = seconds
                else:
                    self.elapsed = seconds
            case "eval":
                evaluation = Evaluation.read(value)
                if evaluation is None:
                    return command[0]
                self.evaluation = evaluation
            case "nag":
                nags = value.split(",")
                if not all(NAG.fullmatch(nag) for nag in nags):
                    return command[0]
                self.nags += map(int, nags)
            case "judged" | "better":
                judgement = _read_judged(value) if name == "judged" else self._with_better(value)
                if judgement is None:
                    return command[0]
                self.judgement = judgement
            case _:
                arrows = _read_arrows(value)
                if arrows is None:
                    return command[0]
                self.arrows += arrows
        return ""

    def _with_better(self, text: str) -> Judgement | None:
        """Return the judgement with a better line, which stands after it; None if that cannot be read."""
        found = BETTER.fullmatch(text)
        evaluation = None if found is None else Evaluation.read(found[1])
        if found is None or evaluation is None or self.judgement is None:
            return None
        actions = tuple(action.strip() for action in found[3].split(";"))
        return replace(self.judgement, better=BetterLine(evaluation, float(found[2]), actions))

    def text(self) -> str:
        """Return the comment as it stands in a record: what only looks like a command is escaped."""
        return LOOKS_LIKE_ONE.sub(r"[\1\\%", self.comment)

    def commands(self) -> list[str]:
        """Return all but the comment and the judgements as PGN's commands."""
        found = [] if self.evaluation is None else [f"[%eval {self.evaluation}]"]
        if self.judgement is not None:
            better = self.judgement.better
            found += [f"[%judged {self.judgement}]", *([] if better is None else [f"[%better {better}]"])]
        found += [] if self.clock is None else [f"[%clk {_write_time(self.clock)}]"]
        found += [] if self.elapsed is None else [f"[%emt {_write_time(self.elapsed)}]"]
        for name, alone in (("cal", False), ("csl", True)):
            drawn = ",".join(str(arrow) for arrow in self.arrows if (arrow.start == arrow.end) == alone)
            found += [f"[%{name} {drawn}]"] if drawn else []
        return found


def write_nags(nags: list[int]) -> str:
    """Return judgements as a command, for a format that has no signs for them."""
    return f"[%nag {','.join(map(str, nags))}]"


def _write_share(share: float) -> str:
    return f"{share:.3f}"


def _read_judged(text: str) -> Judgement | None:
    found = JUDGED.fullmatch(text)
    if found is None:
        return None
    accuracy = None if found[2] is None else float(found[2])
    mark = cast(Mark | None, found[3])
    return Judgement(float(found[1]), accuracy, mark, found[4] is not None)


def _read_time(text: str) -> float | None:
    found = TIME.fullmatch(text)
    if found is None:
        return None
    return round(3600 * int(found[1] or 0) + 60 * int(found[2]) + float(found[3]), 3)


def _write_time(seconds: float) -> str:
    whole, thousandths = divmod(round(seconds * 1000), 1000)
    fraction = f".{thousandths:03}".rstrip("0") if thousandths else ""
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}{fraction}"


def _read_arrows(text: str) -> list[Arrow] | None:
    colours = {colour[0].upper(): colour for colour in ArrowColour}
    arrows = []
    for part in text.split(","):
        found = ARROW.fullmatch(part.strip())
        if found is None or found[1] not in colours:
            return None
        start = Hex(int(found[2]), int(found[3]))
        end = start if found[4] is None else Hex(int(found[4]), int(found[5]))
        arrows.append(Arrow(start, end, colours[found[1]]))
    return arrows
