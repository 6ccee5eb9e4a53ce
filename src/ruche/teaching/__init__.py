"""What teaches the game: lessons, puzzles, the pages of the rules. Their texts are in `words/`."""


class TryError(ValueError):
    """A try that cannot be judged: there is no such exercise, or it takes fewer actions."""
