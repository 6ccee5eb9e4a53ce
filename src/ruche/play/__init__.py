"""A game being played, without any network: its course, the clicks that spell actions, why one is refused."""
