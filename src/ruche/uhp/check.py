"""The conformance check: it runs our own suite on any UHP engine and reports failures.

The checks are functions in `check_protocol` and `check_rules`; positions and dialogues are data, `cases.toml`
and `dialogues.toml`; titles are in the catalogue. What an engine must do is graded `must`; what makes it fit
for every viewer and record, `should`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations

from ruche import words
from ruche.rules.facts.game_type import EXTRAS
from ruche.uhp.answers import EXPANSIONS
from ruche.uhp.client import EngineError, UhpEngine

PLAIN = tuple("".join(some) for n in range(len(EXTRAS) + 1) for some in combinations(EXTRAS, n))


class Failure(Exception):
    """An engine did not do what was expected."""

    def __init__(self, expected: str, found: str) -> None:
        self.expected = expected
        self.found = found
        super().__init__(f"expected {expected}; found {found}")


class Skipped(Exception):
    """A check that does not apply to an engine or a system."""


@dataclass(frozen=True)
class CheckResult:
    """How a check went: passed, failed or skipped, and what was found."""

    name: str
    area: str
    grade: str  # must or should
    title: str
    result: str
    expected: str = ""
    found: str = ""
    seconds: float = 0.0

    @property
    def failed(self) -> bool:
        """Whether the engine did not do what was expected."""
        return self.result == "failed"

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True)
class Check:
    """One requirement for engines."""

    name: str
    area: str
    grade: str
    run: Callable[[Bench], None]
    needs: str = ""  # letters of the expansion pieces without which it makes no sense

    @property
    def title_key(self) -> str:
        """The key of its title, which checks with numbers and those of each game type share."""
        return "uhp_title." + re.sub(r"-(\d+|base.*)$", "", self.name)

    def title(self, language: str) -> str:
        """Say what is checked."""
        return words.say(self.title_key, language, type=f"Base+{self.needs}" if self.needs else "Base")


class Bench:
    """An engine under test: running, restarted if it died, with what the checks ask of it."""

    def __init__(self, command: str | Sequence[str], answer_seconds: float) -> None:
        self.command = command
        self.answer_seconds = answer_seconds
        self.engine = UhpEngine(command, answer_seconds=answer_seconds)

    @property
    def letters(self) -> str:
        """The expansion pieces that the engine says it knows."""
        self.ready()
        return "".join(EXPANSIONS[name] for name in EXPANSIONS if name in self.engine.expansions)

    @property
    def game_types(self) -> list[str]:
        """The plain game types that the engine should know."""
        letters = self.letters
        return [f"Base+{plus}" if plus else "Base" for plus in PLAIN if set(plus) <= set(letters)]

    def ready(self) -> UhpEngine:
        """Return the engine, running."""
        if not self.engine.alive:
            self.engine.close()
            self.engine = UhpEngine(self.command, answer_seconds=self.answer_seconds)
            self.engine.start()
        return self.engine

    def fresh(self) -> UhpEngine:
        """Return an engine that has just been started."""
        self.engine.close()
        return self.ready()

    def ask(self, line: str, seconds: float | None = None) -> list[str]:
        """Return the answer to a command, whatever it is."""
        return self.ready().exchange(line, seconds)

    def one(self, line: str) -> str:
        """Return the answer to a command, which must have one line."""
        lines = self.ask(line)
        if len(lines) != 1:
            raise Failure(f"one line and ok after '{short(line)}'", quote(lines))
        return lines[0]

    def good(self, line: str) -> str:
        """Return the one line that answers a command that must not be refused."""
        answer = self.one(line)
        if answer.startswith(("err", "invalidmove")):
            raise Failure(f"'{short(line)}' to be accepted", answer)
        return answer

    def expect(self, line: str, expected: str) -> None:
        """Expect an answer of the engine; `...` at its end stands for whatever follows."""
        answer, begin = self.one(line), expected.removesuffix("...")
        if answer != expected and (begin == expected or not answer.startswith(begin)):
            raise Failure(short(expected), short(answer))

    def refused(self, line: str, *kinds: str) -> None:
        """Expect the engine to refuse a command with one of some words, then `ok`."""
        lines = self.ask(line)
        if not {text.split(" ")[0] for text in lines} & set(kinds):
            raise Failure(f"'{short(line)}' to be refused with {' or '.join(kinds)}", quote(lines))

    def moves(self) -> list[str]:
        """Return the moves that the engine lists."""
        return self.good("validmoves").split(";")

    def close(self) -> None:
        self.engine.close()


def short(text: str) -> str:
    """Return a text that fits a line."""
    return text if len(text) <= 70 else f"{text[:40]}...{text[-27:]}"


def quote(lines: Sequence[str]) -> str:
    return short(" / ".join(lines)) if lines else "nothing"


def all_checks() -> list[Check]:
    """Return every check, in the order in which they are run."""
    from ruche.uhp.check_protocol import PROTOCOL, dialogues
    from ruche.uhp.check_rules import rules

    return [*dialogues(), *PROTOCOL, *rules()]


def run(
    command: str | Sequence[str],
    *,
    only: Sequence[str] = (),
    answer_seconds: float = 20.0,
    language: str = "en",
) -> Iterator[CheckResult]:
    """Check an engine; give each result as it comes. `only` chooses areas or names of checks."""
    bench = Bench(command, answer_seconds)
    try:
        letters = bench.letters
        for check in all_checks():
            if not only or check.area in only or check.name in only:
                yield try_check(check, bench, letters, language)
    finally:
        bench.close()


def try_check(check: Check, bench: Bench, letters: str, language: str) -> CheckResult:
    began = time.perf_counter()
    result, expected, found = "passed", "", ""
    try:
        if not set(check.needs) <= set(letters):
            raise Skipped(f"the engine does not know {check.needs}")
        check.run(bench)
    except Skipped as reason:
        result, found = "skipped", str(reason)
    except Failure as failure:
        result, expected, found = "failed", failure.expected, failure.found
    except EngineError as error:
        result, expected, found = "failed", "an answer", str(error)
        bench.engine.close()
    seconds = time.perf_counter() - began
    title = check.title(language)
    return CheckResult(check.name, check.area, check.grade, title, result, expected, found, seconds)
