"""Records of matches, as text."""

from __future__ import annotations

from ruche.server.match import Match
from ruche.server.refusals import refuse


def record_of(match: Match, form: str) -> str:
    """Return a match's record in a format."""
    if form != "gamestring":
        raise refuse("bad_request", detail=f"format={form[:40]}")
    actions = [step.text for step in match.course.steps]
    return ";".join([str(match.position.game_type), match.state, match.position.turn, *actions]) + "\n"
