"""Section 11: what follows when something goes wrong at the table, and what happens to jackpot wagers."""

from msgspec.structs import replace

from croupier.books.caribbean import told
from croupier.books.crown_caribbean_stud.people import AREA_MANAGER, NOTHING_LIES, SUPERVISOR
from croupier.kernel.accounts import FLOAT, stack_of
from croupier.kernel.cards import HIDDEN
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.incidents import Report
from croupier.kernel.money import Odds, dollars
from croupier.kernel.rulings import ask, follows
from croupier.kernel.telling import counted, several, whose
from croupier.stud import events, irregularities as common
from croupier.stud.jackpot_wagers import checked_all, kept, reregister
from croupier.stud.rules import Rules
from croupier.stud.seats import taken
from croupier.stud.settlement import Line, settled, winning
from croupier.stud.state import DEALER, State, ante_of, bet_of

FOLDED_MAY_RETRACT = "folded-may-retract"
"""The other reading of 11.5.2, 11.8 and 11.10.2(a): a player who has folded may take the ante back too."""


ABNORMAL_IS_MISDEAL = "abnormal-is-misdeal"
"""The other reading of 4.1.1(b): once cards have been dealt, the shuffle makes the round a misdeal immediately."""


def exposed(rules: Rules, table: State, report: Report) -> Decision:
    """11.1 to 11.3: one or two exposed cards are turned back, a third is a misdeal, one of the dealer's becomes the up card.

    Cards exposed in the deal count even if that is noticed later.
    """
    if report.count < 1:
        return Refused("not_irregular", "say how many cards were exposed", ("11.1",))
    if report.box != DEALER and not table.boxes[report.box].seat:
        return Refused("nothing_wagered", f"box {report.box} has no ante, so it is dealt no cards", ("11.1",))
    stays = common.exposed_card(rules, table, report, ("11.3",)) if report.box == DEALER else None
    if isinstance(stays, Refused):
        return stays
    if (refusal := common.too_many_exposed(table, report, ("11.2",))) is not None:
        return refusal
    total = table.exposed + report.count - (1 if stays else 0)
    if total >= rules.number("exposed_cards_misdeal"):
        return follows(rules, report, ("11.2",), *_misdeal(table, f"{total} cards exposed in the deal", ("11.2",)))
    clauses = ("11.1",) if total == 1 else ("11.2",)
    made: list[Event] = [stays] if stays else []
    if total > table.exposed:
        made.append(events.CardTurnedBack(box=report.box, exposed=total, clauses=clauses))
    return follows(rules, report, ("11.3",) if total == table.exposed else clauses, *made)


def _misdeal(table: State, why: str, clauses: tuple[str, ...]) -> tuple[Event, ...]:
    """A round that is void; its jackpot wagers count for the next one (11.14)."""
    return common.void_round(table, why, clauses, jackpots_too=False), *kept(table, ("11.14",))


def miscount(rules: Rules, table: State, report: Report) -> Decision:
    """11.4 to 11.6: a misdeal before 'bet or fold'; afterwards all the cards are counted before anything is decided.

    A hand that was folded or forfeited counts as well; one whose wagers were returned does not.
    """
    if report.count == rules.cards:
        clause = "11.4" if table.phase == "dealing" else "11.6" if report.box == DEALER else "11.5"
        return Refused("not_irregular", f"{rules.cards} cards is the right number", (clause,))
    dealers = report.box == DEALER
    if not dealers and table.boxes[report.box].void:
        return Refused("nothing_wagered", f"the hand of box {report.box} is out of the game", ("11.5",))
    if not dealers and not table.boxes[report.box].seat:
        return Refused("nothing_wagered", f"box {report.box} has no wager", ("11.5",))
    if dealers and table.dealer.choice == "void":
        return Refused("nothing_wagered", "the dealer's hand is void already", ("11.6.2",))
    has = counted("card", report.count) if report.count else "no cards"
    what = f"{whose(report.box)} has {has}"
    if table.phase == "dealing":
        return _ask_supervisor(rules, report, "miscount-in-deal", what, "11.4")
    clause, rank = ("11.6", SUPERVISOR) if dealers else ("11.5", AREA_MANAGER)
    noted = common.notify((SUPERVISOR,) if dealers else (SUPERVISOR, AREA_MANAGER), what, (clause,))
    name = "miscount-of-dealer" if dealers else "miscount-of-player"
    return ask(rules, report, name, rank=rank, clauses=(clause,), first=(noted,), about=what)


def _ask_supervisor(rules: Rules, report: Report, name: str, what: str, clause: str) -> Decision:
    """The supervisor is notified immediately and directs what follows; before 'bet or fold', if it is a misdeal (11.4, 11.7)."""
    noted = common.notify((SUPERVISOR,), what, (clause,))
    return ask(rules, report, name, rank=SUPERVISOR, clauses=(clause,), first=(noted,), about=what)


def _ruled_on_deal(table: State, option: str, why: str, clause: str) -> Decision | None:
    """What follows from a ruling before 'bet or fold'; empty if the question was another one."""
    if option == "misdeal":
        return Accepted(_misdeal(table, why, (clause,)))
    return Accepted((events.RoundStands(why="the cards are right", clauses=(clause,)),)) if option == "no error" else None


def rule_miscount(rules: Rules, table: State, report: Report, option: str) -> Decision:
    dealers = report.box == DEALER
    if (ruled := _ruled_on_deal(table, option, "a wrong number of cards", "11.4")) is not None:
        return ruled
    clause = "11.6" if dealers else "11.5"
    if option == "discrepancy":
        return Accepted(_misdeal(table, "the number of cards is wrong", (f"{clause}.1",)))
    all_there = events.CardsCounted(count=rules.deck_size, clauses=(f"{clause}.2",))
    if dealers:
        return Accepted((all_there, *dealer_void(rules, table)))
    void = common.void_hand(table, report.box, "a wrong number of cards", ("11.5.2",))
    return Accepted((all_there, void, *_may_retract(table, ("11.5.2",), but=(report.box,))))


def skipped_box(rules: Rules, table: State, report: Report) -> Decision:
    """11.4 and 11.5: a box with an ante that was dealt no cards."""
    if report.box == DEALER:
        return Refused("not_irregular", "for the dealer's own hand report a miscount", ("11.6",))
    return miscount(rules, table, replace(report, count=0))


def _may_retract(table: State, clauses: tuple[str, ...], *, but: tuple[int, ...] = ()) -> tuple[Event, ...]:
    """The option of taking wagers back, for everyone with wagers on the layout; by the other reading after a fold too."""
    folded = table.folded if FOLDED_MAY_RETRACT in table.options.readings else ()
    return common.offer_retraction(table, clauses, but=but, also=folded)


def dealer_void(rules: Rules, table: State) -> list[Event]:
    """11.6.2: folded antes come back, every ante is paid even money, every bet is returned."""
    odds = Odds(rules.number("void_dealer_hand_ante_odds"))
    made: list[Event] = [events.DealerHandVoided(clauses=("11.6.2",))]
    for number in reversed(table.wagered):
        box = table.boxes[number]
        if box.choice not in ("", "bet", "fold"):
            continue
        ante, most = table.ante(number), table.limits_of(box.seat)[1]
        if box.choice == "fold":
            ante = box.collected
            back = {FLOAT: -ante, ante_of(number): ante}
            made.append(events.AnteReinstated(box=number, clauses=("11.6.2(a)",), postings=back))
        paid = winning(table.options, "ante", ante, max(0, ante - most), odds, ())
        made.append(settled(table, number, paid, ("11.6.2(a)", *rules.cite(*paid.grounds))))
        if bet := table.bet(number):
            void = Line(wager="bet", result="void", stake=bet, grounds=())
            made.append(settled(table, number, void, ("11.6.2",)))
    ended = events.RoundEnded(round=table.round, clauses=("11.6.2",))
    return [*made, *(checked_all(rules, table, ended, ("11.6.2(b)",)) if table.registered else (ended,))]


def extra_hand(rules: Rules, table: State, report: Report) -> Decision:
    """11.7 and 11.8: cards on a box without an ante are a misdeal before 'bet or fold', and burnt afterwards.

    The supervisor directs both.
    """
    clause = "11.7" if table.phase == "dealing" else "11.8"
    if report.box == DEALER or table.boxes[report.box].seat:
        return Refused("not_irregular", "that is for a box without an ante", (clause,))
    if not report.count:
        return Refused("not_irregular", "no card was dealt there", (clause,))
    what = f"cards dealt to box {report.box}, which has no ante"
    if table.phase == "dealing":
        return _ask_supervisor(rules, report, "extra-hand-in-deal", what, "11.7")
    return _ask_supervisor(rules, report, "extra-hand", what, "11.8")


def rule_extra_hand(rules: Rules, table: State, report: Report, option: str) -> Decision:
    if option == "burn the cards":
        burnt = events.CardsBurnt(box=report.box, counted=max(report.count, 0), clauses=("11.8",))
        return Accepted((burnt, *_may_retract(table, ("11.8",))))
    clause = "11.7" if table.phase == "dealing" else "11.8"
    why = "cards where there is no ante"
    return _ruled_on_deal(table, option, why, clause) or Refused("no_such_ruling", option, (clause,))


def cards_taken(rules: Rules, table: State, report: Report) -> Decision:
    """11.9: cards taken by mistake come back if the player names the top five of the rack, or if it has no others.

    A player who cannot name the cards says `??`. If nobody knows what was dealt, someone must look in the rack.
    """
    number, box = report.box, table.boxes[report.box]
    if not box.seat or box.choice not in ("", "bet", "fold"):
        return Refused("not_irregular", f"{whose(number)} had no cards that could be taken", ("11.9",))
    folded = box.choice == "fold"
    if folded and table.phase == "settling":  # the dealer's hand is up: it is too late to decide on this one
        return follows(rules, report, ("11.9",), _stays_in_rack(table, number))
    if len(table.discards) <= (len(box.cards) if folded else 0):
        return follows(rules, report, ("11.9",), _back_from_rack(table, number, "11.9.2"))
    if not box.picked_up or HIDDEN in report.cards or len(report.cards) != len(box.cards):
        return follows(rules, report, ("11.9",), _stays_in_rack(table, number))
    if HIDDEN in box.cards:
        return ask(rules, report, clauses=("11.9.1",), seat=box.seat)
    on_top = not folded or table.discards[: len(box.cards)] == box.cards
    if on_top and set(report.cards) == set(box.cards):
        return follows(rules, report, ("11.9",), _back_from_rack(table, number, "11.9.1"))
    return follows(rules, report, ("11.9",), _stays_in_rack(table, number))


def rule_cards_taken(rules: Rules, table: State, report: Report, option: str) -> Decision:
    agree = option == "they agree"
    return Accepted((_back_from_rack(table, report.box, "11.9.1") if agree else _stays_in_rack(table, report.box),))


def _back_from_rack(table: State, number: int, clause: str) -> events.CardsReturned:
    return common.cards_returned(table, number, clause, *(("11.9.3",) if table.boxes[number].collected else ()))


def _stays_in_rack(table: State, number: int) -> Event:
    return common.void_hand(table, number, "cards taken by mistake that stay in the rack", ("11.9.2", "11.9.3"))


def viewed(rules: Rules, table: State, report: Report) -> Decision:
    """11.10: a player with several hands has looked at another one, or at more than one.

    `boxes` are the hands the player was seen to look at. If that is one other hand, the supervisor says whether the player
    also looked at the hand of the seat.
    """
    seat, boxes = report.player, tuple(dict.fromkeys(report.boxes))
    own = tuple(number for number in table.wagered if table.boxes[number].seat == seat)
    if not set(boxes) <= set(own) or boxes == (table.own_box(seat),):
        return Refused("not_irregular", f"those are not further hands of seat {seat}", ("11.10",))
    if not _others_viewed(table, report):
        return Refused("nothing_wagered", "those hands are out of the game", ("11.10",))
    what = f"seat {seat} has looked at {several('box', boxes, 'boxes')}"
    only = len(boxes) <= rules.number("hands_viewed") and seat not in table.own_boxes
    noted = common.notify((SUPERVISOR,), what, ("11.10",))
    return ask(rules, report, but=() if only else ("one hand only",), clauses=("11.10",), first=(noted,), about=what)


def _others_viewed(table: State, report: Report) -> list[int]:
    """Hands in play that were looked at, except the seat's, or the one that counts as such since an earlier look."""
    valid = table.own_box(report.player)
    return [box for box in dict.fromkeys(report.boxes) if box != valid and box in common.in_game(table)]


def rule_viewed(rules: Rules, table: State, report: Report, option: str) -> Decision:
    seat = report.player
    others = _others_viewed(table, report)
    if option == "one hand only":
        return common.deemed_own(table, report, others[0], ("11.10.1",))
    own = tuple(number for number in table.wagered if table.boxes[number].seat == seat)
    voided = [common.void_hand(table, box, "a hand that may not be looked at", ("11.10.2",)) for box in others]
    return Accepted((*voided, *_may_retract(table, ("11.10.2(a)", "11.5.2"), but=own)))


def deck_count(rules: Rules, table: State, report: Report, clause: str = "11.11") -> Decision:
    """11.11: a deck that is not 52 makes the round void; between rounds there is no round, and only the deck is checked."""
    cards_counted = events.CardsCounted(count=report.count, clauses=(clause,))
    if report.count == rules.deck_size:
        return follows(rules, report, (clause,), cards_counted)
    return follows(rules, report, (clause,), cards_counted, *_wrong_deck(rules, table, counted("card", report.count), (clause,)))


def _wrong_deck(rules: Rules, table: State, why: str, clauses: tuple[str, ...]) -> tuple[Event, ...]:
    if table.wagered:
        return _misdeal(table, f"{why} in the deck", clauses)
    return (events.DeckCheckOrdered(why=f"{why} in the deck", opening=rules.opening_duties(table), clauses=(*clauses, "3.2")),)


def wrong_deck(rules: Rules, table: State, report: Report) -> Decision:
    """11.11 with 3.1: a card from another deck, or a missing one, so these are not the 52 cards of one deck."""
    why = "a card missing" if report.what == "missing-card" else "a card of another deck"
    return follows(rules, report, ("11.11",), *_wrong_deck(rules, table, why, ("11.11", "3.1")))


def wrong_bet(rules: Rules, table: State, report: Report) -> Decision:
    """11.12 and 11.13: a player cannot bet twice the ante during play, or the bet proves wrong at settlement."""
    number, box = report.box, table.boxes[report.box]
    if number not in common.in_game(table):
        return Refused("nothing_wagered", f"{whose(number)} has no hand in the game", ("11.12",))
    due = rules.bet_multiple * table.ante_in_play(number)
    if report.amount == due:
        clause = "11.12" if table.phase == "deciding" else "11.13"
        return Refused("not_irregular", f"{dollars(due)} is twice the ante", (clause,))
    if table.phase == "deciding":
        return _no_exact_bet(rules, table, report)
    if not report.amount:
        return Refused("report_incomplete", "say how much is there; nothing at all is not a bet", ("11.13.2", "5.7.1"))
    clauses = ("11.13.1",) if report.amount > due else ("11.13.2",)
    more = report.amount - table.bet(number)
    if more > table.stack(box.seat):
        there = f"{dollars(report.amount)} cannot be the bet: seat {box.seat} has {dollars(table.stack(box.seat))} left"
        return Refused("wagers_in_chips", there, (*clauses, "5.1"))
    moved = {stack_of(box.seat): -more, bet_of(number): more} if more else {}
    bet_found = events.BetFound(box=number, amount=report.amount, clauses=clauses, postings=moved)
    return follows(rules, report, clauses, bet_found, *bet_against_ante(rules, table.moved(moved), number))


def bet_against_ante(rules: Rules, table: State, number: int) -> tuple[Event, ...]:
    """11.13: the excess over twice the ante is returned; a smaller bet is settled as it is, and the player informed."""
    seat, due = table.boxes[number].seat, rules.bet_multiple * table.ante_in_play(number)
    if (over := table.bet(number) - due) > 0:
        back = {bet_of(number): -over, stack_of(seat): over}
        return (events.ExcessReturned(box=number, amount=over, clauses=("11.13.1",), postings=back),)
    if not over or table.boxes[number].choice != "bet":
        return ()
    advice = f"this bet is settled as it stands; in further rounds it must be twice the ante, here {dollars(due)}"
    return (told(table, table.person_at(seat), "bet found", advice, ("11.13.2",)),)


def _no_exact_bet(rules: Rules, table: State, report: Report) -> Decision:
    """11.12: the first time the hand is void, after that the ante is forfeited; a bet already placed is returned.

    The jackpot wager of the void hand counts for the next round, as after a misdeal.
    """
    number, player = report.box, table.person_at(table.boxes[report.box].seat)
    if table.was_told(player, "exact bet"):
        why = "no bet of exactly twice the ante, after a warning"
        lost = taken(table, number)
        forfeited = events.WagersForfeited(box=number, why=why, clauses=("11.12",), postings=lost.postings)
        return follows(rules, report, ("11.12",), forfeited, *_kept_out(table, why, number))
    advice = "a bet is exactly twice the ante: next time the ante is forfeited and the cards are taken"
    warned = told(table, player, "exact bet", advice, ("11.12",))
    why = "no bet of exactly twice the ante"
    void = common.void_hand(table, number, why, ("11.12",), jackpot_too=False)
    return follows(rules, report, ("11.12",), void, warned, *_kept_out(table, why, number))


def _kept_out(table: State, why: str, number: int) -> tuple[Event, ...]:
    """A Jackpot wager leaves this round's game; by 11.14 it counts for the next one."""
    return reregister(table, why, ("11.12", "11.14"), but=number)


def shuffler_jam(rules: Rules, table: State, report: Report) -> Decision:
    """11.16: a shuffling shoe jams or does not finish; cards that have left it come back, and the round is a misdeal."""
    if (refusal := common.no_shuffler(table, "shuffling shoe", "11.16")) is not None:
        return refusal
    why = "the shuffling shoe did not finish"
    if any(box.cards for box in table.boxes):
        return follows(rules, report, ("11.16",), *_misdeal(table, why, ("11.16",)))
    return follows(rules, report, ("11.16",), events.ShuffleOrdered(why=why, clauses=("11.16",)))


def shuffler_count(rules: Rules, table: State, report: Report) -> Decision:
    """11.17: a shuffling shoe does not confirm the number of cards."""
    refusal = common.no_shuffler(table, "shuffling shoe", "11.17")
    return deck_count(rules, table, report, "11.17") if refusal is None else refusal


def rule_abnormal_sequence(rules: Rules, table: State, report: Report, option: str) -> Decision:
    """4.1.1(b): the cards come in an abnormal sequence; if the supervisor thinks so, they are shuffled immediately."""
    why = "an abnormal sequence of cards"
    if ABNORMAL_IS_MISDEAL in table.options.readings:
        return Accepted(_misdeal(table, why, ("4.1.1(b)",)))
    return Accepted((events.ShuffleOrdered(why=why, cards_back=True, clauses=("4.1.1(b)",)),))


def rule_communication(rules: Rules, table: State, report: Report, option: str) -> Decision:
    """7.5.1(a): players who exchange cards or information may forfeit their wagers."""
    advice = "players do not exchange cards or information about their hands"
    player = table.person_at(report.player)
    made: list[Event] = [told(table, player, "communication", advice, ("7.5.1(a)",))]
    if option == "forfeit":
        own = [number for number in common.in_game(table) if table.boxes[number].seat == report.player]
        made += [common.forfeit(table, number, "an exchange of information", ("7.5.1(a)",)) for number in own]
        if not own:
            made.append(told(table, player, "communication", NOTHING_LIES, ("7.5.1(a)",)))
    return Accepted(tuple(made))


# What several reports lead to.
rule_skipped_box = rule_miscount
missing_card = foreign_card = wrong_deck
