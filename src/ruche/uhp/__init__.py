"""The Universal Hive Protocol: our engine as a server, any engine as a client, a conformance check."""
