"""Bets, folds, changed cards and antes that a live dealer recorded by mistake: corrected, with a reason, until settlement.

No book requires this. A correction says what a player really did, so it cannot change a decision; once the dealer's hand
is up, it needs a rank above the dealer. What others did meanwhile stays, and so do jackpot wagers.
"""

from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.grounds import GENERAL
from croupier.kernel.money import dollars, together
from croupier.stud.betting import bet_placed, hand_folded
from croupier.stud.commands import CorrectAnte, CorrectChoice, CorrectWager
from croupier.stud.events import AnteCorrected, ChangeCorrected, ChoiceCorrected, WagerCorrected
from croupier.stud.rules import Rules
from croupier.stud.seats import cannot_pay, given_back, laid, taken_back
from croupier.stud.side_wagers import named, outside
from croupier.stud.state import Choice, State, ante_of, bet_of, exchange_of, wager_of
from croupier.stud.wagers import outside_limits


def cannot_correct(rules: Rules, table: State, command: CorrectChoice | CorrectAnte | CorrectWager, said: Said) -> Refused | None:
    """A refusal unless a dealer recorded the play here, there is a reason, and the round is not settled yet."""
    if not command.why.strip():
        return Refused("reason_missing", GENERAL["reason_missing"])
    if table.source != "live":
        return Refused("act_not_recorded", GENERAL["act_not_recorded"])
    if not table.shuffled:
        over = f"round {table.round - 1} is over" if table.round > 1 else "no round is being played yet"
        return Refused("nothing_to_correct", over)
    if table.phase == "prizes":
        return Refused("not_at_this_time", "the round is settled", rules.cite("jackpot_hand_kept"))
    if not 1 <= command.box < len(table.boxes) or not table.boxes[command.box].seat:
        return rules.refuse("nothing_wagered", f"box {command.box} has no ante")
    if table.revealed and rules.rank_of(said.capacity) < 1:
        return Refused("act_needs_rank", GENERAL["act_needs_rank"])
    return None


def correct_choice(rules: Rules, table: State, command: CorrectChoice, said: Said) -> Decision:
    if (refusal := cannot_correct(rules, table, command, said)) is not None:
        return refusal
    number, to = command.box, command.to
    box = table.boxes[number]
    if to == "unchanged":
        return _correct_change(table, command)
    if box.choice not in ("bet", "fold", "conceded") or table.phase not in ("deciding", "settling"):
        return Refused("nothing_to_correct", f"nobody has bet or folded on box {number}")
    if to == box.choice:
        return Refused("nothing_changes", GENERAL["nothing_changes"])
    if to == "undecided" and table.phase != "deciding":
        return rules.refuse("not_time_to_decide", "the dealer's hand is up: say whether the player has bet or folded")
    back = {spot: -amount for spot, amount in box.taken.items()}
    if box.choice == "bet":
        back = taken_back(table, box.seat, bet_of(number))
    stands: Choice = "bet" if back.get(bet_of(number), 0) > 0 else ""
    undone = ChoiceCorrected(box=number, was=box.choice, stands=stands, why=command.why.strip(), postings=together(back))
    after = undone.apply(table).moved(undone.postings)
    if after.stack(box.seat) < 0:
        return rules.refuse("wagers_in_chips", f"seat {box.seat} no longer has the chips that came back")
    events: tuple[Event, ...] = (undone,)
    if to == "bet" and not stands:
        due = rules.bet_multiple * after.ante_in_play(number)
        if (refusal := cannot_pay(rules, after, box.seat, due)) is not None:
            return refusal
        events += (bet_placed(rules, after, number, due),)
    elif to == "fold":
        events += (hand_folded(rules, after, number),)
    return Accepted(events)


def _correct_change(table: State, command: CorrectChoice) -> Decision:
    """No card was changed. A later bet stays; a later fold must be corrected first, because it still has to pay for the card."""
    number, box = command.box, table.boxes[command.box]
    if not box.given_up or box.choice not in ("", "bet"):
        return Refused("nothing_to_correct", f"box {number} has no hand in the game of which a card was changed")
    back = taken_back(table, box.seat, exchange_of(number))
    return Accepted((ChangeCorrected(box=number, why=command.why.strip(), postings=back),))


def correct_ante(rules: Rules, table: State, command: CorrectAnte, said: Said) -> Decision:
    """The real ante; a bet of twice the ante and the price of a changed card change with it."""
    if (refusal := cannot_correct(rules, table, command, said)) is not None:
        return refusal
    number, amount = command.box, command.amount
    box, why = table.boxes[number], command.why.strip()
    if amount == table.ante(number):
        return Refused("nothing_changes", GENERAL["nothing_changes"])
    if wrong := table.options.not_in_chips(amount):
        return rules.refuse("wagers_in_chips", wrong)
    if box.choice not in ("", "bet"):
        return Refused(
            "nothing_to_correct", f"there is no ante on box {number}: if its hand was not conceded, correct that first"
        )
    if not amount:
        if box.cards or table.phase not in ("wagers", "dealing"):
            return Refused("nothing_to_correct", f"box {number} has cards: report that they were dealt where there was no ante")
        return Accepted((AnteCorrected(box=number, amount=0, why=why, postings=given_back(table, number)),))
    told = outside_limits(rules, table, box.seat, amount)
    if isinstance(told, Refused):  # after betting closes the ante counts: by the book's own report, or it is only recorded
        if table.phase == "wagers" or "wrong-ante" in rules.irregularities:
            return told
        told = []
    before, most = table.ante_in_play(number), table.limits_of(box.seat)[1]
    moved = [laid(table, ante_of(number), box.seat, amount)[1]]
    tied = [(wager_of(name, number), rules.wagers[name].stake) for name in box.wagers]
    for spot, times in ((bet_of(number), rules.bet_multiple), (exchange_of(number), rules.exchange_price), *tied):
        if not isinstance(times, int):
            continue
        if table.lies_on(spot) and table.lies_on(spot) == times * before:
            moved.append(laid(table, spot, box.seat, times * min(amount, most))[1])
    corrected = AnteCorrected(box=number, amount=amount, why=why, postings=together(*moved))
    if table.moved(corrected.postings).stack(box.seat) < 0:
        return rules.refuse("wagers_in_chips", f"seat {box.seat} has {dollars(table.stack(box.seat))} left")
    return Accepted((corrected, *told))


def correct_wager(rules: Rules, table: State, command: CorrectWager, said: Said) -> Decision:
    """The real side wager, or zero if there is none, as a live dealer corrects it."""
    if isinstance(wager := named(rules, command.wager), Refused):
        return wager
    if (refusal := cannot_correct(rules, table, command, said)) is not None:
        return refusal
    box, amount, spot = command.box, command.amount, wager_of(wager.name, command.box)
    if table.boxes[box].void:
        return Refused("nothing_to_correct", f"the wagers of box {box} are back with the player")
    if amount == table.money.get(spot, 0):
        return Refused("nothing_changes", GENERAL["nothing_changes"])
    if amount and (refusal := outside(rules, table, wager, box, amount)) is not None:
        return refusal
    _, postings = laid(table, spot, table.boxes[box].seat, amount)
    if table.moved(postings).stack(seat := table.boxes[box].seat) < 0:
        return rules.refuse("wagers_in_chips", f"seat {seat} has {dollars(table.stack(seat))} left")
    why = command.why.strip()
    return Accepted((WagerCorrected(box=box, wager=wager.name, amount=amount, why=why, postings=postings),))
