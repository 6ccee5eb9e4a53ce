"""Studies: analyses that are kept. What is stored, with its version, and where."""
