"""What is known of the past of a table, from its entries."""

from __future__ import annotations

from croupier.floor.past_rounds import Past
from croupier.tables.any_table import AnyTable


def past_of(table: AnyTable) -> Past:
    past = Past(table.name, table.engine.kind)
    for entry in table.entries:
        past.take(entry)
    return past
