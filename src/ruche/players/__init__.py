"""Players: a level of the engine, random play, or any UHP program; for arena, terminal and server."""
