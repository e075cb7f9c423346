"""The places of a tournament: who is still in, then who is out, the last first; those who went out together by the terms."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from croupier.tournaments.state import Bust, Tournament


def ranking(state: Tournament, banks: dict[str, int] | None = None) -> list[list[str]]:
    """All places, best first; several people at one place tie. Those still in are first, by their `banks` if known."""
    ranks: list[list[str]] = []
    between = state.round > 0  # players who advance have no seat yet, but are in
    playing = [person for person in state.playing if state.entrants[person].place is not None or banks or between]
    if banks:
        ordered = sorted(playing, key=lambda person: -banks.get(person, 0))
        ranks += [list(same) for _, same in groupby(ordered, key=lambda person: banks.get(person, 0))]
    elif playing:
        ranks.append(playing)
    gone = (entrant for entrant in state.entrants.values() if entrant.place is not None and not entrant.playing)
    # they have left, and their chips are not gone yet: those who stayed longer rank higher
    ranks += [[entrant.person] for entrant in sorted(gone, key=lambda entrant: -entrant.went)]
    batches: dict[int, list[Bust]] = {}
    for bust in state.busts:
        batches.setdefault(bust.batch, []).append(bust)
    for batch in reversed(batches.values()):
        ranks += together(batch, state.terms.choices.ties)
    return ranks


def together(batch: Sequence[Bust], ties: str) -> list[list[str]]:
    """The places of those who went out together, best first.

    By their stacks before the hand, wherever they sat; or at one table by stacks while the tables tie place by place; or all
    share. Equal stacks tie.
    """
    if ties == "shared":
        return [[bust.person for bust in batch]]
    if ties == "stacks at one table":
        tables = {bust.table: _by_stack(bust_out for bust_out in batch if bust_out.table == bust.table) for bust in batch}
        longest = max(map(len, tables.values()))
        return [[bust_out for ranks in tables.values() for tied in ranks[n : n + 1] for bust_out in tied] for n in range(longest)]
    return _by_stack(batch)


def _by_stack(batch: Iterable[Bust]) -> list[list[str]]:
    ordered = sorted(batch, key=lambda bust: -bust.stack)
    return [[bust.person for bust in same] for _, same in groupby(ordered, key=lambda bust: bust.stack)]


def place_of(state: Tournament, person: str) -> tuple[int, int]:
    """A person's place, from and to if tied, counted among all who have entered."""
    ahead = 0
    for rank in ranking(state):
        if person in rank:
            return ahead + 1, ahead + len(rank)
        ahead += len(rank)
    return 0, 0


def batch(state: Tournament) -> int:
    """The number shared by eliminations of this moment."""
    return state.hand_for_hand * _MANY if state.hand_for_hand else state.outs + 1


_MANY = 10**6
"""Higher than any number of eliminations: hands played hand for hand count their batches separately."""
