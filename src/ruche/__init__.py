"""Hive, the board game, with every expansion: positions, legal actions, records, pictures."""
