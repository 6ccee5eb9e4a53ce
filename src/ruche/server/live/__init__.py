"""Matches in memory: the registry, sessions, machine players, seats."""
