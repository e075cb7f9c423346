"""Rounds of a tournament, its end, deals and prizes."""

from typing import Self

from msgspec.structs import replace

from croupier.kernel.actors import Viewer
from croupier.kernel.events import Event, OfPerson, Public
from croupier.tournaments.state import PrizeDeal, Tournament


class RoundBegun(Public, frozen=True, kw_only=True):
    round: int
    at: int
    secondary: bool = False

    def alter(self, state: Tournament) -> None:
        state.round, state.round_began, state.secondary = self.round, self.at, self.secondary
        state.hands, state.ended, state.agreed, state.secrets, state.bought = {}, (), {}, {}, {}
        state.round_open = True
        if not self.secondary and self.round > 1:  # players who advanced, or already sit, keep what they had
            state.banks = {}
        for entrant in state.entrants.values():
            entrant.secrets = 0


class PlayersReturned(Public, frozen=True, kw_only=True):
    """Those who play a secondary round are in again."""

    persons: tuple[str, ...]

    def alter(self, state: Tournament) -> None:
        state.busts = [bust for bust in state.busts if bust.person not in self.persons]
        for person in self.persons:
            state.entrants[person].status = "entered"


class SecretWagerMade(Event, frozen=True, kw_only=True):
    """A wager that only its player and those in charge know; everyone sees that one was made."""

    person: str
    amount: int

    def seen_by(self, viewer: Viewer) -> Self:
        if viewer.role in ("supervisor", "inspector") or viewer.person == self.person:
            return self
        return replace(self, amount=0)

    def alter(self, state: Tournament) -> None:
        state.secrets[self.person] = self.amount
        state.entrants[self.person].secrets += 1


class SecretWagersRevealed(Public, frozen=True, kw_only=True):
    table: str
    wagers: dict[str, int]

    def alter(self, state: Tournament) -> None:
        for person in self.wagers:
            del state.secrets[person]


class RoundClosed(Public, frozen=True, kw_only=True):
    """A round is over: who advances, and everyone's chips. The others are out by the events before. `cashed` is what chips
    are paid in cash, if the terms say so.
    """

    round: int
    on: tuple[str, ...]
    banks: dict[str, int]
    cashed: dict[str, int] = {}

    def alter(self, state: Tournament) -> None:
        state.round_open = False
        for person in list(state.entrants):
            state.stand(person)
        for person, amount in self.cashed.items():
            state.cashed[person] = state.cashed.get(person, 0) + amount


class DealProposed(Public, frozen=True, kw_only=True):
    deal: PrizeDeal

    def alter(self, state: Tournament) -> None:
        state.deal = self.deal


class DealAgreed(OfPerson, frozen=True, kw_only=True):
    def alter(self, state: Tournament) -> None:
        if state.deal is not None:
            state.deal = replace(state.deal, agreed=(*state.deal.agreed, self.person))


class TournamentFinished(Public, frozen=True, kw_only=True):
    """Play is over: the places, best first and those who tie together, and what each person has won.

    `passed_over` are those who may not win a prize, so those behind them move up a place. `returned` is what
    nobody was there to win.
    """

    ranking: tuple[tuple[str, ...], ...]
    awarded: dict[str, int]
    passed_over: tuple[str, ...] = ()
    returned: int = 0
    chips: str = ""

    @property
    def first(self) -> list[str]:
        """The winner: the best eligible player, or several if they tie."""
        stay = ([person for person in rank if person not in self.passed_over] for rank in self.ranking)
        return next(filter(None, stay), [])

    def alter(self, state: Tournament) -> None:
        state.phase = "over"
        state.awarded = {**self.awarded}


class WithheldAllotted(OfPerson, frozen=True, kw_only=True):
    """The operator has decided on a prize that nobody could win: it is this person's, or the house's if nobody is named."""

    amount: int
    why: str

    def alter(self, state: Tournament) -> None:
        state.allotted[self.person] = state.allotted.get(self.person, 0) + self.amount


class PrizePaidOut(OfPerson, frozen=True, kw_only=True):
    amount: int
    receipt: int

    def alter(self, state: Tournament) -> None:
        state.paid[self.person] = state.paid.get(self.person, 0) + self.amount
        state.payouts += 1


class PrizeTakenBack(OfPerson, frozen=True, kw_only=True):
    """A prize that was paid by mistake is in the pool again."""

    amount: int
    why: str

    def alter(self, state: Tournament) -> None:
        del state.paid[self.person]
