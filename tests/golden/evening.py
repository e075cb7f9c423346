"""An evening at two tables linked to one prize meter, in words: what is said, and what becomes so at both."""

from __future__ import annotations

from croupier.jackpots.lines import exact_amount, read_line as read_meter_line
from croupier.jackpots.telling import tell as tell_meter
from croupier.kernel.cards import DECK, parse_cards, show_cards
from croupier.kernel.clauses import cited
from croupier.kernel.decisions import Refused
from croupier.kernel.lines import said_by
from croupier.stud.lines import read_line
from croupier.stud.rules import Options
from croupier.stud.telling import tell
from croupier.tables.casino import Casino
from croupier.tables.house_table import house_table

GAME = "crown-caribbean-stud"
DEALER = "Ac Kh 8h 6h 3c"
EVENING = """
meters: by TG Area Manager: open main: option 1 seed 10000 cost 1 tables A, B
meters: by TG Assistant Casino Manager: open side: option 1 seed 10000 cost 2.50 tables C
A: ante 1 10.00
A: jackpot 1
A: ante 2 10.00
A: jackpot 2 2.00
A: jackpot 2
A: shuffle As Ks Qs Js Ts 9s 8s 7s 6s 5s
B: ante 1 10.00
B: jackpot 1
B: shuffle Kc Qc Jc Tc 9c
A: no more bets
B: no more bets
A: deal
B: deal
A: bet or fold
A: bet 1
A: bet 2
A: reveal
B: bet or fold
B: bet 1
B: reveal
B: settle
A: settle
A: pay jackpot 1 9090.91
meters: by x as dealer: verify A/1/1
meters: by y as TG Area Manager: verify A/1/1
meters: by y as TG Assistant Casino Manager: verify A/1/1
A: pay jackpot 1 9000.00
A: pay 1
meters: by y as TG Assistant Casino Manager: verify A/1/2
A: pay 2
meters: by z as TG Assistant Casino Manager: verify B/1/1
B: pay 1
A: ante 1 10.00
A: jackpot 1
A: ante 2 10.00
A: shuffle Ah Jh 9h 5h 2h
A: no more bets
A: deal
A: report deck-count count 51
A: ante 1 10.00
A: ante 2 10.00
A: jackpot 2
A: shuffle Ah Jh 9h 5h 2h
A: no more bets
A: deal
A: bet or fold
A: bet 1
A: fold 2
A: reveal
A: settle
A: pay 1
meters: at 100: by TG Area Manager: notice close side
meters: at 1299: by TG Assistant Casino Manager: close side
meters: at 1300: by TG Assistant Casino Manager: close side
meters: equipment main fails
B: ante 1 10.00
B: jackpot 1
"""


def evening() -> str:
    """The text of the evening, with the meters after every step that changes them."""
    casino = Casino(GAME)
    for name in "AB":
        seats = 2 if name == "A" else 1
        casino.add(name, house_table(GAME, seats=seats, options=Options(places=seats)))
    text: list[str] = []
    for line in EVENING.strip().splitlines():
        text += ["", f"> {line}", *_played(casino, *line.split(": ", 1))]
    return "\n".join([f"{GAME}: two tables linked to one prize meter", *text]) + "\n"


def _played(casino: Casino, where: str, said: str) -> list[str]:
    on_meters = len(casino.meters.events)
    who, line = said_by(said)
    if where == "meters":
        decision = casino.manage(read_meter_line(line, GAME), **who)
        told: list[str] = []
    else:
        here = casino.tables[where]
        before = len(here.events)
        if line.startswith("pay ") and "jackpot" not in line:
            decision = casino.pay(where, int(line.removeprefix("pay ")), **who)
        else:
            decision = casino.do(where, read_line(_whole_deck(line, len(here.state.wagered)), here.state, here.rules), **who)
        told = [f"  {tell(event, here.rules)} ({cited(event.clauses)})" for event in here.events[before:]]
    if isinstance(decision, Refused):
        return [f"  {decision}"]
    news = casino.meters.events[on_meters:]
    told += [f"  meter: {tell_meter(event)} ({cited(event.clauses)})" for event in news]
    if news:
        held = (f"{name} ${exact_amount(system.major.value)}" for name, system in casino.meters.state.systems.items())
        told.append(f"  the meters: {', '.join(held)}")
    assert casino.wrong() == []
    return told


def _whole_deck(said: str, players: int) -> str:
    """A shuffle that names the first hands, with a dealer's hand behind them and the rest of the deck."""
    if not said.startswith("shuffle "):
        return said
    named = parse_cards(said.removeprefix("shuffle "))
    rest = [card for card in DECK if card not in (*named, *parse_cards(DEALER))]
    missing = 5 * players - len(named)
    return f"shuffle {show_cards((*named, *rest[:missing], *parse_cards(DEALER), *rest[missing:]))}"
