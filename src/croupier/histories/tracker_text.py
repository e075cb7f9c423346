"""Hands of a poker table as plain text that tracking programs import, with what one viewer may see and no more.

The layout is that of one widely read hand history: a header, the seats, the posts, a part for each street, a summary.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from croupier.drawing.document import as_recorded
from croupier.histories.hand_log import HandLog, hands_of
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import HIDDEN, Card, show_cards
from croupier.kernel.data import data_of
from croupier.kernel.events import Event
from croupier.kernel.hands import spoken
from croupier.poker import events
from croupier.poker.rules import Options, Rules
from croupier.tables.poker_table import PokerTable

_CALLED = data_of("croupier.histories", "formats.toml")["tracker"]


def tracker_text(table: PokerTable, viewer: Viewer, *, name: str, when: datetime, only: int = 0) -> str:
    """Every finished hand at a table as text, or `only` one by its number; `name` is the table's, `when` its time."""
    hands = (log for log in hands_of(table, viewer) if log.ended and only in (0, log.number))
    return table.rules.currency.told("\n\n\n".join(_Telling(table.rules, log).text(name, when) for log in hands)) + "\n"


def _money(cents: int) -> str:
    return f"${cents // 100}" if cents % 100 == 0 else f"${cents // 100}.{cents % 100:02d}"


def _player(seat: int) -> str:
    return f"Player{seat}"


def _all_in(event: Any) -> str:
    return " and is all-in" if event.all_in else ""


class _Telling:
    """One hand in writing, line by line."""

    def __init__(self, rules: Rules, log: HandLog) -> None:
        self.rules, self.log = rules, log
        self.bet = 0
        self.wagered: dict[int, int] = {}
        self.board: tuple[Card, ...] = ()
        self.folded: dict[int, str] = {}
        self.shown: dict[int, tuple[tuple[Card, ...], str]] = {}
        self.mucked: set[int] = set()

    def text(self, name: str, when: datetime) -> str:
        play = [line for event in self.log.events for line in self._lines(event)]
        game, ways = _CALLED["games"].get(self.rules.variant, self.rules.title), {"money": _money, "show_cards": show_cards}
        told = {"play": play, "name": name, "when": when, "game": game, "stakes": _stakes(self.log.options), **ways}
        return "\n".join(as_recorded("tracker_hand.txt", hand=self, **told))

    def place(self, seat: int) -> str:
        """Whether a seat has the button or a blind."""
        button, *blinds = self.log.positions
        names = {blinds[-1]: " (big blind)", blinds[0]: " (small blind)"} if len(blinds) > 1 else {}
        if seat == button:
            return " (button)" + (names.get(seat, "") if len(self.log.ring) == 2 else "")
        return names.get(seat, "")

    def _lines(self, event: Event) -> Iterator[str]:
        who = _player(getattr(event, "seat", 0))
        match event:
            case events.BlindPosted(seat=seat):
                blind = "big blind" if seat == self.log.positions[-1] else "small blind"
                what = {"straddle": "straddle", "ante": "the ante", "post": "big blind"}.get(event.kind, blind)
                if event.dead and event.live:
                    what = "small & big blinds"
                if event.kind != "ante":
                    self.wagered[seat] = self.wagered.get(seat, 0) + event.live
                    self.bet = max(self.bet, event.level)
                yield f"{who}: posts {what} {_money(event.live + event.dead)}{_all_in(event)}"
            case events.HandsDealt():
                yield "*** HOLE CARDS ***"
                for seat, cards in event.hands.items():
                    if seat == self.log.own and HIDDEN not in cards:
                        yield f"Dealt to {_player(seat)} [{show_cards(cards)}]"
            case events.Checked():
                yield f"{who}: checks"
            case events.Called(seat=seat):
                self.wagered[seat] = self.wagered.get(seat, 0) + event.amount
                yield f"{who}: calls {_money(event.amount)}{_all_in(event)}"
            case events.Raised(seat=seat, to=to):
                over, self.bet = to - self.bet, to
                self.wagered[seat] = to
                does = f"raises {_money(over)} to {_money(to)}" if over != to else f"bets {_money(to)}"
                yield f"{who}: {does}{_all_in(event)}"
            case events.Folded(seat=seat):
                bet = seat in self.wagered or seat in self.log.winnings or self.board
                self.folded[seat] = _CALLED["folded"][str(len(self.board))] + ("" if bet else " (didn't bet)")
                yield f"{who}: folds"
            case events.CardDiscarded():
                face = f" [{event.card}]" if event.seat == self.log.own and event.card is not HIDDEN else ""
                yield f"{who}: discards 1 card{face}"
            case events.BoardDealt():
                before, self.board = self.board, (*self.board, *event.cards)
                self.bet = 0
                known = f"[{show_cards(before)}] " if before else ""
                if name := _CALLED["streets"].get(str(len(self.board))):
                    yield f"*** {name} *** {known}[{show_cards(event.cards)}]"
            case events.UncalledReturned():
                yield f"Uncalled bet ({_money(event.amount)}) returned to {who}"
            case events.ShowdownBegun():
                yield "*** SHOW DOWN ***"
            case events.HandShown(cards=cards):
                hand = f"HI: {spoken(event.hand)}; LO: {spoken(event.low)}" if event.low else spoken(event.hand)
                self.shown[event.seat] = cards, hand
                yield f"{who}: shows [{show_cards(cards)}] ({hand})"
            case events.HandMucked():
                self.mucked.add(event.seat)
                yield f"{who}: mucks hand"
            case events.PotPushed(pot=pot):
                several = sum(isinstance(other, events.PotPushed) and other.pot > 0 for other in self.log.events)
                which = "pot" if not several else "main pot" if pot == 0 else f"side pot-{pot}"
                for seat, share in event.shares.items():
                    yield f"{_player(seat)} collected {_money(share)} from {which}"
                if not self.shown:
                    yield from (f"{_player(seat)}: doesn't show hand" for seat in event.shares)


def _stakes(sign: Options) -> str:
    if sign.bets:
        return f"{_money(sign.least_bet(0))}/{_money(sign.least_bet(3))}"
    return "/".join(_money(blind) for blind in sign.blinds[-2:])
