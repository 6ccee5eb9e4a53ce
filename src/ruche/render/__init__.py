"""Pictures of positions and games: SVG, PNG, text for terminals, films.

>>> import ruche
>>> from ruche import render
>>> position = ruche.Position("Base+MLP")
>>> picture = render.svg(position, theme="dark", labels="notation")
>>> picture[:4]
'<svg'

Themes are `light`, `dark`, `contrast` (black and white, strong edges) and `safe` (for colour-blind eyes);
piece sets are `ruche` and `classic` (one colour for each bug, as on the table).
The art is the project's own; see `ruche.render.art` for using it elsewhere.
"""

from ruche.render.animation import film, strip
from ruche.render.pieces import PIECE_SETS
from ruche.render.poster import poster
from ruche.render.raster import PngMissingError, png
from ruche.render.scene import Scene, Tile, scene
from ruche.render.terminal import text
from ruche.render.themes import THEMES, Theme
from ruche.render.vector import LABELS, Labels, Look, svg

__all__ = [
    "LABELS",
    "PIECE_SETS",
    "THEMES",
    "Labels",
    "Look",
    "PngMissingError",
    "Scene",
    "Theme",
    "Tile",
    "film",
    "png",
    "poster",
    "scene",
    "strip",
    "svg",
    "text",
]
