"""The database: schema, log, index, migrations."""
