"""Worker processes and their jobs."""
