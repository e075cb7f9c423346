"""Where a house is kept: one small interface, SQLite for one process, PostgreSQL for as many as you like."""

from croupier.floor.stores.copies import restore
from croupier.floor.stores.interface import Conflict, Head, Leaf, Line, Store, StoreRefused, StoreUnavailable

__all__ = ["Conflict", "Head", "Leaf", "Line", "Store", "StoreRefused", "StoreUnavailable", "restore", "store_of"]


def store_of(where: str, *, read_only: bool = False) -> Store:
    """The store at a path, or in a PostgreSQL database (`postgresql://...`)."""
    if where.startswith(("postgresql://", "postgres://")):
        from croupier.floor.stores.postgres import PostgresStore

        return PostgresStore(where, read_only=read_only)
    from croupier.floor.stores.sqlite import SQLiteStore

    return SQLiteStore(where, read_only=read_only)
