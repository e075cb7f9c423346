"""A house table as one person sees it: the parts of its page, each by its id, from what that person has been shown."""

from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec
from msgspec.structs import replace

from croupier.drawing.chips import values
from croupier.drawing.cloths import cloth_of
from croupier.kernel.actors import Capacity
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.events import Event
from croupier.kernel.hands import HandValue, spoken
from croupier.kernel.incidents import DeckCommitted, DutyDone, Perform
from croupier.kernel.legal import Legal
from croupier.kernel.wild import WILD_RANK
from croupier.stud import commands, events
from croupier.stud.rules import Options, Rules, Wager
from croupier.stud.settlement import instant_lines, stakes_on
from croupier.stud.state import EMPTY, Box, State
from croupier.tables.house_table import HouseTable
from croupier.tables.results import Results, Row, people_before
from croupier.training.coach import refusal_for
from croupier.web.acts import KEYS, Act, act
from croupier.web.extras import NOTHING, Extras
from croupier.web.pages import page
from croupier.web.pieces import CardView, capital, cards_said, cards_view, clock_time, joined, money
from croupier.web.regions import Notice, Reading, last_of, log, name_of, replay_at, total
from croupier.web.seen import ByTag, Seen
from croupier.web.texts import text
from croupier.web.trainer import coach_of, warning_of, worth

ENDS = (events.RoundEnded, events.RoundVoided)
QUIET = (events.CardsShuffled, events.CardsCut, events.CardsCollected, events.HandStaysBlind, DeckCommitted, DutyDone)
"""What is not read out: it would only keep people from hearing the rest."""


def house_regions(
    table: HouseTable, person: str, *, capacity: Capacity | None, now: int, extras: Extras = NOTHING
) -> dict[str, str]:
    """Every part of the page by its id, for a person at a seat, in another capacity, or looking on."""
    seen = _Seen(table, person, capacity, now, extras)
    coach = (
        {"coach": page("house_coach.html", **coach_of(seen.extras.coach, table.name))} if seen.picture.options.training else {}
    )
    return {
        **coach,
        "felt": page("house_felt.html", **_felt(seen)),
        "now": page("now.html", **_now(seen)),
        "acts": page("house_acts.html", **_acts(seen)),
        "result": page("house_result.html", **_result(seen)),
        "log": log(table, seen.viewer, _heading, seen.extras.names),
        "signs": page("house_signs.html", **_signs(seen)),
        "jackpot": page("jackpot.html", **_jackpot(seen)),
    }


def house_still(table: HouseTable, person: str, *, capacity: Capacity | None, names: Mapping[str, str]) -> str:
    """The cloth alone as a person saw it, with nothing to press."""
    seen = _Seen(table, person, capacity, table.at, Extras(names=names, still=True))
    return page("house_felt.html", **_felt(seen))


def house_says(
    table: HouseTable, person: str, *, capacity: Capacity | None, since: int, names: Mapping[str, str] = NOTHING.names
) -> list[str]:
    """What is read out to a person of the events after the first `since`."""
    seen = _Seen(table, person, capacity, table.at, Extras(names=names))
    lines = seen.heard(since, QUIET, seen.own_boxes(seen.shown))
    if seen.settled and person in seen.results.players and last_of(table.view(seen.viewer, since=since), ENDS) >= 0:
        lines.append(f"{total(seen.results.net(person), 0)[1]}.")
    return lines


def _heading(event: Event) -> str:
    return text("log.round", number=event.round) if isinstance(event, events.RoundEnded) else ""


class _Seen(Seen[Rules, State]):
    """What one person has been shown of a table of the house."""

    keys = KEYS["house"]
    place = "house.place"

    def act(self, offer: Legal, key: str) -> Act:
        found, command = self._act(offer, key), offer.command
        if not isinstance(command, commands.BoxCommand) or command.box or len(self.own_boxes(self.picture)) < 2:
            return found
        return replace(found, label=text("act.for_box", what=found.label, number=self.seat))

    def _act(self, offer: Legal, key: str) -> Act:
        command = offer.command
        warning = warning_of(self.extras.coach, command)
        match command:
            case commands.Fold():
                return act(offer, key=key, look="danger", warning=warning)
            case commands.PlaceBet() | commands.PlaceAnte() | commands.PlayOn() | commands.TakeSeat():
                return act(offer, key=key, look="primary", warning=warning)
            case commands.ChangeCard():
                price = command.amount if command.card is HIDDEN else 0
                return act(offer, amount=price, look="plain", confirm=self._cost(command), warning=warning)
            case commands.TakeInstantWin():
                amount = self._instant(command.box or command.seat)
                return act(offer, amount=amount, key=key, look="accent", warning=warning)
            case commands.LeaveSeat():
                says = text("confirm.leave-seat", amount=money(self.picture.stack(command.seat)))
                return act(offer, look="quiet", confirm=says)
            case commands.Concede():
                return act(offer, key=key, look="danger", confirm=text("confirm.concede"))
        return act(offer, key=key, look="plain", warning=warning)

    def _cost(self, command: commands.ChangeCard) -> str:
        """What it costs to change a card: its price, a jackpot wager that plays no more, and lower odds."""
        rules, card = self.rules, command.card
        face = text("acts.a_card") if card is HIDDEN else card.symbol
        parts = [text("confirm.change-card", card=face, amount=money(command.amount))]
        parts += [text("confirm.change-jackpot")] if command.seat in self.picture.jackpots else []
        lower = {hand: odds for hand, odds in rules.bet_odds_after_exchange.items() if odds != rules.bet_odds[hand]}
        said = (text("confirm.less", hand=hand.label, odds=odds, usual=rules.bet_odds[hand]) for hand, odds in lower.items())
        return ". ".join((*parts, text("confirm.change-odds", hands=joined(said)))) if lower else ". ".join(parts)

    def declares(self) -> list[Act]:
        """To declare a hand at once, where the book wants that: one that is held, or may be where the cards are unseen."""
        cards = self.picture.boxes[self.seat].cards if self.seat else ()
        value, found = self.value(cards), list[Act]()
        done = {event.duty for event in self.round_events if isinstance(event, DutyDone)}
        for name, duty in self.rules.duties.items():
            holds = HIDDEN in cards or (value is not None and value.category.label in duty.hands)
            if duty.hands and duty.by == "player" and self.picture.phase in duty.phases and holds and name not in done:
                hands = " or ".join(duty.hands)
                offer = Legal(Perform(duty=name), duty.clauses)
                says = act(offer, look="accent", confirm=text("confirm.declare", hands=hands))
                found.append(replace(says, label=text("acts.declare", hands=hands)))
        return found

    def _instant(self, number: int) -> int | None:
        """What an Instant Winner is paid on top of the ante, as far as the person may know."""
        value = self.value(self.picture.boxes[number].cards)
        if value is None or value.category not in self.rules.instant_odds:
            return None
        lines = instant_lines(self.rules, self.picture.options, stakes_on(self.picture, number), value)
        return sum(line.pays for line in lines)

    @cached_property
    def settled(self) -> bool:
        """Whether the table still is as the last round left it: nobody has wagered on the next one."""
        picture = self.picture
        return (
            picture.phase in ("wagers", "closed")
            and not picture.wagered
            and not picture.shuffled
            and last_of(self.events, ENDS) >= 0
        )

    @cached_property
    def round_events(self) -> Sequence[Event]:
        """The events of the round that is on the table."""
        end = last_of(self.events, ENDS)
        if not self.settled:
            return self.events[end + 1 :]
        return self.events[last_of(self.events, ENDS, 2) + 1 : end + 1]

    @cached_property
    def shown(self) -> State:
        """The table as it is now: in play, or as the last round left it until somebody wagers on the next."""
        if not self.settled:
            return self.picture
        state = replace(self.picture, phase="wagers", boxes=(EMPTY,) * len(self.picture.boxes), round=self.picture.round - 1)
        for event in self.round_events[:-1]:
            state = event.apply(state)
        return state

    @cached_property
    def wild(self) -> int:
        return WILD_RANK if self.rules.has("wild cards") else 0

    def value(self, cards: Sequence[Card]) -> HandValue | None:
        """The value of a hand that is known whole."""
        return self.rules.value(cards) if len(cards) == self.rules.cards and HIDDEN not in cards else None

    @cached_property
    def people(self) -> Mapping[int, str]:
        """Who sat where when the round that is there ended, or who sits there while it is played."""
        if not self.settled:
            return self.picture.people
        return people_before(self.events[last_of(self.events, ENDS) + 1 :], self.picture.people)

    def is_me(self, person: str) -> bool:
        return bool(self.viewer.person) and person == self.person

    def is_mine(self, seat: int) -> bool:
        """Whether a wager of that seat, in the round that is there, is this person's."""
        return bool(seat) and self.is_me(self.people.get(seat, ""))

    def own_boxes(self, table: State) -> list[int]:
        return [number for number in table.wagered if self.is_mine(table.boxes[number].seat)]

    def who(self, seat: int) -> str:
        """Who sits there; in a round that is there still, who did, where nobody does now."""
        gone = "" if self.picture.person_at(seat) else self.people.get(seat, "")
        return name_of(self.extras.names, gone) if gone else super().who(seat)

    @cached_property
    def results(self) -> Results:
        """What each wager has come to in the round that is there."""
        return Results.of(self.round_events, self.people)


class BoxView(msgspec.Struct, frozen=True, kw_only=True):
    """A place on the layout: who plays it, what is there, how it stands."""

    number: int
    depth: int
    name: str
    seat: int
    mine: bool
    stack: int
    ante: int
    bet: int
    exchange: int
    jackpot: int
    wagers: tuple[tuple[str, str, int], ...]
    light: bool
    cards: tuple[CardView, ...]
    faded: bool
    status: str
    deciding: bool
    net: int | None
    sit: Act | None


class HandView(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of your own: its cards, each with what a tap does, and its name as it stands."""

    box: int
    cards: tuple[tuple[CardView, Act | None], ...]
    name: str
    given_up: tuple[CardView, ...]
    main: bool
    faded: bool


def _felt(seen: _Seen) -> dict[str, object]:
    table, rules = seen.shown, seen.rules
    places = len(table.boxes) - 1
    dealer = seen.value(table.dealer.cards)
    caption = ""
    if dealer is not None:
        caption = f"{dealer.name}: {text('house.qualifies' if rules.qualifies(dealer) else 'house.not_qualifies')}"
    hands = [_hand(seen, table, number) for number in _in_hand(seen, table)]
    return {
        "cloth": cloth_of(rules.book),
        "title": rules.title.split(" at ")[0].split(" in ")[0],
        "inscription": text("house.dealer_plays", hand=rules.qualifying_hand),
        "limits": text("house.limits", least=money(seen.picture.options.minimum), most=money(seen.picture.options.maximum)),
        "round": text("house.settled_round" if seen.settled else "house.round", number=table.round),
        "settled": seen.settled,
        "open": table.phase == "wagers" and not seen.settled,
        "places": places,
        "dealer": cards_view(table.dealer.cards, f"r{table.round}-dealer", back=table.colour, wild=seen.wild),
        "slots": rules.cards - len(table.dealer.cards),
        "caption": caption,
        "boxes": [_box(seen, table, number, places, seen.sits.get(number)) for number in range(places, 0, -1)],
        "hands": hands,
        "reading": _reading(seen),
        "still": seen.extras.still,
    }


def _in_hand(seen: _Seen, table: State) -> list[int]:
    """The boxes whose cards this person has in the hand, or laid open, the player's own first."""
    boxes = [number for number in seen.own_boxes(table) if table.boxes[number].cards]
    return sorted(boxes, key=lambda number: (not table.is_own(number), number))


def _hand(seen: _Seen, table: State, number: int) -> HandView:
    box = table.boxes[number]
    changes = {each.card: each for each in seen.acts if each.tag == "change-card"} if table.is_own(number) else {}
    views = cards_view(box.cards, f"r{table.round}-box{number}", back=table.colour, wild=seen.wild)
    value = seen.value(box.cards)
    return HandView(
        box=number,
        cards=tuple((view, changes.get(view.card) if view.card is not HIDDEN else None) for view in views),
        name=value.name if value is not None else "",
        given_up=cards_view(box.given_up, f"r{table.round}-given{number}", back=table.colour, marks=("given-up",)),
        main=table.is_own(number),
        faded=box.choice not in ("", "bet", "instant"),
    )


def _box(seen: _Seen, table: State, number: int, places: int, sit: Act | None) -> BoxView:
    box, picture, rules = table.boxes[number], seen.picture, seen.rules
    seat = box.seat or (number if number in picture.seats else 0)
    own = seen.is_mine(box.seat)
    across = abs((number - 0.5) / places * 2 - 1)
    money_on = picture if not seen.settled else None
    beside = money_on.side_wagers(number) if money_on else {}
    value = seen.value(box.cards)
    deciding = table.phase == "deciding" and bool(box.seat) and not box.choice and not seen.settled
    return BoxView(
        number=number,
        depth=round((1 - across**2) * 4),
        name=seen.who(seat) if seat else "",
        seat=seat,
        mine=own or number == seen.seat,
        stack=picture.stack(seat) if seat and seat == number else 0,
        ante=money_on.ante(number) if money_on else 0,
        bet=money_on.bet(number) if money_on else 0,
        exchange=money_on.exchange(number) if money_on else 0,
        jackpot=money_on.jackpot(number) if money_on else 0,
        wagers=tuple((name, rules.wagers[name].title, on) for name, on in beside.items()),
        light=number in picture.lights,
        cards=() if own else cards_view(box.cards, f"r{table.round}-box{number}", back=table.colour, wild=seen.wild),
        faded=box.choice in ("fold", "void", "conceded"),
        status=_status(box, value, deciding),
        deciding=deciding,
        net=seen.results.of_box(number) if seen.settled or table.phase in ("settling", "prizes") else None,
        sit=sit,
    )


def _status(box: Box, value: HandValue | None, deciding: bool) -> str:
    if deciding:
        return text("house.deciding")
    words = {"fold": "folded", "void": "void", "conceded": "conceded", "instant": "instant"}
    if box.choice in words:
        return text(f"house.{words[box.choice]}")
    if value is not None and box.shown:
        return str(value.category)
    if box.choice == "bet":
        return text("house.blind" if box.blind else "house.bets")
    return ""


def _reading(seen: _Seen) -> Reading:
    table, picture = seen.shown, seen.picture
    own, mine = _in_hand(seen, table), seen.own_boxes(picture)
    cards = table.boxes[own[0]].cards if own else ()
    value, dealer = seen.value(cards), table.dealer.cards
    middle = text("read.dealer", cards=cards_said(dealer)) if dealer else text("read.dealer_none")
    pot = text("read.wagers_none")
    if mine:
        pot = text("read.wagers", ante=money(picture.ante(mine[0])), bet=money(picture.bet(mine[0])))
    return seen.reading(cards, value.name if value is not None else "", middle, pot, wild=seen.wild)


# What now


def _now(seen: _Seen) -> dict[str, object]:
    yours, says = _what(seen)
    deadline = seen.extras.deadline if seen.picture.phase in ("wagers", "deciding", "settling") else 0
    return {
        "yours": yours,
        "says": says,
        "total": total(seen.results.net(seen.person), seen.picture.options.minimum)
        if seen.settled and seen.person in seen.results.players
        else None,
        "hand": "",
        **seen.ruling,
        "prizes": [text("now.prize_line", box=box, hand=hand) for box, hand in seen.picture.prizes.items()],
        "notices": _notices(seen),
        "advice": worth(seen.extras.coach),
        "advice_open": any(isinstance(offer.command, commands.TakeInstantWin) for offer in seen.offers),
        "deadline": deadline,
        "bank": 0,
        "now": seen.now,
        "book": seen.rules.book,
        "clauses": seen.clauses_of("place-bet", "play-on", "place-ante", "concede") if yours else (),
    }


def _what(seen: _Seen) -> tuple[bool, str]:
    """Whether it is this person who is waited for, and what is to be done now."""
    picture, seat, tags = seen.picture, seen.seat, seen.tags
    if picture.phase == "closed":
        return False, text("now.closed")
    if picture.question is not None:
        return "rule" in tags, text("now.ruling")
    if picture.retracting:
        if "retract" in tags:
            return True, text("now.retract")
        boxes = joined(text("house.box", number=box) for box in picture.retracting)
        return False, text("now.retract_others", boxes=boxes)
    if picture.phase == "prizes":
        return False, text("now.prize")
    if picture.phase == "wagers":
        return _what_to_wager(seen)
    later = f" {text('now.next_round')}" if seat and not seen.own_boxes(picture) else ""
    if picture.phase == "dealing":
        return False, text("now.dealing") + later
    if picture.phase == "deciding":
        yours, says = _what_to_decide(seen)
        return yours, says + later
    if seat and "concede" in tags:
        return True, text("now.concede")
    return False, text("now.settling") + later


def _what_to_wager(seen: _Seen) -> tuple[bool, str]:
    picture, seat, tags = seen.picture, seen.seat, seen.tags
    settled = f"{text('now.settled', number=seen.shown.round)} " if seen.settled else ""
    if not seat:
        return False, settled + seen.not_at_play()
    mine = seen.own_boxes(picture)
    if not mine and "place-ante" in tags:
        least, most = picture.limits_of(seat)
        return False, settled + text("now.ante", least=money(least), most=money(most))
    if not mine:
        least = picture.limits_of(seat)[0]
        return False, settled + (text("now.short", least=money(least)) if picture.stack(seat) < least else text("now.ante_first"))
    if sides := [offer.command.wager for offer in seen.offers if isinstance(offer.command, commands.PlaceWager)]:
        title = joined(seen.rules.wagers[name].title for name in sides)
        return False, text("now.ante_lies_wager", amount=money(picture.ante(mine[0])), wager=title)
    if "place-jackpot" in tags:
        return False, text("now.ante_lies_more", amount=money(picture.ante(mine[0])))
    return False, text("now.ante_lies")


def _what_to_decide(seen: _Seen) -> tuple[bool, str]:
    picture, tags = seen.picture, seen.tags
    bets = [offer.command for offer in seen.offers if isinstance(offer.command, commands.PlaceBet)]
    if bets:
        amount = money(bets[0].amount)
        if bets[0].box or len(seen.own_boxes(picture)) > 1:
            return True, text("now.decide_box", box=bets[0].box or seen.seat, amount=amount)
        if "change-card" in tags:
            return True, text("now.decide_change", amount=amount)
        return True, text("now.decide_instant" if "take-instant-win" in tags else "now.decide", amount=amount)
    if "take-instant-win" in tags:
        return True, text("now.instant_waits")
    waiting = picture.undecided
    if waiting and any(picture.boxes[number].blind for number in seen.own_boxes(picture)):
        return False, text("now.blind_plays")
    if not waiting:
        return False, text("now.waits_dealer")
    in_turn = seen.rules.has("turns") and seen.rules.decides_in_turn(picture.options)
    if len(waiting) > 1 and not in_turn:
        return False, text("now.waits_boxes", number=len(waiting))
    return False, text("now.waits_box", who=seen.who(picture.boxes[waiting[0]].seat))


def _notices(seen: _Seen) -> list[Notice]:
    """What hangs at the table: a higher minimum to come, and the closing."""
    found = []
    rules = seen.rules
    for sign in seen.picture.signs:
        if sign.says == "minimum" and sign.amount > seen.picture.options.minimum:
            due = sign.due > seen.now
            says = text("notice.minimum" if due else "notice.minimum_now", amount=money(sign.amount), time=clock_time(sign.due))
            clauses = rules.cite("sign_displayed") if "sign_displayed" in rules.grounds else ()
            found.append(Notice(says=says, until=sign.due if due else 0, clauses=clauses))
        elif sign.says == "closing" and seen.picture.phase != "closed":
            found.append(_closing(seen, sign.due, sign.round))
    return found


def _closing(seen: _Seen, due: int, first: int) -> Notice:
    clauses = seen.rules.cite("closing_announced") if "closing_announced" in seen.rules.grounds else ()
    if seen.rules.closing is not None and seen.rules.closing[0] == "hands":
        left = seen.rules.closing[1] - (seen.picture.round - first)
        name = "closing_now" if left <= 0 else "closing_hand" if left == 1 else "closing_hands"
        return Notice(says=text(f"notice.{name}", number=left), clauses=clauses)
    says = text("notice.closing" if due > seen.now else "notice.closing_now", time=clock_time(due))
    return Notice(says=says, until=due if due > seen.now else 0, clauses=clauses)


# What one may do


_TAKEN_BACK = ("take-back-ante", "take-back-bet", "take-back-jackpot", "take-back-wager")


def _acts(seen: _Seen) -> dict[str, object]:
    acts = ByTag(seen.acts)
    acts.taken("take-seat")
    antes, changes = acts.taken("place-ante"), acts.taken("change-card")
    picture = seen.picture
    own = picture.limits_of(seen.seat) if seen.seat else (picture.options.minimum, picture.options.maximum)
    ante = next((each for each in antes if not each.box), None)
    return {
        "seated": bool(seen.seat),
        "tokens": picture.tokens(seen.seat) if seen.seat else 0,
        "sits": list(seen.sits.items()),
        "sit_with": seen.chips_to_bring(20 * picture.options.minimum, 0, picture.options.chip),
        "purse": seen.extras.purse,
        "ante": ante,
        "other_boxes": [each for each in antes if each.box],
        "stake": _stake(seen, antes[0]) if antes else 0,
        "tray": list(values(picture.options.unit, max(own[1], own[0]))) if antes else [],
        "again": _again(seen, ante),
        "jackpot_closed": money(picture.options.jackpot) if ante and picture.options.jackpot else "",
        "decide": [
            *acts.taken("place-bet", "take-instant-win", "fold", "play-on", "retract", "concede", "place-blind-bet"),
            *(each for each in changes if each.card is HIDDEN),
            *seen.declares(),
        ],
        "changes": [each for each in changes if each.card is not HIDDEN],
        "change_price": money(changes[0].least) if changes else "",
        "laid": acts.taken("place-jackpot", "make-up-ante", *_TAKEN_BACK),
        "wagers": acts.taken("place-wager"),
        "rulings": acts.taken("rule"),
        "rest": acts.rest(),
        "buy": _buy(seen),
        "book": seen.rules.book,
    }


def _buy(seen: _Seen) -> Act | None:
    """To have chips for what is in the purse, at a table where the book has that done."""
    purse, chip = seen.extras.purse or 0, seen.picture.options.chip
    if not seen.seat or purse < chip or not seen.rules.has("chips at the table"):
        return None
    command = commands.BuyChips(seat=seen.seat, amount=chip)
    return act(Legal(command, seen.rules.cite("chips_bought"), purse // chip * chip, step=chip), look="plain")


def _last_ante(seen: _Seen) -> int:
    """The ante that this person placed on the own box last, if the chips of the table still make it."""
    for event in reversed(seen.events):
        if isinstance(event, events.AntePlaced) and event.seat == event.box == seen.seat and not event.tokens:
            return 0 if seen.picture.options.not_in_chips(event.amount) else event.amount
        if isinstance(event, events.SeatTaken) and event.person == seen.person:
            break
    return 0


def _stake(seen: _Seen, ante: Act) -> int:
    last = _last_ante(seen)
    return last if ante.least <= last <= ante.most else ante.least


def _again(seen: _Seen, ante: Act | None) -> Act | None:
    """The same ante as the last time, in one tap."""
    if ante is None or not ante.least <= (last := _last_ante(seen)) <= ante.most:
        return None
    offer = next(o for o in seen.offers if isinstance(o.command, commands.PlaceAnte) and not o.command.box)
    same = Legal(replace(offer.command, amount=last), offer.clauses, last, offer.faces, offer.step, offer.by)
    return replace(act(same, key="r", look="primary"), label=text("acts.again", amount=money(last)))


# What came of it


class WagerView(msgspec.Struct, frozen=True, kw_only=True):
    """One wager that was decided: what it was, how it came out, and why."""

    row: Row
    name: str
    outcome: str
    why: str


class BoxResult(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a box: its hand against the dealer's, and its wagers one by one."""

    title: str
    hand: str
    wagers: tuple[WagerView, ...]
    net: int
    mine: bool


def _result(seen: _Seen) -> dict[str, object]:
    found, results, number = seen.round_events, seen.results, seen.shown.round
    over = seen.settled or seen.picture.phase == "prizes"
    if not over and not any(seen.is_me(row.person) for row in results.rows):  # as yet what came of the round before
        end = last_of(seen.events, ENDS)
        found = seen.events[last_of(seen.events, ENDS, 2) + 1 : end + 1]
        results = Results.of(found, people_before(seen.events[end + 1 :], seen.picture.people))
        number = seen.picture.round - 1
    boxes = _boxes_settled(seen, found, results)
    mine = [each for each in boxes if each.mine]
    voided = next((event for event in found if isinstance(event, events.RoundVoided)), None)
    dealer = next((event for event in reversed(found) if isinstance(event, events.DealerRevealed)), None)
    return {
        "title": text("result.title", number=number),
        "replay": replay_at(seen.table, number) if found and isinstance(found[-1], ENDS) else "",
        "dealer": text("result.unqualified", dealer=spoken(dealer.hand)) if dealer is not None and not dealer.qualifies else "",
        "dealer_clauses": dealer.clauses if dealer is not None else (),
        "voided": voided,
        "mine": mine,
        "others": [each for each in boxes if not each.mine],
        "total": total(results.net(seen.person), seen.picture.options.minimum) if mine else None,
        "book": seen.rules.book,
    }


def _boxes_settled(seen: _Seen, found: Sequence[Event], results: Results) -> list[BoxResult]:
    """What came of every box of a round: each of its wagers, and what they come to."""
    dealer, hands, changed = "", dict[int, str](), set[int]()
    for event in found:
        match event:
            case events.DealerRevealed():
                dealer = spoken(event.hand) if event.qualifies else ""
            case events.HandShown() | events.InstantWinTaken():
                hands[event.box] = spoken(event.hand)
            case events.CardChanged():
                changed.add(event.box)
    boxes: dict[tuple[int, str], list[Row]] = {}
    for row in results.rows:
        boxes.setdefault((row.box, row.person), []).append(row)
    return [
        BoxResult(
            title=f"{text('house.box', number=box)}, {name_of(seen.extras.names, person)}",
            hand=text("result.against", own=capital(hands[box]), dealer=dealer) if box in hands and dealer else "",
            wagers=tuple(_wager(seen, row, found if box in changed else ()) for row in rows),
            net=sum(row.net for row in rows),
            mine=seen.is_me(person),
        )
        for (box, person), rows in sorted(boxes.items())
    ]


def _wager(seen: _Seen, row: Row, changed: Sequence[Event]) -> WagerView:
    """A row as it is shown; `changed` are the events of a round in which its hand has changed a card."""
    name, why = "result.other", ""
    match event := row.event:
        case events.WagerSettled():
            name, why = f"house.{event.wager}", _why(seen, event, changed)
            said = {"win": "win", "lose": "lose", "stand-off": "stand_off", "void": "void"}[event.result]
            outcome = text(f"result.{said}", **({"odds": event.odds} if said == "win" else {}))
        case events.HandFolded():
            name, outcome = "house.ante", text("result.folded")
        case events.HandConceded():
            name, outcome = "house.ante", text("result.conceded")
        case events.JackpotPaid():
            name, outcome = "house.jackpot", text("result.prize", hand=event.hand)
        case events.JackpotHandKept():
            name, outcome = "house.jackpot", text("result.prize_waits", hand=event.hand)
        case events.JackpotLost():
            name, outcome = "house.jackpot", text("result.lose")
        case events.JackpotReturned():
            name, outcome = "house.jackpot", text("result.void")
        case events.HandVoided() | events.WagersForfeited():
            name, outcome = "house.ante", seen.table.engine.tell(event, seen.rules)
        case _:
            outcome = seen.table.engine.tell(event, seen.rules)
    side = seen.rules.wagers.get(event.wager) if isinstance(event, events.WagerSettled) else None
    return WagerView(row=row, name=capital(side.title) if side else text(name), outcome=outcome, why=why)


def _why(seen: _Seen, event: events.WagerSettled, found: Sequence[Event]) -> str:
    """That a bet pays less because a card was changed, and what it would pay else."""
    if event.wager != "bet" or event.result != "win":
        return ""
    shown = next((e for e in reversed(found) if isinstance(e, events.HandShown) and e.box == event.box), None)
    if shown is None:
        return ""
    usual = str(seen.rules.bet_odds[seen.rules.value(shown.cards).category])
    return text("result.reduced", odds=event.odds, usual=usual) if usual != event.odds else ""


# Signs


def _signs(seen: _Seen) -> dict[str, object]:
    rules, sign = seen.rules, seen.picture.options
    own = seen.picture.limits.get(seen.person)
    facts = [
        (text("signs.antes"), f"{money(sign.minimum)} to {money(sign.maximum)}"),
        (text("signs.dealer"), f"{rules.qualifying_hand} or better"),
    ]
    facts += [(text("signs.own_limits"), f"{money(own[0])} to {money(own[1])}")] if own else []
    facts += [(text("signs.most"), money(sign.maximum_payout))] if sign.maximum_payout else []
    facts += [(text("signs.jackpot_cost"), money(sign.jackpot))] if sign.jackpot else []
    facts += [(text("signs.deck"), text("signs.shuffler" if sign.device == "shuffler" else "signs.shoe"))]
    facts += [(text("signs.edition"), rules.edition)]
    hands = [kind for kind in reversed(rules.kinds) if kind in rules.bet_odds]
    return {
        "bet": text("signs.bet", times=rules.bet_multiple),
        "ante_pays": text("signs.ante_pays", odds=rules.ante_odds),
        "facts": facts,
        "hands": [
            (
                str(hand),
                str(rules.bet_odds[hand]),
                str(rules.bet_odds_after_exchange.get(hand, "")),
                str(rules.instant_odds.get(hand, "")),
            )
            for hand in hands
        ],
        "wagers": [_wager_sign(wager, sign) for wager in rules.wagers.values()],
        "changed": bool(rules.bet_odds_after_exchange),
        "instant": bool(rules.instant_odds),
        "wild": bool(seen.wild),
        "notices": _notices(seen),
        "readings": [text("notice.reading", name=name) for name in sign.readings],
        "training": sign.training,
        "advice_clauses": refusal_for(rules).clauses,
        "now": seen.now,
        "book": rules.book,
        "pays_clauses": rules.cite("bet_wins_higher") if "bet_wins_higher" in rules.grounds else (),
    }


def _wager_sign(wager: Wager, sign: Options) -> dict[str, object]:
    """A wager of a pay table as the sign shows it: what it takes, and what it pays."""
    least, most = wager.limits(1, sign.minimum, sign.maximum)
    takes = text("signs.wager_takes", least=money(least), most=money(most))
    if wager.stake != "own":
        takes = text("signs.wager_on_ante") if not wager.placed else text("signs.wager_times", times=wager.stake)
    rows = [(str(hand), str(odds)) for hand, odds in reversed(list(wager.odds.items()))]
    return {"title": capital(wager.title), "takes": takes, "rows": rows, "clauses": wager.clauses}


def _jackpot(seen: _Seen) -> dict[str, object]:
    picture, meter = seen.picture, seen.extras.meter
    known = {each.box for each in meter.pending} if meter is not None else set[int]()
    mine = [box for box, seat in picture.jackpots.items() if seen.seat and seat == seen.seat]
    boxes = joined(text("house.box", number=box) for box in mine)
    says = "jackpot.barred" if any(picture.boxes[box].given_up for box in mine) else "jackpot.yours"
    return {
        "meter": meter,
        "cost": picture.options.jackpot,
        "waiting": [text("jackpot.waiting_line", box=box, hand=hand) for box, hand in picture.prizes.items() if box not in known],
        "yours": text(says, boxes=boxes) if mine else "",
        "book": seen.rules.book,
        "clauses": seen.rules.cite("jackpot_offered") if "jackpot_offered" in seen.rules.grounds else (),
    }
