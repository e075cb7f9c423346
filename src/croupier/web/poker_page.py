"""A table of the poker room as one person sees it: the parts of its page, each by its id, from what they have been shown."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import combinations

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from croupier.drawing.cloths import cloth_of
from croupier.kernel.accounts import stack_of
from croupier.kernel.actors import Capacity
from croupier.kernel.cards import HIDDEN, Card, rank_name
from croupier.kernel.entries import encode
from croupier.kernel.events import Command, Event
from croupier.kernel.hands import spoken
from croupier.kernel.incidents import DeckCommitted, DutyDone
from croupier.kernel.legal import Legal
from croupier.kernel.strength import NO_LOW, category_of, low_named, named
from croupier.poker import commands, events
from croupier.poker.blinds import due, present
from croupier.poker.clock import deadline, in_bank
from croupier.poker.deal import waited_for
from croupier.poker.hand import Hand, Player
from croupier.poker.house import earliest_change
from croupier.poker.pots import pots, unmatched
from croupier.poker.rules import NO_COMMISSION, Options, Rules
from croupier.poker.state import POT, Seat, State, side_of
from croupier.poker.telling import charges, limits
from croupier.tables.poker_table import PokerTable
from croupier.tables.results import Results, Row, people_before
from croupier.web.acts import KEYS, Act, act, said_of
from croupier.web.extras import NOTHING, Extras
from croupier.web.pages import page
from croupier.web.pieces import CardView, capital, cards_said, cards_view, clock_time, joined, money
from croupier.web.regions import Notice, Reading, last_of, log, name_of, replay_at, total
from croupier.web.seen import ByTag, Seen
from croupier.web.texts import text

BEGINS = (events.HandBegun,)
ENDS = (events.HandEnded, events.HandCalledOff)
QUIET = (events.CardsShuffled, events.CardsCut, events.HandsOpened, events.CommissionDropped, DeckCommitted, DutyDone)
"""What is not read out: it would only keep people from hearing the rest."""


def poker_regions(
    table: PokerTable, person: str, *, capacity: Capacity | None, now: int, extras: Extras = NOTHING
) -> dict[str, str]:
    """Every part of the page by its id, for a person at a seat, in another capacity, or looking on."""
    seen = _Seen(table, person, capacity, now, extras)
    return {
        "felt": page("poker_felt.html", **_felt(seen)),
        "now": page("now.html", **_now(seen)),
        "acts": page("poker_acts.html", **_acts(seen)),
        "result": page("poker_result.html", **_result(seen)),
        "log": log(table, seen.viewer, _heading, seen.extras.names),
        "signs": page("poker_signs.html", **_signs(seen)),
        "jackpot": page("jackpot.html", meter=extras.meter, cost=0, waiting=[], yours="", book=table.rules.book, clauses=()),
    }


def poker_still(table: PokerTable, person: str, *, capacity: Capacity | None, names: Mapping[str, str]) -> str:
    """The cloth alone as a person saw it, with nothing to press."""
    seen = _Seen(table, person, capacity, table.at, Extras(names=names, still=True))
    return page("poker_felt.html", **_felt(seen))


def poker_says(
    table: PokerTable, person: str, *, capacity: Capacity | None, since: int, names: Mapping[str, str] = NOTHING.names
) -> list[str]:
    """What is read out to a person of the events after the first `since`."""
    seen = _Seen(table, person, capacity, table.at, Extras(names=names))
    lines = seen.heard(since, QUIET)
    if last_of(table.view(seen.viewer, since=since), (events.HandEnded,)) >= 0 and (came := _total(_Played(seen))):
        lines.append(f"{came[1]}.")
    return lines


def _heading(event: Event) -> str:
    return text("log.hand", number=event.hand) if isinstance(event, events.HandBegun) else ""


class _Seen(Seen[Rules, State]):
    """What one person has been shown of a table of the poker room."""

    keys = KEYS["poker"]
    place = "poker.seat"

    @property
    def hand(self) -> Hand:
        return self.picture.hand

    @cached_property
    def me(self) -> Player | None:
        return self.hand.players.get(self.seat) if self.seat else None

    def act(self, offer: Legal, key: str) -> Act:
        command, stack = offer.command, self.picture.stack(self.seat)
        match command:
            case commands.Fold():
                return act(offer, key=key, look="danger")
            case commands.Call():
                owed = self.hand.to_call(self.me) if self.me is not None else 0
                found = act(offer, amount=min(owed, stack), owed=owed, key=key, look="primary")
                return replace(found, label=text("act.call-all-in", amount=money(stack))) if owed >= stack else found
            case commands.Check():
                return act(offer, key=key, look="primary")
            case commands.Bet() | commands.Raise():
                guard = text("confirm.all-in", amount=money(self.all_of_it)) if offer.most == self.all_of_it else ""
                return act(offer, key=key, look="accent", guard=guard)
            case commands.AllIn():
                confirm = text("confirm.all-in", amount=money(self.all_of_it))
                return act(offer, amount=self.all_of_it, key=key, look="plain", confirm=confirm)
            case commands.MakeUp():
                return act(offer, amount=self.hand.owed.get(self.seat, 0), key=key, look="primary")
            case commands.Discard():
                return act(offer, look="plain", confirm=text("confirm.discard", card=command.card.symbol))
            case commands.PostBlind():
                return act(offer, amount=due(self.picture).get(self.seat), key=key, look="primary")
            case commands.LeaveSeat():
                return act(offer, look="quiet", confirm=text("confirm.leave-seat", amount=money(stack)))
            case commands.BuyTime():
                sign = self.picture.options
                note = text("signs.extra_time", seconds=sign.extra_time, amount=money(sign.extra_time_fee))
                return act(offer, key=key, look="plain", note=note)
            case commands.TakeSeat() | commands.ShowHand() | commands.ComeBack():
                return act(offer, key=key, look="primary")
        return act(offer, key=key, look="plain")

    @cached_property
    def offers(self) -> list[Legal]:
        """Calling with all one has is one offer: to call."""
        found = super().offers
        calls = any(isinstance(offer.command, commands.Call) for offer in found)
        if not calls or self.me is None or self.hand.to_call(self.me) < self.picture.stack(self.seat):
            return found
        return [offer for offer in found if not isinstance(offer.command, commands.AllIn)]

    @property
    def all_of_it(self) -> int:
        """What one's wager comes to with every chip in it: the one number for a raise and for all-in."""
        return self.picture.stack(self.seat) + (self.me.wagered if self.me is not None else 0)

    def named(self, cards: Sequence[Card]) -> str:
        """What somebody holds as it stands: the best hand with the board, or the hole cards."""
        board = self.hand.board
        if not cards or HIDDEN in cards or HIDDEN in board:
            return ""
        if len(board) < 3:
            return _hole(cards)
        kept = len(cards) - (bool(self.rules.discard) and len(cards) == self.rules.hole_cards)  # one has yet to go
        low = max(self.rules.low(some, board) for some in combinations(cards, kept))
        high = spoken(named(max(self.rules.high(some, board) for some in combinations(cards, kept))))
        return f"{high}; {spoken(low_named(low))}" if low != NO_LOW else high

    def category(self, cards: Sequence[Card]) -> str:
        """The kind of hand that somebody has shown, in a word or two; a low one too."""
        board = self.hand.board
        if len(board) < 5 or HIDDEN in cards:
            return ""
        high = str(category_of(self.rules.high(tuple(cards), board)))
        low = self.rules.low(tuple(cards), board)
        if low == NO_LOW:
            return high
        return text("poker.with_low", hand=high, top=low_named(low).split(", ")[1])


def _hole(cards: Sequence[Card]) -> str:
    """Two hole cards in words; more of them are no hand yet."""
    if len(cards) != 2:
        return ""
    high, low = sorted(cards, key=lambda card: card.rank, reverse=True)
    if high.rank == low.rank:
        return text("poker.hole_pair", rank=rank_name(high.rank, plural=True))
    suited = "poker.hole_suited" if high.suit == low.suit else "poker.hole"
    return text(suited, high=rank_name(high.rank), low=rank_name(low.rank))


class Mark(msgspec.Struct, frozen=True):
    """Something that is before a place: what is on it, what that means, and how it looks."""

    says: str
    means: str
    look: str


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A place at the oval: who sits there, with what, and how they stand in the hand."""

    number: int
    slot: int
    name: str
    mine: bool
    taken: bool
    stack: int
    wagered: int
    cards: tuple[tuple[CardView, Act | None], ...]
    status: str
    marks: tuple[Mark, ...]
    turn: bool
    folded: bool
    won: int
    hand: str
    side: str
    sit: Act | None


class PotView(msgspec.Struct, frozen=True, kw_only=True):
    """A pot on the table: its name, what is in it, and who may win it."""

    name: str
    amount: int
    who: str


def _felt(seen: _Seen) -> dict[str, object]:
    picture, hand, found = seen.picture, seen.hand, _pots(seen)
    places, over = picture.options.places, hand.phase == "between"
    best = _Played(seen).winning if over else {}
    best_of_all = set[Card]().union(*best.values())
    return {
        "cloth": cloth_of(seen.rules.book),
        "title": seen.rules.title.split(" at ")[0],
        "limits": _stakes(picture.options),
        "hand": text("poker.hand", number=hand.number) if hand.number else "",
        "places": places,
        "board": _marked(cards_view(hand.board, f"h{hand.number}-board"), best_of_all),
        "slots": 5 - len(hand.board),
        "pots": found,
        "running": picture.pot if not over and picture.pot != sum(pot.amount for pot in found) else 0,
        "seats": [_seat(seen, number, places, best.get(number, set())) for number in range(1, places + 1)],
        "playing": hand.phase != "between" or hand.number > 0,
        "reading": _reading(seen),
        "over": over,
        "still": seen.extras.still,
    }


def _stakes(sign: Options) -> str:
    """The betting and the blinds in short, as printed on the cloth."""
    return text("poker.stakes", betting=capital(sign.betting), blinds="/".join(money(blind) for blind in sign.blinds))


def _pots(seen: _Seen) -> list[PotView]:
    """The pots as they stand in the middle, side pots with those who are in them; what is in front is not among them yet."""
    hand = seen.hand
    if hand.phase in ("between", "blinds", "closed"):
        return []
    if hand.turn:
        back = {number: player.wagered for number, player in hand.players.items()}
    else:
        holder, over = unmatched(hand)
        back = {holder.number: over} if holder is not None and holder.live and over else {}
    found = pots(hand, back)
    return [
        PotView(
            name=_pot_name(number, len(found)),
            amount=pot.amount,
            who=joined(seen.who(seat) for seat in pot.seats) if len(found) > 1 else "",
        )
        for number, pot in enumerate(found)
    ]


def _pot_name(number: int, several: int) -> str:
    if several < 2:
        return text("poker.pot")
    return text("poker.side_pot", number=number) if number else text("poker.main_pot")


def _marked(views: tuple[CardView, ...], best: Collection[Card]) -> tuple[CardView, ...]:
    """Cards with those that won marked; the others step back."""
    return tuple(replace(view, marks=("best" if view.card in best else "rest",)) for view in views) if best else views


def _seat(seen: _Seen, number: int, places: int, best: Collection[Card]) -> SeatView:
    picture, hand, sit = seen.picture, seen.hand, seen.sits.get(number)
    first = seen.seat or 1
    slot = (number - first) % places
    seat, player = picture.seats.get(number), hand.players.get(number)
    if seat is None or player is None:
        marks = tuple(_place_marks(seen, number))
        return SeatView(
            number=number, slot=slot, name=text("poker.seat", number=number), mine=False, taken=False, stack=0, wagered=0,
            cards=(), status="", marks=marks, turn=False, folded=False, won=0, hand="", side="", sit=sit,
        )  # fmt: skip
    mine = number == seen.seat
    over = hand.phase == "between"
    held = player.cards if player.live or player.shown or mine else ()
    discards = {each.card: each for each in seen.acts if each.tag == "discard"} if mine else {}
    views = _marked(cards_view(held, f"h{hand.number}-seat{number}"), best)
    shown = seen.category(player.cards) if player.shown else ""
    return SeatView(
        number=number,
        slot=slot,
        name=seen.who(number),
        mine=mine,
        taken=True,
        stack=picture.stack(number),
        wagered=0 if over else player.wagered,
        cards=tuple((view, discards.get(view.card) if view.card is not HIDDEN else None) for view in views),
        status=_status(seen, seat, player),
        marks=(*_place_marks(seen, number), *_seat_marks(seen, seat, player)),
        turn=hand.turn == number and hand.phase == "betting",
        folded=player.dealt_in and not player.live and not player.shown,
        won=hand.won.get(number, 0) if over else 0,
        hand=shown,
        side=_side(seen, player),
        sit=None,
    )


def _side(seen: _Seen, player: Player) -> str:
    amount = seen.picture.money.get(side_of(player.number), 0)
    return text("poker.flop_chase", amount=money(amount), colour=player.side) if amount and player.side else ""


def _place_marks(seen: _Seen, number: int) -> Iterator[Mark]:
    """What is before a place, no matter who sits there: the button, the blinds of the hand in play, and that it is kept."""
    positions = seen.picture.positions
    if positions and positions[0] == number:
        yield Mark(text("poker.button_mark"), text("poker.button"), "button")
    if seen.hand.phase == "blinds":
        for blind, place in enumerate(positions[1:]):
            if place == number and blind < len(seen.picture.options.blinds):
                amount = money(seen.picture.options.blinds[blind])
                yield Mark(amount, text("poker.blind", amount=amount), "blind")
    if number not in seen.picture.seats and number in seen.picture.reserved:
        yield Mark(text("poker.kept_mark"), text("poker.reserved"), "kept")


def _seat_marks(seen: _Seen, seat: Seat, player: Player) -> Iterator[Mark]:
    """The buttons that are before a player."""
    for lies, name in (
        (seat.away, "away"),
        (seat.dealt_out, "dealt_out"),
        (bool(seat.missed), "owes"),
        (seat.new, "new"),
        (seat.penalty, "penalty"),
        (seat.number in seen.hand.straddles and seen.hand.phase != "between", "straddle"),
        (player.all_in and player.live and seen.hand.phase != "between", "all_in"),
        (seat.number in seen.hand.held, "out_of_turn"),
    ):
        if lies:
            means = text(f"poker.{name}")
            says = text("poker.new_mark") if name == "new" else means  # the whole of it is too long for a plate
            yield Mark(says, means, name.replace("_", "-"))


def _status(seen: _Seen, seat: Seat, player: Player) -> str:
    """What a player did last in this betting round, or how the hand ended for them; how much is before them."""
    hand = seen.hand
    if hand.phase == "between" and (won := hand.won.get(player.number, 0)):
        return text("poker.wins", amount=money(won))
    if player.mucked:
        return text("poker.mucked")
    if player.dealt_in and not player.live and not player.shown:
        return text("poker.folded")
    if hand.turn == player.number and hand.phase == "betting":
        return text("poker.to_act")
    return "" if hand.phase == "between" else _last_act(seen, player.number)


def _last_act(seen: _Seen, seat: int) -> str:
    for event in reversed(seen.events):
        if isinstance(event, (events.BoardDealt, *BEGINS)):
            return ""
        if getattr(event, "seat", 0) != seat:
            continue
        match event:
            case events.Checked():
                return text("poker.checks")
            case events.Called():
                return text("poker.calls")
            case events.Raised():
                return text("poker.raises" if event.counts else "poker.bets")
            case events.BlindPosted():
                return text("poker.posts")
            case events.CardDiscarded():
                return text("poker.discarded")
    return ""


def _reading(seen: _Seen) -> Reading:
    cards, board = seen.me.cards if seen.me is not None else (), seen.hand.board
    found = [f"{pot.name} {money(pot.amount)}{f', {pot.who}' if pot.who else ''}" for pot in _pots(seen)]
    middle = text("read.board", cards=cards_said(board)) if board else text("read.board_none")
    pot = text("read.pot", amount=money(seen.picture.pot)) + (f" {'; '.join(found)}." if len(found) > 1 else "")
    return seen.reading(cards, seen.named(cards), middle, pot)


# What now


def _now(seen: _Seen) -> dict[str, object]:
    picture, hand = seen.picture, seen.hand
    yours, says = _what(seen)
    holds = seen.named(seen.me.cards) if seen.me is not None and seen.me.live and hand.phase != "between" else ""
    waited = waited_for(seen.rules, hand) if picture.options.time_to_act and picture.question is None else 0
    clauses = seen.clauses_of("check", "call", "fold", "make-up", "discard", "retract", "play-on")
    return {
        "yours": yours,
        "says": says,
        "total": _total(_Played(seen)) if hand.phase == "between" else None,
        "hand": text("now.you_hold", hand=holds) if holds else "",
        **seen.ruling,
        "prizes": [
            text("now.bonus_line", who=name_of(seen.extras.names, who), hand=spoken(prize.hand))
            for who, prize in picture.prizes.items()
        ],
        "notices": _notices(seen),
        "deadline": seen.extras.deadline or (deadline(picture) if waited else 0),
        "bank": in_bank(picture, waited) if waited else 0,
        "now": seen.now,
        "book": seen.rules.book,
        "clauses": clauses if yours else (),
    }


def _what(seen: _Seen) -> tuple[bool, str]:
    """Whether it is this person who is waited for, and what is to be done now."""
    picture, hand, tags = seen.picture, seen.hand, seen.tags
    if picture.closed:
        return False, text("now.closed")
    if picture.question is not None:
        return "rule" in tags, text("now.ruling")
    if hand.phase == "betting" and hand.turn:
        return _what_to_bet(seen)
    if "discard" in tags:
        return True, text("now.poker_discard")
    if hand.phase == "discard":
        return False, text("now.poker_discards")
    if hand.phase == "blinds":
        amount = due(picture).get(seen.seat)
        if amount and "post-blind" in tags:
            return True, text("now.poker_blind_yours", amount=money(amount))
        return False, text("now.poker_blinds")
    if hand.phase == "showdown":
        yours = "show-hand" in tags and "muck-hand" in tags
        return yours, text("now.poker_show" if yours else "now.poker_showdown")
    if hand.phase == "between":
        return False, _between(seen)
    return False, text("now.poker_house")


def _between(seen: _Seen) -> str:
    over = f"{text('now.poker_over')} " if seen.hand.number and seen.hand.won else ""
    if not seen.seat:
        return over + seen.not_at_play()
    seat = seen.picture.seats[seen.seat]
    if seat.away or seat.dealt_out:
        return over + text("now.poker_away" if seat.away else "now.poker_out")
    if len(present(seen.picture)) < 2:
        return over + text("now.poker_few")
    return over + text("now.poker_wait_blind" if seat.owes else "now.poker_between")


def _what_to_bet(seen: _Seen) -> tuple[bool, str]:
    hand, player = seen.hand, seen.hand.players[seen.hand.turn]
    owed, stack = hand.to_call(player), seen.picture.stack(player.number)
    if hand.turn != seen.seat:
        amount = min(owed, stack)
        says = "now.poker_waits_call" if amount else "now.poker_waits"
        mine = ""
        if seen.me is not None and seen.me.dealt_in:
            mine = "now.poker_folded" if not seen.me.live else "now.poker_all_in" if seen.me.all_in else ""
        elif seen.seat and not (seat := seen.picture.seats[seen.seat]).away and not seat.dealt_out:
            mine = "now.poker_wait_blind" if seat.owes else "now.next_hand"
        waits = text(says, who=seen.who(hand.turn), amount=money(amount))
        return False, f"{text(mine)} {waits}" if mine else waits
    if seen.seat in hand.owed:
        return True, text("now.poker_make_up", amount=money(hand.owed[seen.seat]))
    if not owed:
        return True, text("now.poker_turn_option" if hand.bet else "now.poker_turn_check")
    if owed >= stack:
        return True, text("now.poker_turn_call_all", amount=money(stack))
    return True, text("now.poker_turn_call", amount=money(owed))


def _notices(seen: _Seen) -> list[Notice]:
    """What was announced at the table: another game or other limits, and the closing."""
    found = []
    rules, number = seen.rules, seen.hand.number
    for name, notice in seen.picture.notices.items():
        if name == "closing":
            left = rules.closing_hands - (number - notice.hand)
            says = "closing_now" if left <= 0 else "closing_hand" if left == 1 else "closing_hands"
            found.append(Notice(says=text(f"notice.{says}", number=left), clauses=rules.cite("closing_announced")))
            continue
        left, earliest = rules.notice_hands - (number - notice.hand), earliest_change(rules, notice)
        parts = [text("notice.change", what=limits(notice.options))]
        parts += [text("notice.change_hands", number=left)] if left > 0 else []
        parts += [text("notice.change_time", time=clock_time(earliest))] if earliest > seen.now else []
        until = earliest if earliest > seen.now else 0
        found.append(Notice(says=Markup(", ").join(parts), until=until, clauses=rules.cite("change_announced")))
    return found


# What one may do


class Preset(msgspec.Struct, frozen=True):
    """An amount to bet in one tap."""

    name: str
    amount: int


def _acts(seen: _Seen) -> dict[str, object]:
    acts = ByTag(seen.acts)
    taken = acts.taken
    taken("take-seat")
    wagers = taken("bet", "raise")
    backs = taken("take-back")
    wager = next(iter(wagers), None) or next((each for each in backs if each.chooses), None)
    all_in = taken("all-in")
    slides = wager is not None and wager.chooses and bool(wager.guard)  # then the slider goes all the way
    add = next(iter(taken("add-chips")), None)
    sign = seen.picture.options
    return {
        "seated": bool(seen.seat),
        "sits": list(seen.sits.items()),
        "sit_with": _chips_to_bring(seen),
        "purse": seen.extras.purse,
        "turn": taken("come-back", "post-blind", "straddle", "fold", "check", "call", "make-up"),
        "wager": wager,
        "wagers": [*wagers, *(each for each in backs if each.field)],
        "presets": _presets(seen, wager) if wager is not None else [],
        "also": [*([] if slides else all_in), *(each for each in backs if not each.field)],
        "minor": taken("buy-time"),
        "discards": taken("discard"),
        "sides": taken("place-side-wager"),
        "side_least": sign.flop_chase[0],
        "side_odds": [text("acts.side_pays", colour=colour, odds=odds) for colour, odds in seen.rules.flop_chase_odds.items()],
        "side_back": taken("take-back-side-wager"),
        "showdown": taken("show-hand", "muck-hand", "ask-to-see"),
        "rulings": taken("rule"),
        "before": _before(seen),
        "ahead": _ahead(seen),
        "ordered": [(name, said_of(one, getattr(one, "amount", 0))) for name, one in seen.extras.ordered.items()],
        "add": add,
        "seats": taken("change-seat", "want-seat"),
        "rest": [*(all_in if slides else []), *acts.rest()],
        "book": seen.rules.book,
    }


def _chips_to_bring(seen: _Seen) -> int:
    """What somebody who sits down is likely to bring: a hundred of the last blind, within the limits, or what there is."""
    offered = next(iter(seen.sits.values()), None)
    if offered is None:
        return 0
    usual = min(max(100 * seen.picture.options.blinds[-1], offered.least), offered.most)
    return seen.chips_to_bring(usual, offered.least, 1)


def _presets(seen: _Seen, wager: Act) -> list[Preset]:
    """The least, half the pot and the pot, both counting the call, and all chips or the most that the limit allows."""
    hand, chip = seen.hand, seen.picture.options.chip
    if seen.me is None or not wager.chooses:
        return []
    after_call = seen.picture.pot + hand.to_call(seen.me)
    total = seen.me.wagered + seen.picture.stack(seen.seat)
    found = [
        Preset(text("acts.least"), wager.least),
        Preset(text("acts.half"), hand.bet + after_call // 2 // chip * chip),
        Preset(text("acts.pot"), hand.bet + after_call // chip * chip),
        Preset(text("acts.most" if wager.most == total else "acts.maximum"), wager.most),
    ]
    inside: dict[int, Preset] = {}
    for preset in found:
        if wager.least <= preset.amount <= wager.most:
            inside.setdefault(preset.amount, preset)
    return list(inside.values())


def _ahead(seen: _Seen) -> list[tuple[str, str, int]]:
    """What may be chosen now for the next hand in which it is open: a command, what it is called, and the least amount of it."""
    sign, seat, chosen = seen.picture.options, seen.picture.seats.get(seen.seat), seen.extras.ordered.values()
    if seat is None or seen.extras.still:
        return []
    found: list[Command] = []
    if sign.straddle or sign.over_blinds:
        found.append(commands.Straddle(seat=seen.seat))
    if seat.owes and not (seat.new and sign.new_players == "wait"):
        found.append(commands.PostBlind(seat=seen.seat))
    if sign.flop_chase[1]:
        wager = partial(commands.PlaceSideWager, seat=seen.seat, amount=sign.flop_chase[0])
        found += [wager(colour=colour) for colour in seen.rules.flop_chase_odds]
    kinds = {type(command) for command in chosen}
    return [(encode(one).decode(), said_of(one), getattr(one, "amount", 0)) for one in found if type(one) not in kinds]


def _before(seen: _Seen) -> list[tuple[str, str]]:
    """What may be decided before one's turn; the browser keeps it, and the table knows nothing of it."""
    hand, me = seen.hand, seen.me
    waits = hand.phase == "betting" and hand.turn not in (0, seen.seat) and seen.picture.question is None
    if me is None or not waits or not me.live or me.all_in:
        return []
    owed = min(hand.to_call(me), seen.picture.stack(seen.seat))
    found = [("check-fold", text("acts.pre_check_fold"))]
    if owed:
        found.append((f"call:{hand.to_call(me)}", text("acts.pre_call", amount=money(owed))))
    else:
        found.append(("check", text("acts.pre_check")))
    found.append(("call-any", text("acts.pre_call_any")))
    return found


# What came of it


class PotResult(msgspec.Struct, frozen=True, kw_only=True):
    """A pot, or half of one: who contested it, who won how much with what, and why that was enough."""

    name: str
    amount: int
    contested: str
    gets: tuple[str, ...]
    why: str
    odd: str
    clauses: tuple[str, ...]
    mine: bool


class _Played:
    """A hand as it was played, from what happened in it: who was who, what each put in, who showed what.

    `back` is how many hands before the present one it was.
    """

    def __init__(self, seen: _Seen, back: int = 0) -> None:
        self.seen, self.rules = seen, seen.rules
        begun = max(last_of(seen.events, BEGINS, back + 1), 0) if seen.hand.number else len(seen.events)
        until = last_of(seen.events, BEGINS, back) if back else len(seen.events)
        self.events = seen.events[begun:until]
        ended = last_of(self.events, ENDS)
        later = seen.events[begun + ended + 1 :] if ended >= 0 else ()
        seats = {number: seat.person for number, seat in seen.picture.seats.items()}
        self.people = people_before(later, seats)
        self.events = self.events[: ended + 1] if ended >= 0 else self.events
        self.ended = bool(self.events) and isinstance(self.events[-1], events.HandEnded)
        self.pushed = [event for event in self.events if isinstance(event, events.PotPushed)]
        self.shown = {event.seat: event for event in self.events if isinstance(event, events.HandShown)}

    def who(self, seat: int) -> str:
        person = self.people.get(seat, "")
        return name_of(self.seen.extras.names, person) if person else text("poker.seat", number=seat)

    @cached_property
    def seat(self) -> int:
        """Where this person sat in that hand, or 0."""
        mine = self.seen.viewer.person
        return next((number for number, person in self.people.items() if mine and person == mine), 0)

    @cached_property
    def rows(self) -> list[Row]:
        """What moved this person's money in that hand."""
        results = Results.of(self.events, self.people)
        return [row for row in results.rows if self.seat and row.person == self.seen.viewer.person]

    @property
    def wagers(self) -> list[tuple[str, int, int, tuple[str, ...]]]:
        """What this person put into the pots and got out of them, and whatever else they won or paid."""
        pots = [row for row in self.rows if POT in row.event.postings]
        put, got = sum(row.stake for row in pots), sum(row.back for row in pots)
        tell, rules = self.seen.table.engine.tell, self.rules
        others = [row for row in self.rows if POT not in row.event.postings]
        found = [(tell(row.event, rules), row.stake, row.back, row.event.clauses) for row in others]
        return [(text("result.pots"), put, got, ()), *found] if pots else found

    @cached_property
    def board(self) -> tuple[Card, ...]:
        """What lay in the middle in the end."""
        found: list[Card] = []
        for event in self.events:
            if isinstance(event, events.BoardDealt | events.CardsOpened):
                found += event.cards
            elif isinstance(event, events.CardsTakenBack):
                del found[len(found) - len(event.cards) :]
        return tuple(found)

    @property
    def number(self) -> int:
        return next((event.hand for event in self.events if isinstance(event, events.HandBegun)), 0)

    @cached_property
    def winning(self) -> dict[int, set[Card]]:
        """The five cards with which each winner who showed them won, the board's among them."""
        found: dict[int, set[Card]] = {}
        for event in self.pushed:
            for seat in event.shares:
                if seat in self.shown and len(self.board) == 5:
                    found.setdefault(seat, set()).update(self._five(self.shown[seat].cards, low=event.half == "low"))
        return found

    def _five(self, hole: tuple[Card, ...], *, low: bool) -> tuple[Card, ...]:
        value = self.rules.low if low else self.rules.high
        best = value(hole, self.board)
        for five in combinations((*hole, *self.board), 5):
            mine = tuple(card for card in five if card in hole)
            if len(mine) != 2 and len(hole) == 4:  # in Omaha two hole cards count, no more and no fewer
                continue
            if value(mine, tuple(card for card in five if card not in hole)) == best:
                return five
        return ()

    @cached_property
    def rivals(self) -> dict[int, int]:
        """Who came to the showdown, in its order, and what each had in the pots."""
        begun = next((event for event in self.events if isinstance(event, events.ShowdownBegun)), None)
        if begun is None:
            return {}
        put_in = dict.fromkeys(begun.order, 0)
        for event in self.events:
            if isinstance(event, events.PotPushed):
                break
            for seat in put_in:
                dead = getattr(event, "dead", 0) if isinstance(event, events.BlindPosted) else 0
                if POT in event.postings:
                    put_in[seat] -= event.postings.get(stack_of(seat), 0)
                if dead and getattr(event, "seat", 0) == seat:
                    put_in[seat] -= dead
        return put_in

    def contesting(self, number: int) -> list[int]:
        """Who could win a pot: all who put in as much as it takes."""
        levels = sorted(set(self.rivals.values()))
        level = levels[number] if number < len(levels) else 0
        return [seat for seat, amount in self.rivals.items() if amount >= level]


def _last_played(seen: _Seen) -> _Played:
    """The hand whose result stands: the present one once its pots go out, until then the one before."""
    played = _Played(seen)
    return played if played.pushed or played.ended or seen.hand.number < 2 else _Played(seen, 1)


def _result(seen: _Seen) -> dict[str, object]:
    played = _last_played(seen)
    notes = [event for event in played.events if isinstance(event, _NOTED)]
    return {
        "title": text("result.hand_title", number=played.number),
        "total": _total(played),
        "wagers": played.wagers if played.pushed or played.ended else [],
        "pots": [_pushed(played, event) for event in sorted(played.pushed, key=lambda e: (e.pot, e.half == "low"))],
        "hands": [
            (played.who(seat), cards_view(event.cards, f"shown-{seat}"), spoken(event.hand), spoken(event.low), event.clauses)
            for seat, event in played.shown.items()
        ],
        "notes": [(seen.table.engine.tell(event, seen.rules), event.clauses) for event in notes],
        "replay": replay_at(seen.table, played.number) if played.ended else "",
        "book": seen.rules.book,
    }


def _total(played: _Played) -> tuple[str, str] | None:
    """How a hand came out for this person, once it is known."""
    over = played.rows and (played.pushed or played.ended)
    return total(sum(row.net for row in played.rows), played.seen.picture.options.blinds[-1]) if over else None


_NOTED = (
    events.SideWagerSettled,
    events.BonusAwarded,
    events.UncalledReturned,
    events.CommissionCollected,
    events.Misdealt,
    events.HandCalledOff,
)


def _pushed(played: _Played, event: events.PotPushed) -> PotResult:
    several = 1 + max(each.pot for each in played.pushed)
    name = text("result.only_pot") if several == 1 else _pot_name(event.pot, several)
    rivals = played.contesting(event.pot)
    contested = text("result.contest", who=joined(map(played.who, rivals))) if len(rivals) > 1 else ""
    return PotResult(
        name=text("result.half", pot=name, half=event.half) if event.half else name,
        amount=event.amount,
        contested=contested or text("result.uncontested"),
        gets=tuple(text("result.gets", who=played.who(seat), amount=money(share)) for seat, share in event.shares.items()),
        why=_why(played, event, rivals),
        odd=text("result.odd_chip", who=joined(map(played.who, event.odd))) if event.odd else "",
        clauses=event.clauses,
        mine=played.seat in event.shares,
    )


def _why(played: _Played, event: events.PotPushed, rivals: Sequence[int]) -> str:
    """Why a hand won: the best of those that it beat, or that equal hands divide the pot."""
    if not event.hand:
        return ""
    rules, parts = played.rules, [text("result.ties")] if len(event.shares) > 1 else []
    beaten: list[tuple[int, int]] = []
    for seat in rivals:
        if seat in event.shares or seat not in played.shown:
            continue
        cards = played.shown[seat].cards
        if event.half != "low":
            beaten.append((rules.high(cards, played.board), seat))
        elif (low := rules.low(cards, played.board)) != NO_LOW:
            beaten.append((low, seat))
    if not beaten:
        return " ".join([text("result.with_hand", hand=capital(spoken(event.hand))), *parts])
    strength, seat = max(beaten)
    name = spoken(low_named(strength) if event.half == "low" else named(strength))
    return " ".join([text("result.beats", winner=capital(spoken(event.hand)), loser=played.who(seat), hand=name), *parts])


# Signs


def _signs(seen: _Seen) -> dict[str, object]:
    sign, rules = seen.picture.options, seen.rules
    most = sign.maximum_buy_in
    buy_in = text("signs.buy_in_range" if most else "signs.buy_in_from", least=money(sign.minimum_buy_in), most=money(most))
    facts = [(text("signs.betting"), limits(sign)), (text("signs.buy_in"), buy_in)]
    facts += [(text("signs.ante"), money(sign.ante))] if sign.ante else []
    facts += [(text("signs.commission"), charges(sign.commission))] if sign.commission != NO_COMMISSION else []
    if sign.time_to_act:
        extra = text("signs.extra_time", seconds=sign.extra_time, amount=money(sign.extra_time_fee))
        says = text("signs.time_says", seconds=sign.time_to_act)
        bank = text("signs.time_bank", seconds=sign.time_bank) if sign.time_bank else ""
        facts.append((text("signs.time"), ", ".join(filter(None, (says, extra if sign.extra_time else "", bank)))))
    facts += [(text("signs.straddle"), text("signs.straddle_yes"))] if sign.straddle or sign.over_blinds else []
    if sign.flop_chase[1]:
        least, greatest = sign.flop_chase
        odds = ", ".join(f"{colour} {odds}" for colour, odds in rules.flop_chase_odds.items())
        facts.append((text("signs.flop_chase"), f"{money(least)} to {money(greatest)}; {odds}"))
    facts += [(text("signs.bonus"), f"{bonus.goods or money(bonus.cash)}: {spoken(bonus.hand)}") for bonus in sign.bonuses]
    facts += [(text("signs.edition"), rules.edition)]
    return {
        "facts": facts,
        "notices": _notices(seen),
        "readings": [text("notice.reading", name=name) for name in sign.readings],
        "now": seen.now,
        "book": rules.book,
    }
