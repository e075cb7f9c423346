"""A card that was recorded wrong is corrected, and with it what it decided in the current hand."""

from croupier.kernel.actors import Said
from croupier.kernel.corrections import correcting
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.incidents import CorrectCard
from croupier.poker.bonuses import won_by
from croupier.poker.remedies import prizes_back, side_wagers_reopened
from croupier.poker.rules import Rules
from croupier.poker.showdown import shown, shown_alone
from croupier.poker.side_wagers import FLOP, settled
from croupier.poker.state import State


def correct_card(rules: Rules, table: State, command: CorrectCard, said: Said) -> Decision:
    """Correct a card: shown hands are read again with it, wagers on the flop are settled by the real card,
    and a bonus prize that the hand does not win lapses.
    """
    before = table.hand
    faces = before.faces_in_play()
    others = before.known_cards().union(before.stub, *before.strays.values()) - faces.keys()
    corrected = correcting(command, live=not before.known, faces=faces, others=others, clauses=rules.cite("card_twice"))
    if isinstance(corrected, Refused):
        return corrected
    after = table.after([corrected])
    events: list[Event] = [corrected, *_read_again(rules, table, after)]
    if before.side_results and before.board[:FLOP] != after.hand.board[:FLOP]:
        events += _settled_again(rules, after)
    after = table.after(events)
    return Accepted((*events, *_not_won(rules, after)))


def _read_again(rules: Rules, table: State, after: State) -> list[Event]:
    """Face-up hands with a changed card of their own or on the board."""
    before, hand = table.hand, after.hand
    changed = [
        (number, player)
        for number, player in hand.players.items()
        if player.shown and (player.cards != before.players[number].cards or hand.board != before.board)
    ]
    if hand.phase == "showdown":
        return [shown(rules, hand, number, player.cards, live=player.live) for number, player in changed]
    return [shown_alone(rules, hand, number, player.cards) for number, player in changed]


def _settled_again(rules: Rules, after: State) -> list[Event]:
    """Wagers on the flop whose outcome changes."""
    again = side_wagers_reopened(after, rules.cite("flop_put_right"))
    anew = after.after(again)
    results = anew.after(settled(rules, anew)).hand.side_results
    return [*again, *settled(rules, anew)] if results != after.hand.side_results else []


def _not_won(rules: Rules, after: State) -> list[Event]:
    """Bonus prizes of this hand, reported or awarded, for what a hand turns out not to be; the dealer reports another."""
    hand = after.hand
    told = {after.seat_of(who): prize.hand for who, prize in after.prizes.items() if prize.number == hand.number}
    prizes = told | {seat: name for seat, (name, _) in hand.awarded.items()}
    others = [seat for seat, name in prizes.items() if (won := won_by(rules, after, seat)) is None or won.hand != name]
    return prizes_back(after, others, rules.cite("no_bonus_for_hand"))
