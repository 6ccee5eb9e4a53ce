"""Positions drawn as text diagrams (see docs/diagrams.md), for tests."""

from ruche import Position
from ruche.notation.claims import check
from ruche.notation.diagram import read_diagram


def holds(text: str) -> Position:
    """Check all that a diagram claims; return its position."""
    diagram = read_diagram(text)
    found = check(diagram)
    assert diagram.claims, "a diagram that claims nothing tests nothing"
    assert not found, "\n".join([text, *found])
    return diagram.position


def drawn(text: str) -> Position:
    """Return the position of a diagram."""
    return read_diagram(text).position


def kinds(position: Position, kind: str) -> set[str]:
    """The legal actions of a kind, as they are written."""
    return {str(action) for action in position.legal_actions() if action.kind == kind}
