"""A match as a pure value: events, what follows from them, what may happen next, the clock."""
