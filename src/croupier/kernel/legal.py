"""What you may do at a table now, with its clauses."""

import msgspec

from croupier.kernel.actors import DEALER, Capacity
from croupier.kernel.clauses import cited
from croupier.kernel.events import Command


class Legal(msgspec.Struct, frozen=True):
    """Something you may do now: the command, with the smallest amount if it has one, and its clauses.

    `most` is the largest amount if there is a choice, in steps of `step`. If `faces` is true, the cards shown as `??` in the
    command are face up on the table, and the person who records them fills them in. `by` is the lowest capacity that may do it,
    and `at` the earliest time if it has to wait.
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
        """The smallest amount, or zero if the command has none."""
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
