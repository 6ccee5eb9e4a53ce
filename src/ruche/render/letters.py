"""Letters as strokes, for PNG pictures: they look the same everywhere and need no fonts on the machine.

A letter is its width and an SVG path: the base line is 0, small letters reach to -4, capitals to -6. Letters
with an accent are the letter and the accent. What is not here is drawn as an empty box.
"""

from __future__ import annotations

import unicodedata
from xml.sax.saxutils import escape

UNIT = 0.122  # a step of the paths, in parts of the size of the text
GAP = 1.5  # between two letters
HEAVY, NORMAL = 1.0, 0.7  # width of a stroke

_PATHS = """
A 4.4 M0 0L2.2 -6L4.4 0M.8 -2H3.6
B 3.8 M0 0V-6H2C4 -6 4 -3.2 2 -3.2H0M2 -3.2C4.4 -3.2 4.4 0 2 0H0
C 4.2 M4.2 -4.9C3.6 -5.7 3 -6 2.4 -6C.9 -6 0 -4.7 0 -3S.9 0 2.4 0C3 0 3.6 -.3 4.2 -1.1
D 4.1 M0 0V-6H1.6C3.3 -6 4.1 -4.7 4.1 -3S3.3 0 1.6 0Z
E 3.4 M3.4 0H0V-6H3.4M0 -3.1H2.9
F 3.3 M0 0V-6H3.3M0 -3.1H2.8
G 4.4 M4.2 -4.9C3.6 -5.7 3 -6 2.4 -6C.9 -6 0 -4.7 0 -3S.9 0 2.4 0C3.2 0 3.9 -.3 4.4 -.9V-2.8H2.8
H 4.1 M0 0V-6M4.1 0V-6M0 -3.1H4.1
I 0 M0 0V-6
J 2.6 M2.6 -6V-1.8C2.6 0 .6 .4 0 -.9
K 4 M0 0V-6M4 -6L0 -2.4M1.4 -3.6L4 0
L 3.2 M0 -6V0H3.2
M 5 M0 0V-6L2.5 -1.6L5 -6V0
N 4.2 M0 0V-6L4.2 0V-6
O 4.7 M2.35 -6C.8 -6 0 -4.7 0 -3S.8 0 2.35 0 4.7 -1.3 4.7 -3 3.9 -6 2.35 -6Z
P 3.8 M0 0V-6H2C4.4 -6 4.4 -2.6 2 -2.6H0
Q 4.7 M2.35 -6C.8 -6 0 -4.7 0 -3S.8 0 2.35 0 4.7 -1.3 4.7 -3 3.9 -6 2.35 -6ZM2.9 -1.6L4.7 .4
R 4 M0 0V-6H2C4.4 -6 4.4 -2.8 2 -2.8H0M2.2 -2.8L4 0
S 3.7 M3.5 -5C2.7 -6.5 .2 -6.3 .2 -4.5C.2 -2.4 3.7 -3.6 3.7 -1.5C3.7 .3 .9 .5 0 -1.1
T 4.2 M0 -6H4.2M2.1 -6V0
U 4.1 M0 -6V-2.2C0 .7 4.1 .7 4.1 -2.2V-6
V 4.4 M0 -6L2.2 0L4.4 -6
W 6 M0 -6L1.5 0L3 -5.2L4.5 0L6 -6
X 4.2 M0 -6L4.2 0M4.2 -6L0 0
Y 4.2 M0 -6L2.1 -3L4.2 -6M2.1 -3V0
Z 3.9 M0 -6H3.9L0 0H3.9
a 3 M3 -4V0M3 -2C3 -4.8 0 -4.6 0 -2S3 .8 3 -2
b 3.1 M0 -6V0M0 -2C0 -4.8 3.1 -4.6 3.1 -2S0 .8 0 -2
c 2.8 M2.8 -3.2C2 -4.6 0 -4.2 0 -2S2 .6 2.8 -.8
d 3.1 M3.1 -6V0M3.1 -2C3.1 -4.8 0 -4.6 0 -2S3.1 .8 3.1 -2
e 3 M.1 -2.1H3C3 -4.6 0 -4.6 0 -2C0 .4 2 .5 2.9 -.8
f 2.1 M2.1 -5.9C1.2 -6.2 .8 -5.7 .8 -4.9V0M0 -4H1.9
g 3.1 M3.1 -4V.2C3.1 2 .8 2.2 .2 1M3.1 -2C3.1 -4.8 0 -4.6 0 -2S3.1 .8 3.1 -2
h 3 M0 -6V0M0 -2.2C.3 -4.6 3 -4.6 3 -2.3V0
i 0 M0 -4V0M0 -5.7V-5.6
j .8 M.8 -4V.6C.8 1.6 .3 1.8 -.3 1.7M.8 -5.7V-5.6
k 2.9 M0 -6V0M2.7 -4L0 -1.6M1 -2.5L2.9 0
l .6 M0 -6V-.8C0 -.1 .3 0 .6 0
m 5 M0 -4V0M0 -2.4C.2 -4.5 2.5 -4.5 2.5 -2.4V0M2.5 -2.4C2.7 -4.5 5 -4.5 5 -2.4V0
n 3 M0 -4V0M0 -2.2C.3 -4.6 3 -4.6 3 -2.3V0
o 3.2 M1.6 -4C.5 -4 0 -3.1 0 -2S.5 0 1.6 0 3.2 -.9 3.2 -2 2.7 -4 1.6 -4Z
p 3.1 M0 -4V2M0 -2C0 -4.8 3.1 -4.6 3.1 -2S0 .8 0 -2
q 3.1 M3.1 -4V2M3.1 -2C3.1 -4.8 0 -4.6 0 -2S3.1 .8 3.1 -2
r 1.9 M0 -4V0M0 -2.2C.2 -3.6 1 -4.1 1.9 -3.9
s 2.6 M2.4 -3.3C1.8 -4.4 .1 -4.2 .1 -3C.1 -1.6 2.6 -2.4 2.6 -1C2.6 .3 .6 .4 0 -.8
t 2.1 M.8 -5.3V-1.1C.8 -.1 1.4 .2 2.1 -.1M0 -4H2
u 3 M0 -4V-1.7C0 .6 2.7 .6 3 -1.8M3 -4V0
v 3 M0 -4L1.5 0L3 -4
w 4.4 M0 -4L1.1 0L2.2 -3.4L3.3 0L4.4 -4
x 2.9 M0 -4L2.9 0M2.9 -4L0 0
y 3 M0 -4L1.5 0M3 -4L1.3 .6C.9 1.6 .5 1.9 -.2 1.7
z 2.7 M0 -4H2.7L0 0H2.7
0 3.6 M1.8 -6C.5 -6 0 -4.7 0 -3S.5 0 1.8 0 3.6 -1.3 3.6 -3 3.1 -6 1.8 -6Z
1 1.7 M0 -4.7L1.7 -6V0
2 3.5 M.1 -4.6C.5 -6.5 3.4 -6.4 3.4 -4.3C3.4 -2.9 1.6 -1.8 0 0H3.5
3 3.4 M.1 -5C.8 -6.4 3.3 -6.3 3.3 -4.5C3.3 -3.6 2.6 -3.2 1.4 -3.2C4.2 -3.2 4.2 0 1.8 0C1 0 .3 -.4 0 -1.1
4 3.8 M2.9 0V-6L0 -1.7H3.8
5 3.5 M3.2 -6H.6L.3 -3.3C1.3 -4.2 3.5 -3.9 3.5 -2C3.5 .3 .8 .6 0 -1
6 3.5 M3.1 -5.6C1.4 -6.6 0 -5.2 0 -2.4C0 .8 3.5 .7 3.5 -1.9C3.5 -4.3 .6 -4.3 0 -2.2
7 3.5 M0 -6H3.5L1.2 0
8 3.5 M1.75 -3.2C-.2 -3.2 -.2 -6 1.75 -6S3.7 -3.2 1.75 -3.2C-.6 -3.2 -.6 0 1.75 0S4.1 -3.2 1.75 -3.2
9 3.5 M.4 -.4C2.1 .6 3.5 -.8 3.5 -3.6C3.5 -6.8 0 -6.7 0 -4.1C0 -1.7 2.9 -1.7 3.5 -3.8
. 0 M0 -.1V0
, .3 M.3 -.2L0 .9
: 0 M0 -.1V0M0 -3.3V-3.4
; .3 M.3 -.2L0 .9M.3 -3.3V-3.4
! 0 M0 -6V-2M0 -.1V0
? 3 M0 -4.8C.4 -6.5 3 -6.4 3 -4.5C3 -3.2 1.5 -3.2 1.5 -1.9M1.5 -.1V0
' 0 M0 -6V-4.6
" 1.2 M0 -6V-4.6M1.2 -6V-4.6
- 2 M0 -2.2H2
+ 3 M0 -2.6H3M1.5 -4.1V-1.1
= 3 M0 -3.3H3M0 -1.8H3
* 2.4 M1.2 -6V-3.4M.1 -5.3L2.3 -4.1M2.3 -5.3L.1 -4.1
~ 3.2 M0 -2.2C.8 -3.6 2.2 -1.2 3.2 -2.7
× 2.4 M0 -3.4L2.4 -1M2.4 -3.4L0 -1
· 0 M0 -2.6V-2.5
/ 2.4 M0 .6L2.4 -6.6
\\ 2.4 M0 -6.6L2.4 .6
| 0 M0 -6.8V1
( 1.3 M1.3 -6.8C-.4 -4.6 -.4 -1 1.3 1.2
) 1.3 M0 -6.8C1.7 -4.6 1.7 -1 0 1.2
[ 1.2 M1.2 -6.6H0V1H1.2
] 1.2 M0 -6.6H1.2V1H0
< 2.8 M2.8 -4.4L0 -2.4L2.8 -.4
> 2.8 M0 -4.4L2.8 -2.4L0 -.4
# 3.8 M1.3 -6L.7 0M3.1 -6L2.5 0M.1 -4H3.8M0 -2H3.7
& 4.4 M4.4 0L1.1 -4.2C.2 -6.6 3.2 -6.6 3 -4.6C2.8 -3.2 0 -3 0 -1.5C0 .8 3.6 .5 4.1 -2.8
% 5 M1 -6C-.3 -6 -.3 -3.4 1 -3.4S2.3 -6 1 -6ZM4 -2.6C2.7 -2.6 2.7 0 4 0S5.3 -2.6 4 -2.6ZM4.2 -6L.8 0
_ 3.4 M0 .6H3.4
@ 5 M3.5 -3C3.5 -4.4 1.5 -4.4 1.5 -2.6S3.5 -.9 3.5 -2.6C3.5 -1.4 5 -1.4 5 -3C5 -6.8 0 -7 0 -2.6C0 .6 2.4 1 4 0
"""
LETTERS = {
    letter: (float(width), path)
    for letter, width, path in (line.split(" ", 2) for line in _PATHS.split("\n")[1:-1])
}
ALIKE = {"’": "'", "–": "-", "—": "-", "“": '"', "”": '"', "«": "<", "»": ">", "…": "."}
MARKS = {  # accents above the middle of a small letter
    "\u0301": "M-.5 -4.9L.6 -6.1",
    "\u0300": "M.5 -4.9L-.6 -6.1",
    "\u0302": "M-.9 -4.9L0 -5.9L.9 -4.9",
    "\u0308": "M-.8 -5.5V-5.6M.8 -5.5V-5.6",
    "\u0303": "M-1 -5.2C-.3 -6.3 .3 -4.7 1 -5.8",
    "\u030c": "M-.9 -5.9L0 -4.9L.9 -5.9",
    "\u0327": "M0 0C.9 .6 .6 1.6 -.5 1.4",
}
SPACE = 2.0
BOX = (3.4, "M0 0V-6H3.4V0Z")


def write(x: float, y: float, text: str, size: float, fill: str, anchor: str, bold: bool) -> str:
    """Return the strokes of a line of text that stands on `y`; `anchor` is start, middle or end of `x`."""
    parts: list[str] = []
    at = middle = 0.0
    capital = False
    for letter in unicodedata.normalize("NFD", text):
        if letter in MARKS:
            lift = -2 if capital and letter != "\u0327" else 0
            parts.append(_placed(MARKS[letter], middle, lift))
        elif letter.isspace():
            at += SPACE + GAP
        else:
            width, path = LETTERS.get(ALIKE.get(letter, letter), BOX)
            parts.append(_placed(path, at, 0))
            middle, capital = at + width / 2, letter.isupper()
            at += width + GAP
    scale = UNIT * size
    left = x - max(0.0, at - GAP) * scale * {"start": 0, "middle": 0.5, "end": 1}[anchor]
    return (
        f'<g transform="translate({left:.1f} {y:.1f}) scale({scale:.3f})" fill="none" stroke="{escape(fill)}"'
        f' stroke-width="{HEAVY if bold else NORMAL}" stroke-linecap="round" stroke-linejoin="round">'
        + "".join(parts)
        + "</g>"
    )


def _placed(path: str, right: float, down: float) -> str:
    return f'<path transform="translate({right:.2f} {down:g})" d="{path}"/>'
