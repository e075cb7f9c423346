"""The rounds of a table, by number: which entries belong to one, and whether they give the same result again."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from croupier import poker, stud
from croupier.kernel.auditing import Deviation, gone_through
from croupier.kernel.errors import ProofError
from croupier.kernel.reading import AnyEntry
from croupier.kernel.streams import Stream


class Played(NamedTuple):
    """An entry of a round, and how it differs from what the rules give, if it does."""

    entry: AnyEntry
    deviation: Deviation | None


def round_now(state: Any) -> int:
    """The number of the round in play, or wagered on, at a table; 0 between hands of poker."""
    if isinstance(state, stud.State):
        return state.round if state.edition else 0
    if isinstance(state, poker.State):
        return state.hand.number if state.hand.phase != "between" else 0
    raise ProofError("only tables have rounds")


def played(stream: Stream[Any, Any], lines: Iterable[bytes], round: int) -> Iterator[Played]:
    """The entries of a round of a stream that was loaded from these lines, each decided again.

    A hand of poker begins with the entry that begins it; what happens between hands belongs to none.
    """
    opening: Played | None = None
    for before, entry, deviation in gone_through(stream.engine, lines):
        number, this = round_now(before.state), Played(entry, deviation)
        if number == round:
            if opening is not None:
                yield opening
            yield this
        elif number > round:
            return
        opening = this if number == 0 and isinstance(before.state, poker.State) else None
    if opening is not None and round_now(stream.state) == round:
        yield opening
