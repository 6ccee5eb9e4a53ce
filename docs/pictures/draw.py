"""Draw the picture of the front page again, after a change of art (run it with the Python of .venv)."""

from pathlib import Path

from ruche import Position, render

ACTIONS = r"""
wA1 hc\; bM /hc; wA2 wA1/; bG1 -bM; wY3 wA1\; bB1 -bG1; wQ \wA2; bQ bB1\; wG1 wA2/; bG2 \bB1; wG2 wG1/;
bR /bB1; wX wY3-; bA1 bG1\; wM /wY3; bO1 -hc; wF1 \wQ; bB2 \bG2; wS1 wY3\; bO2 -bB2; wF2 wX/; bD3 -bO2;
wC wF2-; bP \bD3; wN wY3; bM \bO1; wS2 \wG2; bM -wF1; wH wG2\; bY2 /bP; wG3 wC-; bY3 \bP; wX =wR; bL bR\
"""

position = Position("Ultimate")
for action in ACTIONS.split(";"):
    position.play(action.strip())
picture = render.svg(position, hands=False, caption=False, title="A middle game of Hive with all expansions")
Path(__file__).with_name("middle-game.svg").write_text(picture, encoding="utf-8")
