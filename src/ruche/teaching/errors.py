"""What goes wrong in a lesson or a puzzle."""

from __future__ import annotations


class TryError(ValueError):
    """A try that cannot be judged: there is no such exercise, or it does not take so many actions."""
