"""What may be done at a table now, with its clauses."""

import msgspec

from croupier.kernel.actors import DEALER, Capacity
from croupier.kernel.clauses import cited
from croupier.kernel.events import Command


class Legal(msgspec.Struct, frozen=True):
    """Something that may be done now: the command, with the least amount if it has one, and its clauses.

    `most` is the greatest amount, if there is a choice, in steps of `step` from the least. Where `faces` is true the cards
    that the command shows as `??` are face up on the table by now, and anyone who records them fills them in. `by` is the least
    capacity in which it may be done, `at` the earliest time where it has to wait.
    """

    command: Command
    clauses: tuple[str, ...]
    most: int = 0
    faces: bool = False
    step: int = 1
    by: Capacity = DEALER
    at: int = 0

    @property
    def least(self) -> int:
        """The least amount, or zero where the command has none."""
        return int(getattr(self.command, self.command.declared.amount)) if self.command.declared.amount else 0

    def __repr__(self) -> str:
        fields = {
            field.name: value
            for field in msgspec.structs.fields(self.command)
            if (value := getattr(self.command, field.name)) and value != field.default
        }
        sized = self.command.declared.amount or "place"
        shown = ", ".join(
            f"{name}={value}" + (f"..{self.most}" if name == sized and isinstance(value, int) and self.most > value else "")
            for name, value in fields.items()
        )
        return f"{self.command.declared.name}({shown})  {cited(self.clauses)}"
