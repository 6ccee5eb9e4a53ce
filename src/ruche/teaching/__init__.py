"""What teaches the game: lessons, puzzles, the pages of the rules. Their texts are in `words/`."""
