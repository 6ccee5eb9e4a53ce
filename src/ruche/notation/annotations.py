"""What a record says of an action beside its comment: judgements (NAGs), scores, times and arrows.

PGN writes judgements as numbers, `$1`, or as signs, `!`; all else stands as commands in a comment:
`[%eval 1.25,9]`, `[%eval #-3]`, `[%clk 0:04:55.5]`, `[%emt 0:00:12]`, `[%cal G0:0>1:-1]`, `[%csl R2:0]`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from ruche.rules.facts.hexes import Hex

# The signs that are written behind an action, and their numbers.
NAGS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
COMMAND = re.compile(r"\[%(eval|clk|emt|cal|csl)\s+([^\]]*)\]")
TIME = re.compile(r"(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)")
SCORE = re.compile(r"(?:#([+-]?\d+)|([+-]?\d+(?:\.\d+)?))(?:,(\d+))?")
ARROW = re.compile(r"([A-Z])(-?\d+):(-?\d+)(?:>(-?\d+):(-?\d+))?")


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

    __slots__ = ("arrows", "clock", "comment", "elapsed", "evaluation", "nags")

    def __init__(self) -> None:
        self.comment = ""
        self.nags: list[int] = []
        self.evaluation: Evaluation | None = None
        self.clock: float | None = None
        self.elapsed: float | None = None
        self.arrows: list[Arrow] = []

    def add_comment(self, text: str) -> None:
        """Add a comment, taking the commands out of it; one that cannot be read stays as it is."""
        text = COMMAND.sub(self._take, text).strip() if "[%" in text else text.strip()
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
                score = SCORE.fullmatch(value)
                if score is None:
                    return command[0]
                self.evaluation = Evaluation(
                    None if score[2] is None else float(score[2]),
                    None if score[1] is None else int(score[1]),
                    None if score[3] is None else int(score[3]),
                )
            case _:
                arrows = _read_arrows(value)
                if arrows is None:
                    return command[0]
                self.arrows += arrows
        return ""

    def commands(self) -> list[str]:
        """Return all but the comment and the judgements as PGN's commands."""
        found = [] if self.evaluation is None else [f"[%eval {self.evaluation}]"]
        found += [] if self.clock is None else [f"[%clk {_write_time(self.clock)}]"]
        found += [] if self.elapsed is None else [f"[%emt {_write_time(self.elapsed)}]"]
        for name, alone in (("cal", False), ("csl", True)):
            drawn = ",".join(str(arrow) for arrow in self.arrows if (arrow.start == arrow.end) == alone)
            found += [f"[%{name} {drawn}]"] if drawn else []
        return found


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
