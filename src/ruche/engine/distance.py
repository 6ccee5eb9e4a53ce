"""How far apart two cells are: a lookup that the search and the evaluation share."""

from __future__ import annotations

from ruche.rules.facts import hexes

# By the difference of two cells; 4 or more alike.
DISTANCE = [min(4, max(abs(q), abs(r), abs(q + r))) for q, r in hexes.displacements()]
