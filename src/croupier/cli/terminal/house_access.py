"""A house from the command line: its store, if no server has it open, or a running server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from typer import Option

from croupier.books import add_books, set_house_currency
from croupier.cli.terminal.output import Complaint, missing_extra

if TYPE_CHECKING:
    from croupier.floor.floor import Floor
    from croupier.floor.stores.interface import Store
    from croupier.server.config import Config

T = TypeVar("T")
HOUSE, IN_ENVIRONMENT = "house.db", "CROUPIER_DATABASE"
"""The house for a command by default, and the variable that sets it for all commands."""
Database = Annotated[
    str, Option("--database", metavar="WHERE", envvar=IN_ENVIRONMENT, help="The house: a file, or postgresql://user@host/name.")
]
ConfigFile = Annotated[
    str,
    Option("--config", metavar="FILE.toml", envvar="CROUPIER_CONFIG", help="The configuration file; see docs/how-to/serve.md."),
]


def settings_of(config: str) -> Config:
    """The configuration in a file, or the usual one, with the rulebooks that it names."""
    from croupier.server.config import Config, read_config

    settings = read_config(config) if config else Config()
    add_books(settings.books)
    set_house_currency(settings.house.currency)
    return settings


def with_store(where: str, work: Callable[[Store], Awaitable[T]], *, read_only: bool = False) -> T:
    """Do something with the store of a house; errors are complaints of one line."""
    with missing_extra("server"):
        from croupier.floor.stores import store_of

    async def run() -> T:
        store = store_of(where, read_only=read_only)
        await store.start()
        try:
            return await work(store)
        finally:
            await store.stop()

    return _run(run())


def with_floor(where: str, work: Callable[[Floor], Awaitable[T]]) -> T:
    """Do something with a whole house that no server has open."""
    with missing_extra("server"):
        from croupier.floor.floor import Floor
        from croupier.floor.stores import store_of

    async def run() -> T:
        floor = Floor(store_of(where))
        await floor.open()
        try:
            return await work(floor)
        finally:
            await floor.close()

    return _run(run())


def _run(work: Coroutine[Any, Any, T]) -> T:
    from croupier.floor.stores import StoreRefused, StoreUnavailable

    try:
        return asyncio.run(work)
    except (StoreRefused, StoreUnavailable) as error:
        raise Complaint(str(error)) from None
