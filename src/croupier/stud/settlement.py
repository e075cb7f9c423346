"""Settlement: what each wager wins, loses or gets back, to the cent, from the dealer's right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.events import Event
from croupier.kernel.hands import HandValue
from croupier.kernel.money import Odds, round_up
from croupier.stud.betting import hand_shown
from croupier.stud.commands import Settle
from croupier.stud.events import CardsCollected, Result, RoundEnded, WagerSettled
from croupier.stud.rules import Options, Rules
from croupier.stud.table import FLOAT, Table, ante_of, bet_of, stack_of


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """How one wager comes out. `excess` is the part above the maximum, which goes back whatever happens."""

    wager: str
    result: Result
    stake: int
    excess: int = 0
    odds: Odds | None = None
    pays: int = 0
    grounds: tuple[str, ...]

    @property
    def returned(self) -> int:
        """What of the stake goes back to the player."""
        return self.excess if self.result == "lose" else self.stake

    @property
    def net(self) -> int:
        return self.returned + self.pays - self.stake


def lines(
    rules: Rules, options: Options, *, ante: int, bet: int, player: Sequence[Card], dealer: Sequence[Card]
) -> tuple[Line, ...]:
    """How the ante and the bet of a hand in the game come out against the dealer's hand."""
    return tuple(_lines(rules, options, ante, bet, rules.value(player), rules.value(dealer)))


def _lines(
    rules: Rules, options: Options, ante: int, bet: int, player: HandValue | None, dealer: HandValue
) -> Iterator[Line]:
    """`player` is needed only against a dealer who qualifies."""
    over = max(0, ante - options.maximum)
    if player is None or not rules.qualifies(dealer):
        yield _won(options, "ante", ante, over, rules.ante_odds, ("ante_wins_unqualified",))
        yield Line(wager="bet", result="void", stake=bet, grounds=("bet_void_unqualified",))
        return
    by_cards = ("equal_rank_by_cards",) if player.category == dealer.category and player != dealer else ()
    if player > dealer:
        odds = rules.bet_odds[player.category]
        yield _won(options, "ante", ante, over, rules.ante_odds, ("ante_wins_higher", *by_cards))
        yield _won(options, "bet", bet, 0, odds, ("bet_wins_higher", *by_cards), cap=options.maximum_payout)
    elif player < dealer:
        above = ("wager_above_maximum",) if over else ()
        yield Line(
            wager="ante", result="lose", stake=ante, excess=over, grounds=("ante_loses_lower", *by_cards, *above)
        )
        yield Line(wager="bet", result="lose", stake=bet, grounds=("bet_loses_lower", *by_cards))
    else:
        yield Line(wager="ante", result="stand-off", stake=ante, grounds=("ante_stands_off",))
        yield Line(wager="bet", result="stand-off", stake=bet, grounds=("bet_stands_off",))


def _won(
    options: Options, wager: str, stake: int, excess: int, odds: Odds, grounds: tuple[str, ...], cap: int = 0
) -> Line:
    exact = odds.pays(stake - excess)
    pays = round_up(exact, options.chip)
    if excess:
        grounds = (*grounds, "wager_above_maximum")
    if pays != exact:
        grounds = (*grounds, "paid_in_chips")
    if cap and pays > cap:
        pays, grounds = cap, (*grounds, "maximum_payout")
    return Line(wager=wager, result="win", stake=stake, excess=excess, odds=odds, pays=pays, grounds=grounds)


def settle(rules: Rules, table: Table, command: Settle) -> Decision:
    """Settle every wager left in the game and end the round."""
    if table.phase != "settling":
        return rules.refuse("not_time_to_settle")
    dealer = rules.value(table.dealer.cards)
    compared = rules.qualifies(dealer)
    if compared:
        unseen = [number for number in table.betting if HIDDEN in table.boxes[number].cards]
        if unseen:
            return rules.refuse("hand_not_shown", f"box {', '.join(map(str, unseen))} must be shown first")
    events: list[Event] = []
    for number in reversed(table.betting):
        box = table.boxes[number]
        if compared and not box.shown:
            events.append(hand_shown(rules, number, box.cards))
        player = rules.value(box.cards) if compared else None
        for line in _lines(rules, table.options, table.ante(number), table.bet(number), player, dealer):
            events.append(_settled(rules, box.seat, number, line))
        ground = "cards_collected" if compared else "cards_collected_unqualified"
        events.append(CardsCollected(box=number, counted=len(box.cards), clauses=rules.cite(ground)))
    events.append(RoundEnded(round=table.round, clauses=rules.cite("round_ended")))
    return Accepted(tuple(events))


def _settled(rules: Rules, seat: int, box: int, line: Line) -> WagerSettled:
    spot = ante_of(box) if line.wager == "ante" else bet_of(box)
    postings = {spot: -line.stake}
    if line.returned + line.pays:
        postings[stack_of(seat)] = line.returned + line.pays
    if house := line.stake - line.returned - line.pays:
        postings[FLOAT] = house
    return WagerSettled(
        box=box,
        wager=line.wager,
        result=line.result,
        stake=line.stake,
        pays=line.pays,
        returned=line.returned,
        odds=str(line.odds) if line.odds else "",
        clauses=rules.cite(*line.grounds),
        postings=postings,
    )
