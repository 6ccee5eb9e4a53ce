"""Draw the pictures of the documentation again, after a change of art (run it with the Python of .venv)."""

from pathlib import Path

from ruche import Position, render

HERE = Path(__file__).parent

EVERYTHING = r"""
wY1 \hc; bH hc/; wF1 \wY1; bT bH/; wO1 /wF1; bS1 bH\; wQ wO1\; bQ bT\; wD1 /wO1; bN bT; wR -wD1; bO2 bQ/;
wF1 =wB1; bP bQ\; wU wO1; bB1 bS1\; wT -wU; bR hc\; wD2 -wB1; bA1 bO2\; wL wR\; bG1 bP\; wU wL; bB2 bA1/;
wG3 -wD2; bG1 =bD1; wS2 wD1\; bG2 \bO2; wC /wR; bY2 -bG2; wF2 \wB1; bD3 bA1\; wR =wX; bY3 bD3\; wA2 -wX;
bY3 /wG3; wA3 \wG3; bB2 bA1; wA3 bO2/; bN bY2; wA3 -bN; bD1 bB2/; wC ~bY3; bD1 wA3\; wU wO1
"""
PLAIN = r"""
wB1; bS1 wB1-; wQ /wB1; bQ bS1/; wG1 -wB1; bG1 bS1-; wM -wQ; bM bQ-; wP /wQ; bP bQ/; wL -wG1; bL bG1-;
wA1 wQ\; bB1 \bQ; wS1 wA1-; bA1 -bB1; wA2 -wP; bA2 bP-; wA2 wS1/; bA2 /bA1
"""


def played(game_type: str, actions: str) -> Position:
    """The position after these actions."""
    position = Position(game_type)
    for action in actions.split(";"):
        position.play(action.strip())
    return position


def main() -> None:
    """Write the files."""
    middle = played("Ultimate", EVERYTHING)
    plain = played("Base+MLP", PLAIN)
    ant = [action for action in plain.legal_actions() if str(action.piece) == "wA2"]
    pictures = {
        "middle-game": render.svg(middle, hands=False, caption=False),
        "bugs": render.poster(),
        "film": render.film(plain, hands=False, size=640),
        "targets": render.svg(plain, targets=ant, labels="notation", hands=False, size=640),
    }
    pictures |= {f"theme-{theme}": render.svg(middle, theme=theme, size=480) for theme in render.THEMES}
    for name, picture in pictures.items():
        (HERE / f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
