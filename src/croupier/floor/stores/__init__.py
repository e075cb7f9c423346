"""Where a house is kept: one small interface, SQLite for one process, PostgreSQL for as many as one likes."""
