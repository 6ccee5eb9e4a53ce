"""What the game is made of: bugs, pieces, colours, hexes, game types. Everything else is derived from it."""
