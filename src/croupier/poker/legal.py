"""What each person at a poker table may do now, with the amounts, so that nobody has to guess what comes next."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.kernel.cards import DECK, HIDDEN, Card
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.kernel.legal import Legal
from croupier.poker import commands
from croupier.poker.betting import Range, open_range
from croupier.poker.blinds import due, present
from croupier.poker.clock import deadline
from croupier.poker.deal import FLOP
from croupier.poker.engine import decide
from croupier.poker.rules import Rules
from croupier.poker.seats import MOST_CHIPS
from croupier.poker.table import Table, kept_of, side_of

Offer = tuple[Command, int]


def legal(rules: Rules, table: Table, *, seat: int = 0, by: str = "") -> list[Legal]:
    """What the player of a seat, or else the dealer or somebody above, may do now by the book."""
    offers = _player_offers(rules, table, seat) if seat else _dealer_offers(rules, table)
    found = []
    for command, most in offers:
        asked = replace(command, by=by) if by else command
        decision = decide(rules, table, asked)
        faces = False
        if isinstance(decision, Refused) and (seen := _with_faces(table, asked)) != asked:
            decision, faces = decide(rules, table, seen), True
        if not isinstance(decision, Refused):
            step = table.options.chip if most > 0 else 1
            found.append(Legal(asked, decision.events[0].clauses, most, faces, step))
    return found


def _with_faces(table: Table, command: Command) -> Command:
    """The command with cards not seen in this hand where it says `??`, to learn whether some faces would do; with the rest
    of the deck where that is to be shuffled.
    """
    if isinstance(command, commands.ShuffleStub):
        return replace(command, deck=(*table.stub, *(table.aside if not table.reshuffle else ())))
    cards: tuple[Card, ...] = getattr(command, "cards", ())
    if HIDDEN not in cards:
        return command
    known = table.known_cards()
    unseen = (card for card in DECK if card not in known)
    return replace(command, cards=tuple(next(unseen) if card is HIDDEN else card for card in cards))


def _player_offers(rules: Rules, table: Table, number: int) -> Iterator[Offer]:
    sign = table.options
    seat = table.seats.get(number)
    if seat is None:
        yield commands.TakeSeat(seat=number, chips=sign.minimum_buy_in), sign.maximum_buy_in or MOST_CHIPS
        return
    if table.phase == "betting" and table.turn == number:
        yield commands.Check(seat=number), 0
        yield commands.Call(seat=number), 0
        room = open_range(rules, table, seat)
        if isinstance(room, Range):
            least, most = room.least, room.most
            if table.bet:
                yield commands.Raise(seat=number, to=least), most
            else:
                yield commands.Bet(seat=number, amount=least), most
            if number in table.held:
                yield commands.TakeBack(seat=number, to=least), most
        yield commands.AllIn(seat=number), 0
        yield commands.Fold(seat=number), 0
        if number in table.owed:
            yield commands.MakeUp(seat=number), 0
        if number in table.held:
            yield commands.TakeBack(seat=number), 0
        if sign.time_to_act:
            yield commands.BuyTime(seat=number), 0
    for card in dict.fromkeys(seat.cards) if rules.discard and table.phase in ("betting", "discard") else ():
        yield commands.Discard(seat=number, card=card), 0
    if table.phase == "blinds":
        yield commands.PostBlind(seat=number), 0
        yield commands.Straddle(seat=number), 0
        least, most = sign.flop_chase
        for colour in rules.flop_chase_odds if most else ():
            most_now = min(most - table.money.get(side_of(number), 0), table.stack(number) - sign.chip)
            yield commands.PlaceSideWager(seat=number, colour=colour, amount=least), most_now // sign.chip * sign.chip
        yield commands.TakeBackSideWager(seat=number), 0
    if table.phase in ("betting", "showdown") and not table.turn:
        yield commands.ShowHand(seat=number, cards=seat.cards if HIDDEN in seat.cards else ()), 0
        yield commands.MuckHand(seat=number), 0
    if table.phase == "showdown":
        for whose in table.showing:
            cards = table.seats[whose].cards
            yield commands.AskToSee(seat=number, whose=whose, cards=cards if HIDDEN in cards else ()), 0
    if table.phase == "between":
        for whose, other in table.seats.items():
            if other.shown_to:
                cards = other.cards if HIDDEN in other.cards else ()
                yield commands.AskToSee(seat=number, whose=whose, cards=cards), 0
    for place in _free_places(table):
        moves = commands.ChangeSeat(seat=number, to=place) if table.phase == "between" else None
        yield moves or commands.WantSeat(seat=number, place=place), 0
    if table.phase in ("between", "blinds") or not seat.live:
        most = (sign.maximum_buy_in or MOST_CHIPS) - table.stack(number)
        yield commands.AddChips(seat=number, chips=sign.chip), most // sign.chip * sign.chip
        yield commands.LeaveSeat(seat=number), 0
    for announced in table.notices:
        yield commands.Agree(seat=number, to=announced), 0
    yield commands.StepAway(seat=number), 0
    yield commands.SitOut(seat=number), 0
    yield commands.ComeBack(seat=number), 0


def _free_places(table: Table) -> list[int]:
    return [place for place in range(1, table.options.places + 1) if place not in table.seats]


def _dealer_offers(rules: Rules, table: Table) -> Iterator[Offer]:
    if table.question is not None:
        yield from ((commands.Rule(option=option, by=table.question.rank), 0) for option in table.question.options)
        return
    yield commands.OpenTable(), 0
    yield commands.CollectFees(), 0
    yield commands.CollectFees(hourly=True), 0
    yield commands.VerifyFees(by=rules.supervisor), 0
    yield commands.DropFees(), 0
    yield commands.BeginHand(), 0
    yield commands.CallOff(), 0
    yield commands.Shuffle(), 0
    yield commands.Cut(place=1), 51
    yield commands.Deal(), 0
    number = FLOP if not table.board else 1
    known = HIDDEN not in table.stub[: number + 1]
    yield commands.DealBoard(cards=() if known else (HIDDEN,) * number), 0
    yield commands.ShuffleStub(), 0
    if table.options.time_to_act and table.turn:
        yield commands.CallTime(at=deadline(table) + 1), 0
    yield commands.SettleSideWagers(), 0
    yield commands.OpenHands(), 0
    yield commands.PushPots(), 0
    yield commands.ChangeTable(by=rules.manager), 0
    yield commands.CloseTable(by=rules.manager), 0
    if table.waiting:
        kept = table.money.get(kept_of(table.waiting[0].name), 0)
        least, most = table.options.minimum_buy_in, table.options.maximum_buy_in or MOST_CHIPS
        for place in _free_places(table):
            yield commands.CallFromList(place=place, chips=0 if kept else least), 0 if kept else most
    for player, seat in table.seats.items():
        if seat.away:
            yield commands.PickUp(player=player, by=rules.manager), 0
        if table.phase == "between" and seat.cards:
            yield commands.InspectHand(player=player, cards=seat.cards if HIDDEN in seat.cards else ()), 0
    for player in table.seats if table.options.bonuses else ():
        yield commands.NotifyBonus(player=player), 0
    for player in table.prizes:
        yield commands.AwardBonus(player=player, by=rules.supervisor), 0


def dealers_turn(rules: Rules, table: Table) -> bool:
    """Whether nobody but the dealer has anything to do for the hand to go on."""
    if table.phase == "between":
        return len(present(table)) >= 2
    if table.phase == "blinds":
        return not due(table)
    return table.phase != "closed" and not table.turn and not table.owed
