"""The rules of Hive and all its expansions: no input or output, compiled where a compiler is at hand."""
