"""A PostgreSQL server of the tests' own."""

from floor.postgres import postgres

__all__ = ["postgres"]
