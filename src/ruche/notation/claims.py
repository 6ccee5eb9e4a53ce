"""What a diagram claims, and whether it is true: documentation that tests itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ruche.notation.diagram import Claim, Diagram, DiagramError, read_diagram
from ruche.notation.diagram_drawing import draw_diagram
from ruche.rules.action import DESTINATIONS, Action
from ruche.rules.facts.hexes import Hex
from ruche.rules.position import Position

FENCE = re.compile(r"^```hive[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(markdown: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of every diagram in a Markdown page: the blocks fenced with `hive`."""
    for match in FENCE.finditer(markdown):
        yield markdown.count("\n", 0, match.start()) + 2, match[1]


def problems(text: str) -> list[str]:
    """Return the claims of a diagram that are false; the list is empty if all are true."""
    return check(read_diagram(text))


def check(diagram: Diagram) -> list[str]:
    """Return which claims of a diagram are not true, each in a sentence for its author."""
    found: list[str] = []
    if diagram.stars and not any(claim.key == "stars" for claim in diagram.claims):
        raise DiagramError("stars_of_nobody", 1)
    for claim in diagram.claims:
        verdict = CHECKS.get(claim.key, _check_kind)(diagram, claim)
        found += [f"line {claim.line}, {claim.key}: {problem}" for problem in verdict]
    return found


def _check_stars(diagram: Diagram, claim: Claim) -> list[str]:
    names = set(claim.text.split())
    for name in names:
        if name not in diagram.position.game_type.by_name:
            raise DiagramError("stars_of_whom", claim.line, name=name, type=diagram.position.game_type)
    reached = {
        action.to
        for action in diagram.position.legal_actions()
        if action.kind in ("move", "place") and str(action.piece) in names and action.to is not None
    }
    found = [
        f"{_near(diagram.position, place)} is barred, but may be entered"
        for place in diagram.barred & reached
    ]
    if reached != diagram.stars:
        stars = " ".join(_near(diagram.position, place) for place in sorted(reached - diagram.stars))
        extra = " ".join(_near(diagram.position, place) for place in sorted(diagram.stars - reached))
        drawn = draw_diagram(diagram.position, stars=reached)
        found.append(f"stars missing: {stars or 'none'}; wrong: {extra or 'none'}; it should be\n{drawn}")
    return found


def _near(position: Position, place: Hex) -> str:
    """Name a hex by what lies there or beside it."""
    stacks = position.stacks
    if place in stacks:
        return str(stacks[place][-1])
    for direction, sign in enumerate(DESTINATIONS[:6]):
        if place.neighbour(direction) in stacks:
            return sign.format(stacks[place.neighbour(direction)][-1])
    return f"({place.q}, {place.r})"


def _texts(claim: Claim) -> list[str]:
    return [text.strip() for text in claim.text.split(";") if text.strip() and text.strip() != "none"]


def _compare(position: Position, claim: Claim, legal: list[Action]) -> list[str]:
    claimed = {str(position.parse(text, legal=False)) for text in _texts(claim)}
    actual = {str(action) for action in legal}
    found = []
    if actual - claimed:
        found.append(f"also legal: {'; '.join(sorted(actual - claimed))}")
    if claimed - actual:
        found.append(f"not legal: {'; '.join(sorted(claimed - actual))}")
    return found


def _check_actions(diagram: Diagram, claim: Claim) -> list[str]:
    return _compare(diagram.position, claim, diagram.position.legal_actions())


def _check_kind(diagram: Diagram, claim: Claim) -> list[str]:
    legal = [action for action in diagram.position.legal_actions() if action.kind == claim.key]
    return _compare(diagram.position, claim, legal)


def _check_legal(diagram: Diagram, claim: Claim) -> list[str]:
    found = []
    for text in _texts(claim):
        reason = diagram.position.why_not(text)
        if reason is not None:
            found.append(f"{text} is refused: {reason.say('en')} ({reason.rule})")
    return found


def _check_refused(diagram: Diagram, claim: Claim) -> list[str]:
    found = []
    for item in _texts(claim):
        text, _, rule = item.rpartition(" ")
        reason = diagram.position.why_not(text)
        if reason is None:
            found.append(f"{text} is legal")
        elif reason.rule != rule.strip("()"):
            found.append(f"{text} is refused by {reason.rule}, not by {rule}: {reason.say('en')}")
    return found


def _check_state(diagram: Diagram, claim: Claim) -> list[str]:
    outcome = diagram.position.outcome
    state = " ".join([diagram.position.state, *([outcome.why] if outcome else [])])
    wanted = claim.text.split()
    return [] if state.split()[: len(wanted)] == wanted and wanted else [f"it is {state}"]


CHECKS: dict[str, Callable[[Diagram, Claim], list[str]]] = {
    "stars": _check_stars,
    "actions": _check_actions,
    "legal": _check_legal,
    "refused": _check_refused,
    "state": _check_state,
}
