"""Who gets in, and how much they may ask: hosts and origins, budgets, connections."""
