"""Texts: diagrams of a position, and records of games (GameString, PGN, SGF, diagrams)."""
