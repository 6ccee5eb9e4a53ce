"""Text diagrams as records: a game that begins with what is drawn, or a position of a game, drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruche.notation.diagram import DiagramError, read_diagram
from ruche.notation.diagram_drawing import draw_diagram
from ruche.notation.errors import Part, RecordError
from ruche.notation.game import Game


def split_diagrams(lines: Iterable[str]) -> Iterator[Part]:
    """Yield the diagrams of a file one by one: an empty line ends each."""
    kept: list[str] = []
    begin = 1
    for number, line in enumerate(lines, 1):
        if line.strip():
            begin = begin if kept else number
            kept.append(line.rstrip("\r\n"))
        elif kept:
            yield Part("\n".join(kept), begin)
            kept = []
    if kept:
        yield Part("\n".join(kept), begin)


def game_of_diagram(text: str, *, lenient: bool = False) -> Game:
    """Return the game that begins with what is drawn and goes on with what is `played`; raise `RecordError`.

    Of a drawing no part can be kept: `lenient` changes nothing.
    """
    del lenient
    try:
        diagram = read_diagram(text)
    except DiagramError as error:
        raise RecordError("diagram", cause=error) from error
    return Game.of(diagram.position, set_up_actions=diagram.set_up_actions)


def draw_game(game: Game) -> str:
    """Return the position at the end of the main line as a diagram that remembers the last turn."""
    return draw_diagram(game.position(), memory=True) + "\n"
