"""A table of the poker room as one person sees it: the parts of its page, each by its id, from what they have been shown."""

from collections.abc import Collection, Sequence
from functools import cached_property, partial
from itertools import combinations
from typing import Any

from markupsafe import Markup
from msgspec.structs import replace

from croupier.kernel.cards import HIDDEN, Card, rank_name
from croupier.kernel.entries import encode
from croupier.kernel.events import Command, Event
from croupier.kernel.hands import spoken
from croupier.kernel.incidents import DeckCommitted, DutyDone
from croupier.kernel.legal import Legal
from croupier.kernel.money import money
from croupier.kernel.strength import NO_LOW, category_of, low_named, named
from croupier.poker import commands, events
from croupier.poker.blinds import due, present, to_enter
from croupier.poker.deal import waited_for
from croupier.poker.hand import Hand, Player
from croupier.poker.management import earliest_change
from croupier.poker.pots import pots, unmatched
from croupier.poker.rules import Rules
from croupier.poker.state import State, side_of
from croupier.poker.telling import charges, limits, tell
from croupier.poker.time_to_act import deadline, in_bank
from croupier.web.acts import DONE, Act, act, said_of
from croupier.web.pieces import CardView, cards_said, cards_view, clock_time, joined
from croupier.web.played_hand import BEGINS, Played, pot_name
from croupier.web.regions import Notice, Reading
from croupier.web.seen import ByTag, Seen
from croupier.web.texts import text


class PokerSeen(Seen[Rules, State]):
    """What one person has been shown of a table of the poker room."""

    kind = "poker"
    place = "poker.seat"
    decides = ("check", "call", "fold", "make-up", "discard", "retract", "play-on")
    quiet = (events.CardsShuffled, events.CardsCut, events.HandsOpened, events.CommissionDropped, DeckCommitted, DutyDone)
    ends = (events.HandEnded,)
    telling = tell

    def parts(self) -> dict[str, str]:
        notices, sign = _notices(self), self.picture.options
        commission = charges(sign.commission) if sign.charged else ""
        last = self.played if self.played.over or self.hand.number < 2 else Played(self, 1)  # until the pots of this one go out
        return {
            "now": _now(self, notices),
            "acts": self.page("poker_acts.html", acts=ByTag(self.acts), sit_with=_chips_to_bring(self), ahead=_ahead(self)),
            "result": self.page("poker_result.html", played=last),
            "signs": self.page("poker_signs.html", notices=notices, betting=limits(sign), commission=commission),
            "jackpot": self.page("jackpot.html", cost=0, waiting={}, yours=""),
        }

    def opens(self, event: Event) -> str:
        return text("log.hand", number=event.hand) if isinstance(event, events.HandBegun) else ""

    def felt(self) -> str:
        best = self.played.winning if self.hand.phase == "between" else {}
        shown = {"best": best, "best_of_all": set[Card]().union(*best.values()), "pots": _pots(self)}
        return self.page("poker_felt.html", hand=self.hand, reading=_reading(self), **shown)

    @property
    def total(self) -> tuple[str, str] | None:
        return self.played.total

    @property
    def hand(self) -> Hand:
        return self.picture.hand

    @cached_property
    def me(self) -> Player | None:
        return self.hand.players.get(self.seat) if self.seat else None

    @cached_property
    def played(self) -> Played:
        return Played(self)

    def act(self, offer: Legal, **shown: Any) -> Act:
        command, stack = offer.command, self.picture.stack(self.seat)
        match command:
            case commands.Call():
                owed = self.hand.to_call(self.me) if self.me is not None else 0
                act_made = act(offer, amount=min(owed, stack), owed=owed, **shown)
                return replace(act_made, label=text("act.call-all-in", amount=money(stack))) if owed >= stack else act_made
            case commands.Bet() | commands.Raise() if offer.most == self.all_of_it:
                return act(offer, guard=text("confirm.all-in", amount=money(self.all_of_it)), **shown)
            case commands.AllIn():
                confirm = text("confirm.all-in", amount=money(self.all_of_it))
                return act(offer, amount=self.all_of_it, confirm=confirm, **shown)
            case commands.MakeUp():
                return act(offer, amount=self.hand.owed.get(self.seat, 0), **shown)
            case commands.Discard():
                return act(offer, confirm=text("confirm.discard", card=command.card.symbol), **shown)
            case commands.PostBlind():
                return act(offer, amount=due(self.picture).get(self.seat) or self.to_enter, **shown)
            case commands.AskToSee():
                whose = self.extras.names.get(command.person, command.person) if command.person else self.who(command.whose)
                return replace(act(offer, **shown), label=text("act.ask-to-see", whose=whose))
            case commands.LeaveSeat():
                return act(offer, confirm=text("confirm.leave-seat", amount=money(stack)), **shown)
            case commands.BuyTime():
                sign = self.picture.options
                note = text("signs.extra_time", seconds=sign.extra_time, amount=money(sign.extra_time_fee))
                return act(offer, note=note, **shown)
        return act(offer, **shown)

    @cached_property
    def offers(self) -> list[Legal]:
        """What the table offers, without an all-in that is a call or cannot take every chip, and without asking to see your own
        hand.
        """
        usual = [offer for offer in super().offers if not self._asks_for_own(offer.command)]
        most = [max(offer.least, offer.most) for offer in usual if isinstance(offer.command, commands.Bet | commands.Raise)]
        if self.all_of_it in most:
            return usual
        return [offer for offer in usual if not isinstance(offer.command, commands.AllIn)]

    def _asks_for_own(self, command: Command) -> bool:
        return isinstance(command, commands.AskToSee) and command.whose == self.seat and not command.person

    @property
    def all_of_it(self) -> int:
        """What a player's wager would be with every chip in it: the one number for a raise and for all-in."""
        return self.picture.stack(self.seat) + (self.me.wagered if self.me is not None else 0)

    def presets(self, wager: Act) -> dict[int, str]:
        """The minimum, half the pot and the pot, both including the call, and all chips or the limit's maximum."""
        if self.me is None:
            return {}
        hand, chip = self.hand, self.picture.options.chip
        after_call = self.picture.pot + hand.to_call(self.me)
        candidates = (
            (wager.least, "acts.least"),
            (hand.bet + after_call // 2 // chip * chip, "acts.half"),
            (hand.bet + after_call // chip * chip, "acts.pot"),
            (wager.most, "acts.most" if wager.most == self.all_of_it else "acts.maximum"),
        )
        inside: dict[int, str] = {}
        for amount, name in candidates:
            if wager.least <= amount <= wager.most:
                inside.setdefault(amount, text(name))
        return inside

    @property
    def to_enter(self) -> int:
        """What this person pays to be dealt in before the last blind reaches them, or 0 if they need not or may not."""
        seat, sign = self.picture.seats.get(self.seat), self.picture.options
        if seat is None or not seat.owes or seat.away or (seat.new and sign.new_players == "wait"):
            return 0
        return sum(to_enter(self.picture, seat))

    @property
    def will_post(self) -> bool:
        """Whether they have chosen to post in the next possible hand."""
        return any(isinstance(command, commands.PostBlind) for command in self.extras.ordered.values())

    @property
    def posting(self) -> str:
        """The command to post as soon as possible, for those who have not chosen it and are not asked for it now."""
        chosen = self.will_post or self.extras.still or "post-blind" in self.tags
        return encode(commands.PostBlind(seat=self.seat)).decode() if self.to_enter and not chosen else ""

    @property
    def ordered(self) -> list[tuple[str, str]]:
        """What was chosen for a future hand, by the id of the order."""
        return [(name, said_of(command, Legal(command, ()).least)) for name, command in self.extras.ordered.items()]

    def named(self, cards: Sequence[Card]) -> str:
        """A player's current hand: the best with the board, or the hole cards."""
        board = self.hand.board
        if not cards or HIDDEN in cards or HIDDEN in board:
            return ""
        if len(board) < 3:
            return _hole(cards)
        kept = len(cards) - (bool(self.rules.discard) and len(cards) == self.rules.hole_cards)  # one has yet to be discarded
        low = max(self.rules.low(some, board) for some in combinations(cards, kept))
        high = spoken(named(max(self.rules.high(some, board) for some in combinations(cards, kept))))
        return f"{high}; {spoken(low_named(low))}" if low != NO_LOW else high

    def cards(self, cards: Sequence[Card], place: str, best: Collection[Card]) -> tuple[CardView, ...]:
        """Cards at a place, with the winning ones marked; the others fade."""
        views = cards_view(cards, f"h{self.hand.number}-{place}")
        return tuple(replace(view, marks=("best" if view.card in best else "rest",)) for view in views) if best else views

    def side_wager(self, number: int) -> int:
        return self.picture.money.get(side_of(number), 0)

    def last_act(self, seat: int) -> str:
        """What a player last did in this betting round."""
        for event in reversed(self.events):
            if isinstance(event, (events.BoardDealt, *BEGINS)):
                return ""
            if getattr(event, "seat", 0) == seat and (did := DONE["poker"].get(event.__struct_config__.tag)):
                return text("poker.bets" if isinstance(event, events.Raised) and not event.counts else did)
        return ""

    def category(self, cards: Sequence[Card]) -> str:
        """The kind of hand that a player has shown, in a word or two; with a low one if there is one."""
        board = self.hand.board
        if len(board) < 5 or HIDDEN in cards:
            return ""
        high = str(category_of(self.rules.high(tuple(cards), board)))
        low = self.rules.low(tuple(cards), board)
        if low == NO_LOW:
            return high
        return text("poker.with_low", hand=high, top=low_named(low).split(", ")[1])


def _hole(cards: Sequence[Card]) -> str:
    """Two hole cards in words; with more there is no hand yet."""
    if len(cards) != 2:
        return ""
    high, low = sorted(cards, key=lambda card: card.rank, reverse=True)
    if high.rank == low.rank:
        return text("poker.hole_pair", rank=rank_name(high.rank, plural=True))
    suited = "poker.hole_suited" if high.suit == low.suit else "poker.hole"
    return text(suited, high=rank_name(high.rank), low=rank_name(low.rank))


def _pots(seen: PokerSeen) -> list[tuple[str, int, str]]:
    """The pots now in the middle, each by name; side pots with those who are in them. Chips in front of players are
    not included yet.
    """
    hand = seen.hand
    if hand.phase in ("between", "blinds", "closed"):
        return []
    if hand.turn:
        back = {number: player.wagered for number, player in hand.players.items()}
    else:
        holder, over = unmatched(hand)
        back = {holder.number: over} if holder is not None and holder.live and over else {}
    all_pots = pots(hand, back)
    if len(all_pots) < 2:
        return [(text("poker.pot"), pot.amount, "") for pot in all_pots]
    return [(pot_name(number), pot.amount, joined(map(seen.who, pot.seats))) for number, pot in enumerate(all_pots)]


def _reading(seen: PokerSeen) -> Reading:
    cards, board = seen.me.cards if seen.me is not None else (), seen.hand.board
    pots = [f"{name} {money(amount)}, {who}" for name, amount, who in _pots(seen)]
    middle = text("read.board", cards=cards_said(board)) if board else text("read.board_none")
    pot = text("read.pot", amount=money(seen.picture.pot)) + (f" {'; '.join(pots)}." if len(pots) > 1 else "")
    return seen.reading(cards, seen.named(cards), middle, pot)


# What now


def _now(seen: PokerSeen, notices: list[Notice]) -> str:
    picture, hand, me = seen.picture, seen.hand, seen.me
    waited = waited_for(seen.rules, hand) if picture.options.time_to_act and picture.question is None else 0
    names = seen.extras.names
    return seen.page(
        "now.html",
        what=_what(seen),
        total=seen.played.total if hand.phase == "between" else None,
        holds=seen.named(me.cards) if me is not None and me.live and hand.phase != "between" else "",
        prizes=[
            text("now.bonus_line", who=names.get(who, who), hand=spoken(prize.hand)) for who, prize in picture.prizes.items()
        ],
        notices=notices,
        deadline=seen.extras.deadline or (deadline(picture) if waited else 0),
        bank=in_bank(picture, waited) if waited else 0,
    )


def _what(seen: PokerSeen) -> tuple[bool, str]:
    """Whether this person must act, and what to do now."""
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
        if "post-blind" in tags and seen.to_enter:
            return False, f"{text('now.poker_blinds')} {_waits_for_blind(seen)}"
        return False, text("now.poker_blinds")
    if hand.phase == "showdown":
        yours = "show-hand" in tags and "muck-hand" in tags
        return yours, text("now.poker_show" if yours else "now.poker_showdown")
    if hand.phase == "between":
        return False, _between(seen)
    return False, text("now.poker_house")


def _between(seen: PokerSeen) -> str:
    over = f"{text('now.poker_over')} " if seen.hand.number and seen.hand.won else ""
    if not seen.seat:
        return over + seen.not_at_play()
    seat = seen.picture.seats[seen.seat]
    if seat.away or seat.dealt_out:
        return over + text("now.poker_away" if seat.away else "now.poker_out")
    if len(present(seen.picture)) < 2:
        return over + text("now.poker_few")
    return over + (_waits_for_blind(seen) if seat.owes else text("now.poker_between"))


def _waits_for_blind(seen: PokerSeen) -> str:
    if seen.will_post:
        return text("now.poker_will_post")
    return text("now.poker_wait_blind" if seen.to_enter else "now.poker_wait_only", amount=money(seen.to_enter))


def _what_to_bet(seen: PokerSeen) -> tuple[bool, str]:
    hand, player = seen.hand, seen.hand.players[seen.hand.turn]
    owed, stack = hand.to_call(player), seen.picture.stack(player.number)
    if hand.turn != seen.seat:
        amount = min(owed, stack)
        says = "now.poker_waits_call" if amount else "now.poker_waits"
        mine = ""
        if seen.me is not None and seen.me.dealt_in:
            mine = text("now.poker_folded") if not seen.me.live else text("now.poker_all_in") if seen.me.all_in else ""
        elif seen.seat and not (seat := seen.picture.seats[seen.seat]).away and not seat.dealt_out:
            mine = _waits_for_blind(seen) if seat.owes else text("now.next_hand")
        waits = text(says, who=seen.who(hand.turn), amount=money(amount))
        return False, f"{mine} {waits}" if mine else waits
    if seen.seat in hand.owed:
        return True, text("now.poker_make_up", amount=money(hand.owed[seen.seat]))
    if not owed:
        return True, text("now.poker_turn_option" if hand.bet else "now.poker_turn_check")
    if owed >= stack:
        return True, text("now.poker_turn_call_all", amount=money(stack))
    return True, text("now.poker_turn_call", amount=money(owed))


def _notices(seen: PokerSeen) -> list[Notice]:
    """Announcements at the table: another game or other limits, and the closing."""
    notices = []
    rules, number = seen.rules, seen.hand.number
    for name, notice in seen.picture.notices.items():
        if name == "closing":
            notices.append(seen.closing(rules.closing_hands - (number - notice.hand)))
            continue
        left, earliest = rules.notice_hands - (number - notice.hand), earliest_change(rules, notice)
        parts = [text("notice.change", what=limits(notice.options))]
        parts += [text("notice.change_hands", number=left)] if left > 0 else []
        parts += [text("notice.change_time", time=clock_time(earliest))] if earliest > seen.now else []
        until = earliest if earliest > seen.now else 0
        notices.append(Notice(says=Markup(", ").join(parts), until=until, clauses=rules.cite("change_announced")))
    return notices


# What the viewer may do


def _chips_to_bring(seen: PokerSeen) -> int:
    """The likely buy-in of a person who sits down: a hundred of the last blind, within the limits, or what there is."""
    offered = next(iter(seen.sits.values()), None)
    if offered is None:
        return 0
    usual = min(max(100 * seen.picture.options.blinds[-1], offered.least), offered.most)
    return seen.chips_to_bring(usual, offered.least, 1)


def _ahead(seen: PokerSeen) -> list[tuple[str, str, int]]:
    """Choices for the next hand in which they are possible: a command, its name, and its smallest amount."""
    sign, seat, chosen = seen.picture.options, seen.picture.seats.get(seen.seat), seen.extras.ordered.values()
    if seat is None or seen.extras.still:
        return []
    orders: list[Command] = []
    if sign.straddle or sign.over_blinds:
        orders.append(commands.Straddle(seat=seen.seat))
    if sign.flop_chase[1]:
        wager = partial(commands.PlaceSideWager, seat=seen.seat, amount=sign.flop_chase[0])
        orders += [wager(colour=colour) for colour in seen.rules.flop_chase_odds]
    kinds = {type(command) for command in chosen}
    return [(encode(order).decode(), said_of(order), Legal(order, ()).least) for order in orders if type(order) not in kinds]
