"""The dealer's page: the next step, large; the deal by keyboard or taps; every irregularity; what each box is paid."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from croupier.kernel.actors import Capacity, Said
from croupier.kernel.cards import DECK, HIDDEN
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.incidents import Rule
from croupier.kernel.legal import Legal
from croupier.kernel.links import Ask
from croupier.kernel.money import money
from croupier.kernel.rulings import Irregularity
from croupier.poker import lines as poker_lines
from croupier.stud import commands as stud, events as happened, lines as stud_lines
from croupier.stud.settlement import misstated
from croupier.stud.state import State
from croupier.tables.any_table import AnyTable
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable, whose
from croupier.web.acts import Act, act, called, shows_none
from croupier.web.pages import page
from croupier.web.pieces import joined, sentence
from croupier.web.regions import log, viewer_of
from croupier.web.texts import text

BY_HAND = (stud.DealCards, stud.ShowHand)
"""Commands that need cards named at a table that a person deals: they are typed or tapped, not pressed."""


_FACES, _SHOWN = ("As", "Kd", "9c", "7h", "2s"), ("Qh", "Qd", "4c", "4s", "2d")
"""Cards for examples, all different."""


class Typed(msgspec.Struct, frozen=True, kw_only=True):
    """A step that needs cards named: the line to complete, and what it is."""

    label: str
    line: str
    count: int
    clauses: tuple[str, ...]


class Payout(msgspec.Struct, frozen=True, kw_only=True):
    """What a box is paid at the settlement that is due: each wager with its odds, and the total for the player."""

    amount: int
    working: tuple[str, ...]
    clauses: tuple[str, ...]


def dealer_regions(table: AnyTable, person: str, capacity: Capacity, now: int, names: Mapping[str, str] = {}) -> dict[str, str]:
    """The parts of the dealer's page beside the table itself; `names` are people's display names."""
    offers = dealer_offers(table, capacity, person)
    steps, typed = _steps(table, offers), _typed(table, offers)
    book, money, viewer = table.rules.book, table.rules.currency, viewer_of(table, person, capacity)
    known, true = due_payouts(table, person, capacity, now), due_payouts(table, person, capacity, now, true=True)
    stated = table.state.stated if isinstance(table.state, State) else {}
    known |= {box: due for box, due in true.items() if box in stated}
    question = table.state.question
    seats = [(seat, names.get(who := table.state.person_at(seat), who)) for seat in sorted(table.state.seats)]
    told = [(box, known.get(box), verdict_on(known.get(box), stated.get(box))) for box in to_be_paid(table)]
    return {
        "step": page(
            "dealer_step.html",
            currency=money,
            steps=steps,
            typed=typed,
            book=book,
            ruling=question,
            yours=question is not None and table.rules.rank_of(capacity) >= table.rules.rank_of(question.rank),
            rules=[act(offer) for offer in table.legal(by=table.rules.ranks[-1]) if isinstance(offer.command, Rule)],
            waits=_waits(table, Said(person, capacity, max(now, table.at))),
        ),
        "correction": page("dealer_correction.html", cards=open_cards(table, person, capacity)),
        "wrong_acts": page("dealer_wrong_acts.html", currency=money, acts=wrong_acts(table)),
        "payouts": page("dealer_payouts.html", currency=money, payouts=told, book=book),
        "trouble": page("dealer_trouble.html", currency=money, troubles=troubles(table), book=book, seats=seats),
        "log": log(table, viewer, names, lambda event: ""),
    }


def examples(table: AnyTable) -> list[str]:
    """Lines as a dealer types them at this very table, with as many cards as it deals at a time."""
    if isinstance(table, PokerTable):
        dealt = " ".join(_FACES[: table.rules.hole_cards])
        return [f"deal 1: {dealt}", "flop Qh Qd 4c", "turn 4s", "river 2d"]
    dealt = " ".join(_FACES[: table.rules.dealt_at_a_time[table.state.options.device]])
    return [f"deal 1: {dealt}", "turn up Qh", f"reveal {' '.join(_SHOWN[: table.rules.cards])}"]


def open_cards(table: AnyTable, person: str, capacity: Capacity) -> list[str] | None:
    """The cards that the dealer sees face up, the last of them first; empty if no live round is being dealt."""
    seen = table.picture(viewer_of(table, person, capacity))
    if isinstance(seen, State):
        live, faces = seen.source == "live" and seen.round_begun, seen.faces_in_play()
    else:
        live, faces = not seen.hand.known and seen.hand.phase not in ("between", "blinds"), seen.hand.faces_in_play()
    return [card.value for card in reversed(faces)] if live else None


def wrong_acts(table: AnyTable) -> list[tuple[str, str]]:
    """What a dealer may have recorded by mistake in a live round: the beginning of the line that corrects it, and its words."""
    state = table.state
    if not isinstance(state, State) or state.source != "live" or not state.shuffled:
        return []
    corrections = []
    acts = {"bet": "dealer.really_bet", "fold": "dealer.really_fold"}
    if state.phase == "deciding":
        acts["undecided"] = "dealer.really_undecided"
    for number in (*state.betting, *state.given_up):
        others = ((to, words) for to, words in acts.items() if to != state.boxes[number].choice)
        corrections += [(f"correct box {number} to {to}", text(words, number=number)) for to, words in others]
    changed = [number for number in state.wagered if state.boxes[number].given_up]
    corrections += [(f"correct box {n} to unchanged", text("dealer.really_unchanged", number=n)) for n in changed]
    antes = [number for number in state.wagered if state.boxes[number].choice in ("", "bet")]
    return corrections + [(f"correct ante {number} to", text("dealer.really_ante", number=number)) for number in antes]


def _waits(table: AnyTable, said: Said) -> str:
    """What the dealer waits for while there is nothing to do."""
    if isinstance(table, PokerTable):
        return text("dealer.wait_turn", who=text("poker.seat", number=table.turn)) if table.turn else text("dealer.wait")
    if wrong := [box for box, _ in misstated(table.rules, table.state)]:
        return text("dealer.wait_payout", who=joined(text("house.box", number=box) for box in wrong))
    if table.state.phase == "settling" and table.links is not None:
        would = table.links.would(Ask(table, stud.Settle(), said))
        if isinstance(would, Refused) and would.ground == "float_lacks":
            return sentence(would.reason)
    boxes = [text("house.box", number=box) for box in table.state.undecided] if table.state.phase == "deciding" else []
    return text("dealer.wait_for", who=joined(boxes)) if boxes else text("dealer.wait")


def dealer_offers(table: AnyTable, capacity: Capacity, person: str = "") -> list[Legal]:
    """What is open to the dealer now, the next step of the book first; payouts have fields of their own."""
    offers = [legal for legal in table.legal(by=capacity, person=person) if not isinstance(legal.command, stud.StatePayout)]
    if isinstance(table, PokerTable) and (step := table.next_step()) is not None and whose(step) is not None:
        offers.sort(key=lambda offer: type(offer.command) is not type(step))
    return offers


def _steps(table: AnyTable, offers: Iterable[Legal]) -> list[tuple[Act, str]]:
    """The steps that are one press, each with its line; one that names a card nobody has seen yet is typed."""
    typed, lines = (*BY_HAND, Rule), poker_lines if isinstance(table, PokerTable) else stud_lines
    pressed = [offer for offer in offers if not isinstance(offer.command, typed) and not shows_none(offer.command)]
    return [(act(offer), lines.write_line(offer.command)) for offer in pressed]


def _typed(table: AnyTable, offers: Iterable[Legal]) -> list[Typed]:
    """The steps for which cards are named, as the beginning of their lines."""
    typed = []
    for offer in offers:
        command = offer.command
        match command:
            case stud.DealCards():
                whom = "dealer" if command.box == 0 else str(command.box)
                line, count = f"deal {whom}: ", len(command.cards)
            case stud.TurnUp() if command.card is HIDDEN:
                line, count = "turn up ", 1
            case stud.Reveal() if HIDDEN in command.cards:
                line, count = "reveal ", len(command.cards)
            case stud.ShowHand() if HIDDEN in command.cards:
                line, count = f"show {command.box}: ", len(command.cards)
            case _:
                continue
        typed.append(Typed(label=called(command), line=line, count=count, clauses=offer.clauses))
    return typed


def troubles(table: AnyTable) -> list[tuple[str, Irregularity, bool]]:
    """Every irregularity of the book by name; those possible now are open, and come first."""
    phase = table.state.phase
    irregularities = [(name, one, not one.phases or phase in one.phases) for name, one in table.rules.irregularities.items()]
    return sorted(irregularities, key=lambda row: not row[2])


def verdict_on(due: Payout | None, said: int | None) -> tuple[bool, str] | None:
    """Whether what a dealer has stated for a box is right, with a message; None if nothing was stated."""
    if due is None or said is None:
        return None
    wrong = text("dealer.wrong", said=money(said), amount=money(due.amount))
    return (True, text("dealer.right")) if said == due.amount else (False, wrong)


def to_be_paid(table: AnyTable) -> list[int]:
    """The boxes that the settlement now due decides."""
    return sorted(table.state.betting) if isinstance(table, HouseTable) and table.state.phase == "settling" else []


def due_payouts(table: AnyTable, person: str, capacity: Capacity, now: int, *, true: bool = False) -> dict[int, Payout]:
    """What each box would be paid by the settlement now due, from what the dealer has been shown; otherwise empty.

    What is `true` is from the hands as they are on record: for a dealer who has turned them up and says what is paid for them.
    """
    if not isinstance(table, HouseTable) or table.state.phase != "settling":
        return {}
    seen = table.state if true else table.picture(viewer_of(table, person, capacity))
    said = Said(person, capacity, max(now, table.at))
    decision = table.engine.decide(table.rules, replace(seen, stated={}), stud.Settle(), said)
    if not isinstance(decision, Accepted):
        return {}
    by_box: dict[int, list[happened.WagerSettled]] = {}
    for event in decision.events:
        if isinstance(event, happened.WagerSettled):
            by_box.setdefault(event.box, []).append(event)
    return {
        box: Payout(
            amount=sum(event.pays for event in lines),
            working=tuple(table.engine.tell(event, table.rules) for event in lines),
            clauses=tuple(dict.fromkeys(clause for event in lines for clause in event.clauses)),
        )
        for box, lines in sorted(by_box.items())
    }


def card_faces() -> list[str]:
    """All cards of a deck, suit by suit from the ace down, for the card pad."""
    order = "AKQJT98765432"
    return sorted((card.value for card in DECK), key=lambda face: ("shdc".index(face[1]), order.index(face[0])))
