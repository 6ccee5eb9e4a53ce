"""The course of a game as a picture: White's chance after each action, an SVG that stands alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH, HEIGHT, EDGE = 720, 240, 28
COLOURS = {"inaccuracy": "#d9a400", "mistake": "#e07000", "blunder": "#d01818"}


class GraphPoint(NamedTuple):
    """One action: White's chance after it, 0 to 1, its label, and its mark if it was a mistake."""

    chance: float
    label: str
    mark: str | None


def draw_graph(actions: Sequence[GraphPoint], title: str) -> str:
    """Return the SVG picture of a reviewed game."""
    step = (WIDTH - 2 * EDGE) / max(1, len(actions))
    floor = HEIGHT - EDGE
    points: list[tuple[float, float]] = [(EDGE, HEIGHT / 2)]
    points += [(EDGE + step * (i + 1), height_of(action.chance)) for i, action in enumerate(actions)]
    curve = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    title = escape(title)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{title}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf7ec"/>',
        f'<polygon points="{EDGE},{floor} {curve} {points[-1][0]:.1f},{floor}" fill="#e9dcb8"/>',
        f'<line x1="{EDGE}" y1="{HEIGHT / 2}" x2="{WIDTH - EDGE}" y2="{HEIGHT / 2}" stroke="#999"/>',
        f'<polyline points="{curve}" fill="none" stroke="#333" stroke-width="2"/>',
    ]
    for (x, y), action in zip(points[1:], actions, strict=True):
        colour = COLOURS.get(action.mark or "", "#333")
        radius = 5 if action.mark else 2.5
        label = f"<title>{escape(action.label)}</title>"
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}">{label}</circle>')
    font = 'font-family="sans-serif" font-size="13" fill="#333"'
    parts.append(f'<text x="{EDGE}" y="18" {font}>{title}</text>')
    parts.append(f'<text x="6" y="{EDGE + 10}" {font}>1</text>')
    parts.append(f'<text x="6" y="{HEIGHT - EDGE}" {font}>0</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def height_of(chance: float) -> float:
    return EDGE + (1 - chance) * (HEIGHT - 2 * EDGE)
