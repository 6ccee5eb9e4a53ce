"""Matches between players: who is stronger, by how much and how surely; tuning and puzzles from the games."""
