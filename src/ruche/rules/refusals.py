"""Why an action is refused."""

from __future__ import annotations

from ruche.rules.action import Action
from ruche.rules.position import Position
from ruche.rules.reasons import Reason


def why_not(position: Position, action: Action) -> Reason | None:
    """Return the first rule that an action breaks, or None if it is legal."""
    if position.lists(action.code):
        return None
    return Reason("not_listed", "T6")
