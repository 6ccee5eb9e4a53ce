"""The process itself: its logs, its figures, its garbage collector. It knows nothing else of the server."""
