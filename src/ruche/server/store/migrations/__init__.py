"""The database's shape, step by step; run at every start."""
