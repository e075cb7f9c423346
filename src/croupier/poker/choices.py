"""What each person at a poker table may do now, with the amounts, so that nobody has to guess.

An offer reveals nothing that the person asking may not know: it names no card that they were not shown, and does not
depend on any face-down card.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from croupier.kernel.actors import DEALER, Capacity, Said
from croupier.kernel.cards import DECK, HIDDEN
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.kernel.legal import Legal
from croupier.kernel.money import round_up
from croupier.poker import commands
from croupier.poker.betting import Range, open_range
from croupier.poker.deal import FLOP, stub_to_shuffle, to_shuffle, waited_for
from croupier.poker.deciding import decide
from croupier.poker.hand import Cards, Hand, face_down
from croupier.poker.management import earliest_change
from croupier.poker.rules import Options, Rules
from croupier.poker.seats import MOST_CHIPS
from croupier.poker.state import State, kept_of, side_of
from croupier.poker.time_to_act import last_second


class Offer(NamedTuple):
    """A possible offer: with the greatest amount, the lowest rank, the earliest time, and, if someone must enter
    faces, the command with some that would do.
    """

    command: Command
    most: int = 0
    by: str = DEALER
    at: int = 0
    filled: Command | None = None


def legal(rules: Rules, table: State, who: Capacity) -> list[Legal]:
    """What the player of a seat, or otherwise the dealer or someone above, may do now by the book.

    The dealer also sees what is for those above, with the lowest rank needed.
    """
    seat = who if isinstance(who, int) else 0
    offers = []
    for offer in _player_offers(rules, table, seat) if seat else _dealer_offers(rules, table):
        capacity = who if seat or rules.rank_of(who) >= rules.rank_of(offer.by) else offer.by
        person = table.person_at(seat) or f"p{seat}" if seat else str(capacity)
        decision = decide(rules, table, offer.filled or offer.command, Said(person, capacity, offer.at))
        if not isinstance(decision, Refused):
            step = 1 if isinstance(offer.command, commands.Cut) or offer.most <= 0 else table.options.chip
            clauses, faces = decision.events[0].clauses, offer.filled is not None
            offers.append(Legal(offer.command, clauses, offer.most, faces, step, seat or offer.by, offer.at))
    return offers


def _filled(hand: Hand, command: Command, lies: Cards) -> Command:
    """A command with the faces on record, and for the others a card not seen in this hand."""
    known = hand.known_cards()
    unseen = (card for card in DECK if card not in known)
    return replace(command, cards=tuple(next(unseen) if card is HIDDEN else card for card in lies))


def _with_hand(hand: Hand, command: Command, lies: Cards, seen: Cards = ()) -> Offer:
    """The offer to turn a hand up: the person who records it enters the faces if not all are on record.

    `seen` are those that the person asking was shown.
    """
    if hand.known or HIDDEN not in lies:
        return Offer(command)
    return Offer(replace(command, cards=seen or face_down(lies)), filled=_filled(hand, command, lies))


def _buy_in(sign: Options) -> tuple[int, int]:
    """The smallest and largest buy-in, in chips of the table."""
    most = sign.maximum_buy_in or MOST_CHIPS
    return round_up(sign.minimum_buy_in, sign.chip), most // sign.chip * sign.chip


def _player_offers(rules: Rules, table: State, number: int) -> Iterator[Offer]:
    sign, hand, seat = table.options, table.hand, table.seats.get(number)
    if seat is None:
        least, most = _buy_in(sign)
        yield Offer(commands.TakeSeat(seat=number, chips=least), most)
        return
    player = hand.players[number]
    if hand.phase == "betting" and hand.turn == number:
        yield Offer(commands.Check(seat=number))
        yield Offer(commands.Call(seat=number))
        room = open_range(rules, table, player)
        if isinstance(room, Range):
            least, most = room.least, room.most
            if hand.bet:
                yield Offer(commands.Raise(seat=number, to=least), most)
            else:
                yield Offer(commands.Bet(seat=number, amount=least), most)
            if number in hand.held:
                yield Offer(commands.TakeBack(seat=number, to=least), most)
        yield Offer(commands.AllIn(seat=number))
        yield Offer(commands.Fold(seat=number))
        if number in hand.owed:
            yield Offer(commands.MakeUp(seat=number))
        if number in hand.held:
            yield Offer(commands.TakeBack(seat=number))
    for card in dict.fromkeys(player.cards) if rules.discard and hand.phase in ("betting", "discard") else ():
        yield Offer(commands.Discard(seat=number, card=card))
    if sign.time_to_act and hand.phase in ("betting", "discard"):
        yield Offer(commands.BuyTime(seat=number))
    if hand.phase == "blinds":
        yield Offer(commands.PostBlind(seat=number))
        yield Offer(commands.Straddle(seat=number))
        least, most = sign.flop_chase
        for colour in rules.flop_chase_odds if most else ():
            most_now = min(most - table.money.get(side_of(number), 0), table.stack(number) - sign.chip)
            wager = commands.PlaceSideWager(seat=number, colour=colour, amount=least)
            yield Offer(wager, most_now // sign.chip * sign.chip)
        yield Offer(commands.TakeBackSideWager(seat=number))
    if hand.phase in ("betting", "showdown") and not hand.turn:
        yield _with_hand(hand, commands.ShowHand(seat=number), player.cards, player.cards)
        yield Offer(commands.MuckHand(seat=number))
    afterwards = hand.phase == "between"
    for whose in hand.showing if hand.phase == "showdown" else hand.players if afterwards else ():
        other = hand.players[whose]
        if other.shown_to or not afterwards:
            own = other.cards if whose == number else ()
            yield _with_hand(hand, commands.AskToSee(seat=number, whose=whose), other.cards, own)
    for person, left in hand.gone.items():
        if left.shown_to:
            yield _with_hand(hand, commands.AskToSee(seat=number, whose=left.number, person=person), left.cards)
    for place in _free_places(table):
        moves = commands.ChangeSeat(seat=number, to=place) if hand.phase == "between" else None
        yield Offer(moves or commands.WantSeat(seat=number, place=place))
    if hand.phase in ("between", "blinds") or not player.live:
        most = (sign.maximum_buy_in or MOST_CHIPS) - table.stack(number)
        yield Offer(commands.AddChips(seat=number, chips=sign.chip), most // sign.chip * sign.chip)
        yield Offer(commands.LeaveSeat(seat=number))
    for announced in table.notices:
        yield Offer(commands.Agree(seat=number, to=announced))
    yield Offer(commands.StepAway(seat=number))
    yield Offer(commands.SitOut(seat=number))
    yield Offer(commands.ComeBack(seat=number))


def _free_places(table: State) -> list[int]:
    return [place for place in range(1, table.options.places + 1) if place not in table.seats]


def _dealer_offers(rules: Rules, table: State) -> Iterator[Offer]:
    hand, sign = table.hand, table.options
    if table.question is not None:
        yield from (Offer(commands.Rule(option=name), by=table.question.rank) for name in table.question.names)
        return
    yield Offer(commands.OpenTable())
    yield Offer(commands.CollectFees())
    yield Offer(commands.CollectFees(hourly=True))
    yield Offer(commands.VerifyFees(), by=rules.supervisor)
    yield Offer(commands.DropFees())
    yield Offer(commands.BeginHand())
    yield Offer(commands.CallOff())
    yield Offer(commands.Shuffle())
    yield Offer(commands.Cut(place=1), 51)
    yield Offer(commands.Deal())
    if hand.known:
        yield Offer(commands.DealBoard())
    else:
        turned = (HIDDEN,) * (FLOP if not hand.board else 1)
        board = commands.DealBoard(cards=turned)
        yield Offer(board, filled=_filled(hand, board, turned))
    if stub_to_shuffle(hand):
        deck = to_shuffle(hand) if hand.known else ()
        order = commands.ShuffleStub(deck=deck, source=hand.source) if deck else None
        yield Offer(commands.ShuffleStub(), filled=order)
    if sign.time_to_act and (waited := waited_for(rules, hand)):
        yield Offer(commands.CallTime(), at=last_second(table, waited) + 1)
    yield Offer(commands.SettleSideWagers())
    yield Offer(commands.OpenHands())
    yield Offer(commands.PushPots())
    if notice := table.notices.get("change"):
        yield Offer(commands.ChangeTable(), by=rules.manager, at=earliest_change(rules, notice))
    yield Offer(commands.CloseTable(), by=rules.manager)
    if table.waiting:
        kept = table.money.get(kept_of(table.waiting[0].person), 0)
        least, most = _buy_in(sign)
        for place in _free_places(table):
            yield Offer(commands.CallFromList(place=place, chips=0 if kept else least), 0 if kept else most, rules.supervisor)
    for number, seat in table.seats.items():
        if seat.away:
            yield Offer(commands.PickUp(player=number), by=rules.manager)
        if hand.phase == "between" and (cards := hand.players[number].cards):
            yield _with_hand(hand, commands.InspectHand(player=number), cards)
    for number in table.seats if sign.bonuses else ():
        yield Offer(commands.NotifyBonus(player=number))
    for person, player in hand.gone.items():
        yield Offer(commands.NotifyBonus(player=player.number, person=person))
        yield _with_hand(hand, commands.InspectHand(player=player.number, person=person), player.cards)
    for person, prize in table.prizes.items():
        seat_now = table.seat_of(person)
        at, name = seat_now or prize.seat, "" if seat_now else person
        yield Offer(commands.AwardBonus(player=at, person=name), by=rules.supervisor)
        yield Offer(commands.DeclineBonus(player=at, person=name), by=rules.supervisor)
