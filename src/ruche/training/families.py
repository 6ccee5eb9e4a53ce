"""The families of game types that the network is fitted to, matched in and reported by."""

from __future__ import annotations

from itertools import cycle, islice

from ruche.rules.facts.bugs import BUGS, GUARDIANS, HONEYCOMBO, OWN, PREDATORS, SWARM

# By family its types, each as often as it is played: Base and its mixes get over half of all games.
FAMILIES: dict[str, tuple[str, ...]] = {
    "Base": (
        *("Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP"),
        *("Base", *("Base+MLP",) * 7),  # what people play most
    ),
    "Venom": ("Venom", "Venom+MLP"),
    **{
        f"{base}+{module}": (f"{base}+{module}", f"{base}+MLP+{module}")
        for module in (PREDATORS, GUARDIANS, HONEYCOMBO, SWARM)
        for base in ("Base", "Venom")
    },
    "Ultimate": ("Ultimate",),
    **{f"Base+{bug.letter}": (f"Base+{bug.letter}{bug.count}",) for bug in BUGS if bug.brought_by == OWN},
}
FAMILY_OF = {name: family for family, types in FAMILIES.items() for name in types}


def _schedule() -> tuple[str, ...]:
    """Return every type as often as it is played in a round; the types of a small family take turns."""
    most = max(len(types) for types in FAMILIES.values() if len(types) < 3)
    rounds = [
        types * most if len(types) > most else islice(cycle(types), most) for types in FAMILIES.values()
    ]
    return tuple(name for types in rounds for name in types)


SCHEDULE = _schedule()
