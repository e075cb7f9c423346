"""States that events change in place, and how they are copied."""

from collections.abc import Callable
from copy import copy
from functools import cache, partial
from typing import Any, Self, get_args, get_origin, get_type_hints

import msgspec

from croupier.kernel.accounts import Account
from croupier.kernel.events import Event


class Changing(msgspec.Struct):
    """A state, or a part of one, that changes in place."""

    def copied(self) -> Self:
        """A copy that can change without changing this one: everything that changes in place is copied too."""
        after = copy(self)
        for name, copier in _copiers(type(self)):
            setattr(after, name, copier(getattr(self, name)))
        return after

    def take(self, event: Event) -> Self:
        """Change as an event says, move its money, and return this same state."""
        event.alter(self)
        if postings := event.postings:
            money: dict[Account, int] = self.money  # type: ignore[attr-defined]
            for name, amount in postings.items():
                money[name] = money.get(name, 0) + amount
        return self


@cache
def _copiers(kind: type) -> list[tuple[str, Callable[[Any], Any]]]:
    """The fields of a state that can change in place, and how to copy each."""
    hints = get_type_hints(kind)
    return [(name, copier) for name in kind.__struct_fields__ if (copier := _copier(hints[name])) is not None]  # type: ignore[attr-defined]


def _copier(hint: Any) -> Callable[[Any], Any] | None:
    """How to copy a value of a type; None if it never changes in place."""
    origin, inner = get_origin(hint), [_copier(part) for part in get_args(hint)]
    if origin is dict:
        return dict.copy if inner[1] is None else partial(_each_value, inner[1])
    if origin is list:
        return list.copy if inner[0] is None else lambda held: [*map(inner[0], held)]  # type: ignore[arg-type]
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and not hint.__struct_config__.frozen:
        return hint.copied if issubclass(hint, Changing) else hint.__copy__  # type: ignore[attr-defined]
    return None


def _each_value(copier: Callable[[Any], Any], held: dict[Any, Any]) -> dict[Any, Any]:
    return {key: copier(value) for key, value in held.items()}
