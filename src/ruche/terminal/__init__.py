"""Play in the terminal: a table that knows what a click means, opponents, and the screen (needs textual)."""
