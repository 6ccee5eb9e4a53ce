"""Play in the terminal: a game that knows what a click means, opponents, and the screen (needs textual)."""
