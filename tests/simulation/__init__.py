"""A seeded simulation of the server: real code, with fake time, database connections, network and workers."""
