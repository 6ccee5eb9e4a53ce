"""Measures the server from outside: servers to be harmed, faulty wires, players that keep count."""
