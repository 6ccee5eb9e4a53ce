"""A game being played, without any network: its steps, the clicks that spell actions, why one is refused."""
