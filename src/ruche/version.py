"""Which ruche this is. The version is written here and nowhere else."""

from importlib.util import find_spec

__version__ = "0.1.0"


def compiled() -> bool:
    """Say whether the rules run compiled; without a compiler the same source runs as plain Python."""
    rules = find_spec("ruche.rules.position")
    return rules is not None and rules.origin is not None and not rules.origin.endswith(".py")
