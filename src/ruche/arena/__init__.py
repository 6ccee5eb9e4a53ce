"""Runs of games between players: who is stronger, by how much and how surely."""
