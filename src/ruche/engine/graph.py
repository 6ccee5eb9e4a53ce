"""The course of a game as a picture: White's chance after each action, an SVG that stands alone."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from ruche import words
from ruche.engine.review import Verdict

WIDTH, HEIGHT, EDGE = 720, 240, 28
COLOURS = {"inaccuracy": "#d9a400", "mistake": "#e07000", "blunder": "#d01818"}


def draw_graph(verdicts: Sequence[Verdict], language: str) -> str:
    """Return the SVG picture of an annotated game."""
    step = (WIDTH - 2 * EDGE) / max(1, len(verdicts))
    floor = HEIGHT - EDGE
    points: list[tuple[float, float]] = [(EDGE, HEIGHT / 2)]
    points += [(EDGE + step * (i + 1), height_of(verdict)) for i, verdict in enumerate(verdicts)]
    curve = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    title = escape(words.say("analyse.graph", language))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{title}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf7ec"/>',
        f'<polygon points="{EDGE},{floor} {curve} {points[-1][0]:.1f},{floor}" fill="#e9dcb8"/>',
        f'<line x1="{EDGE}" y1="{HEIGHT / 2}" x2="{WIDTH - EDGE}" y2="{HEIGHT / 2}" stroke="#999"/>',
        f'<polyline points="{curve}" fill="none" stroke="#333" stroke-width="2"/>',
    ]
    for (x, y), verdict in zip(points[1:], verdicts, strict=True):
        said = escape(f"{verdict.turn} {verdict.action}: {verdict.say(language)}")
        colour = COLOURS.get(verdict.mark or "", "#333")
        radius = 5 if verdict.mark else 2.5
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"><title>{said}</title></circle>'
        )
    label = 'font-family="sans-serif" font-size="13" fill="#333"'
    parts.append(f'<text x="{EDGE}" y="18" {label}>{title}</text>')
    parts.append(f'<text x="6" y="{EDGE + 10}" {label}>1</text>')
    parts.append(f'<text x="6" y="{HEIGHT - EDGE}" {label}>0</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def height_of(verdict: Verdict) -> float:
    """Return how high White's chance stands."""
    return EDGE + (1 - verdict.score.chance) * (HEIGHT - 2 * EDGE)
