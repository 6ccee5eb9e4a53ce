"""Matches in memory: the registry, replicas, upkeep, presence, machine players, seats."""
