"""A house table as one person sees it: the parts of its page, each by its id, from what that person has been shown."""

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from msgspec.structs import replace

from croupier.drawing.chip_stacks import values
from croupier.drawing.playing_cards import card_name
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.events import Event
from croupier.kernel.hands import HandValue, spoken
from croupier.kernel.incidents import DeckCommitted, DutyDone, Perform
from croupier.kernel.legal import Legal
from croupier.kernel.money import money
from croupier.kernel.telling import capital
from croupier.kernel.wild import WILD_RANK
from croupier.stud import commands, events
from croupier.stud.rules import Rules
from croupier.stud.settlement import instant_lines, stakes_on
from croupier.stud.state import EMPTY, State
from croupier.stud.telling import tell
from croupier.tables.results import Results, Row, people_before
from croupier.training.coach import refusal_for
from croupier.web.acts import DONE, Act, act
from croupier.web.pieces import CardView, cards_said, cards_view, clock_time, joined, odds
from croupier.web.regions import Notice, Reading, last_of, total
from croupier.web.seen import ByTag, Seen
from croupier.web.texts import text
from croupier.web.trainer import warning_of, worth

ENDS = (events.RoundEnded, events.RoundVoided)


class HouseSeen(Seen[Rules, State]):
    """What one person has been shown of a house table."""

    kind = "house"
    place = "house.place"
    decides = ("place-bet", "play-on", "place-ante", "concede")
    quiet = (events.CardsShuffled, events.CardsCut, events.CardsCollected, events.HandStaysBlind, DeckCommitted, DutyDone)
    ends = ENDS
    telling = tell

    def parts(self) -> dict[str, str]:
        notices, no_advice = _notices(self), refusal_for(self.rules).clauses
        parts = {
            "now": _now(self, notices),
            "acts": _acts(self),
            "result": _result(self),
            "signs": self.page("house_signs.html", notices=notices, no_advice=no_advice),
            "jackpot": _jackpot(self),
        }
        if self.picture.options.training:
            parts["coach"] = self.page("house_coach.html", stream=self._table.name)
        return parts

    def opens(self, event: Event) -> str:
        return text("log.round", number=event.round) if isinstance(event, events.RoundEnded) else ""

    def felt(self) -> str:
        dealer = self.value(self.shown.dealer.cards)
        return self.page("house_felt.html", shown=self.shown, dealer=dealer, reading=_reading(self))

    def act(self, offer: Legal, **shown: Any) -> Act:
        act_made, command = self._act(offer, **shown), offer.command
        if not isinstance(command, commands.BoxCommand) or command.box or len(self.own_boxes(self.picture)) < 2:
            return act_made
        return replace(act_made, label=text("act.for_box", what=act_made.label, number=self.seat))

    def _act(self, offer: Legal, **shown: Any) -> Act:
        command = offer.command
        shown["warning"] = warning_of(self.extras.coach, command)
        match command:
            case commands.ChangeCard():
                price = command.amount if command.card is HIDDEN else 0
                return act(offer, amount=price, confirm=self._cost(command), **shown)
            case commands.TakeInstantWin():
                return act(offer, amount=self._instant(command.box or command.seat), **shown)
            case commands.LeaveSeat():
                return act(offer, confirm=text("confirm.leave-seat", amount=money(self.picture.stack(command.seat))), **shown)
            case commands.Concede():
                return act(offer, confirm=text("confirm.concede"), **shown)
            case commands.PlaceWager() | commands.TakeBackWager():
                return act(offer, wager=self.rules.wagers[command.wager].title, **shown)
        return act(offer, **shown)

    def _cost(self, command: commands.ChangeCard) -> str:
        """What changing a card costs: its price, a jackpot wager that no longer plays, and lower odds."""
        rules, card = self.rules, command.card
        face = text("acts.a_card") if card is HIDDEN else text("acts.the_card", card=card_name(card))
        parts = [text("confirm.change-card", card=face, amount=money(command.amount))]
        parts += [text("confirm.change-jackpot")] if command.seat in self.picture.jackpots else []
        lower = {hand: odds for hand, odds in rules.bet_odds_after_exchange.items() if odds != rules.bet_odds[hand]}
        said = (
            text("confirm.less", hand=spoken(hand.label), odds=odds(lowered), usual=odds(rules.bet_odds[hand]))
            for hand, lowered in lower.items()
        )
        return ". ".join((*parts, text("confirm.change-odds", hands=joined(said)))) if lower else ". ".join(parts)

    def declares(self) -> list[Act]:
        """Declaring a hand immediately, if the book requires it: one that is held, or might be if the cards are unseen."""
        cards = self.picture.boxes[self.seat].cards if self.seat else ()
        value, acts = self.value(cards), list[Act]()
        done = {event.duty for event in self.round_events if isinstance(event, DutyDone)}
        for name, duty in self.rules.duties.items():
            holds = HIDDEN in cards or (value is not None and value.category.label in duty.hands)
            if duty.hands and duty.by == "player" and self.picture.phase in duty.phases and holds and name not in done:
                hands = text("site.or").join(map(spoken, duty.hands))
                offer = Legal(Perform(duty=name), duty.clauses)
                says = act(offer, look="accent", confirm=text("confirm.declare", hands=hands))
                acts.append(replace(says, label=text("acts.declare", hands=hands)))
        return acts

    def _instant(self, number: int) -> int | None:
        """What an Instant Winner is paid on top of the ante, as far as the person may know."""
        value = self.value(self.picture.boxes[number].cards)
        if value is None or value.category not in self.rules.instant_odds:
            return None
        lines = instant_lines(self.rules, self.picture.options, stakes_on(self.picture, number), value)
        return sum(line.pays for line in lines)

    @cached_property
    def settled(self) -> bool:
        """Whether the table still shows the last round: nobody has wagered on the next one."""
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
        """The table now: in play, or showing the last round until someone wagers on the next."""
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
        """The value of a hand that is fully known."""
        return self.rules.value(cards) if len(cards) == self.rules.cards and HIDDEN not in cards else None

    @cached_property
    def people(self) -> Mapping[int, str]:
        """Who sat where when the displayed round ended, or who sits there while it is in play."""
        if not self.settled:
            return self.picture.people
        return people_before(self.events[last_of(self.events, ENDS) + 1 :], self.picture.people)

    def is_me(self, person: str) -> bool:
        return bool(self.viewer.person) and person == self.person

    def is_mine(self, seat: int) -> bool:
        """Whether a wager of that seat, in the displayed round, is this person's."""
        return bool(seat) and self.is_me(self.people.get(seat, ""))

    def own_boxes(self, table: State | None = None) -> list[int]:
        """The boxes of this person at the table, or as it is shown."""
        table = table or self.shown
        return [number for number in table.wagered if self.is_mine(table.boxes[number].seat)]

    def person_at(self, seat: int) -> str:
        """Who sits there; in a round that is there still, who did, where nobody does now."""
        return self.picture.person_at(seat) or self.people.get(seat, "")

    @cached_property
    def results(self) -> Results:
        """The result of each wager in the displayed round."""
        return Results.of(self.round_events, self.people)

    @cached_property
    def total(self) -> tuple[str, str] | None:
        """The result of the finished round for this person."""
        if not self.settled or self.person not in self.results.players:
            return None
        return total(self.results.net(self.person), self.picture.options.minimum)

    @cached_property
    def in_hand(self) -> list[int]:
        """The boxes whose cards this person has in hand, or face up, the player's own first."""
        table = self.shown
        boxes = [number for number in self.own_boxes() if table.boxes[number].cards]
        return sorted(boxes, key=lambda number: (not table.is_own(number), number))

    def cards(self, cards: Sequence[Card], place: str) -> tuple[CardView, ...]:
        return cards_view(cards, f"r{self.shown.round}-{place}", back=self.shown.colour, wild=self.wild)

    def given_up(self, number: int) -> tuple[CardView, ...]:
        """The cards of a box that its player has changed."""
        table, marks = self.shown, ("given-up",)
        return cards_view(table.boxes[number].given_up, f"r{table.round}-given{number}", back=table.colour, marks=marks)


def _reading(seen: HouseSeen) -> Reading:
    table, picture = seen.shown, seen.picture
    own, mine = seen.in_hand, seen.own_boxes(picture)
    cards = table.boxes[own[0]].cards if own else ()
    value, dealer = seen.value(cards), table.dealer.cards
    middle = text("read.dealer", cards=cards_said(dealer)) if dealer else text("read.dealer_none")
    pot = text("read.wagers_none")
    if mine:
        pot = text("read.wagers", ante=money(picture.ante(mine[0])), bet=money(picture.bet(mine[0])))
    return seen.reading(cards, value.name if value is not None else "", middle, pot, wild=seen.wild)


# What now


def _now(seen: HouseSeen, notices: list[Notice]) -> str:
    picture = seen.picture
    return seen.page(
        "now.html",
        what=_what(seen),
        total=seen.total,
        holds="",
        prizes=[text("now.prize_line", box=box, hand=spoken(hand)) for box, hand in picture.prizes.items()],
        notices=notices,
        advice=worth(seen.extras.coach),
        deadline=seen.extras.deadline if picture.phase in ("wagers", "deciding", "settling") else 0,
        bank=0,
    )


def _what(seen: HouseSeen) -> tuple[bool, str]:
    """Whether this person must act, and what to do now."""
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
    mine = seen.own_boxes(picture)
    out = bool(mine) and all(picture.boxes[number].void for number in mine)
    later = f" {text('now.void' if out else 'now.next_round')}" if seat and (out or not mine) else ""
    if picture.phase == "dealing":
        return False, text("now.dealing") + later
    if picture.phase == "deciding":
        yours, says = _what_to_decide(seen)
        return yours, says + later
    if seat and "concede" in tags:
        return True, text("now.concede")
    return False, text("now.settling") + later


def _what_to_wager(seen: HouseSeen) -> tuple[bool, str]:
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


def _what_to_decide(seen: HouseSeen) -> tuple[bool, str]:
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


def _notices(seen: HouseSeen) -> list[Notice]:
    """The notices at the table: a higher minimum to come, and the closing."""
    notices = []
    for sign in seen.picture.signs:
        if sign.says == "minimum" and sign.amount > seen.picture.options.minimum:
            due = sign.due > seen.now
            says = text("notice.minimum" if due else "notice.minimum_now", amount=money(sign.amount), time=clock_time(sign.due))
            notices.append(Notice(says=says, until=sign.due if due else 0, clauses=seen.cited("sign_displayed")))
        elif sign.says == "closing" and seen.picture.phase != "closed":
            notices.append(_closing(seen, sign.due, sign.round))
    return notices


def _closing(seen: HouseSeen, due: int, first: int) -> Notice:
    if seen.rules.closing is not None and seen.rules.closing[0] == "hands":
        return seen.closing(seen.rules.closing[1] - (seen.picture.round - first))
    says = text("notice.closing" if due > seen.now else "notice.closing_now", time=clock_time(due))
    return Notice(says=says, until=due if due > seen.now else 0, clauses=seen.cited("closing_announced"))


# What the viewer may do


def _acts(seen: HouseSeen) -> str:
    picture, acts = seen.picture, ByTag(seen.acts)
    antes, changes = acts.taken("place-ante"), acts.taken("change-card")
    own = picture.limits_of(seen.seat) if seen.seat else (picture.options.minimum, picture.options.maximum)
    ante = next((act_shown for act_shown in antes if not act_shown.box), None)
    return seen.page(
        "house_acts.html",
        acts=acts,
        sit_with=seen.chips_to_bring(20 * picture.options.minimum, 0, picture.options.chip),
        ante=ante,
        other_boxes=[act_shown for act_shown in antes if act_shown.box],
        stake=_stake(seen, antes[0]) if antes else 0,
        chips=values,
        tray=values(picture.options.unit, max(own)) if antes else (),
        again=_again(seen, ante),
        changes=[act_shown for act_shown in changes if act_shown.card is not HIDDEN],
        changes_unseen=[act_shown for act_shown in changes if act_shown.card is HIDDEN],
        buy=_buy(seen),
    )


def _buy(seen: HouseSeen) -> Act | None:
    """Getting chips for what is in the purse, at a table where the book allows that."""
    purse, chip = seen.extras.purse or 0, seen.picture.options.chip
    if not seen.seat or purse < chip or not seen.rules.has("chips at the table"):
        return None
    command = commands.BuyChips(seat=seen.seat, amount=chip)
    return act(Legal(command, seen.rules.cite("chips_bought"), purse // chip * chip, step=chip), look="plain")


def _last_ante(seen: HouseSeen) -> int:
    """This person's last ante on their own box, if the chips of the table still make it."""
    for event in reversed(seen.events):
        if isinstance(event, events.AntePlaced) and event.seat == event.box == seen.seat and not event.tokens:
            return 0 if seen.picture.options.not_in_chips(event.amount) else event.amount
        if isinstance(event, events.SeatTaken) and event.person == seen.person:
            break
    return 0


def _stake(seen: HouseSeen, ante: Act) -> int:
    last = _last_ante(seen)
    return last if ante.least <= last <= ante.most else ante.least


def _again(seen: HouseSeen, ante: Act | None) -> Act | None:
    """The last ante again, in one tap."""
    if ante is None or not ante.least <= (last := _last_ante(seen)) <= ante.most:
        return None
    offer = next(o for o in seen.offers if isinstance(o.command, commands.PlaceAnte) and not o.command.box)
    same = Legal(replace(offer.command, amount=last), offer.clauses, last, offer.faces, offer.step, offer.by)
    return replace(act(same, key="r", look="primary"), label=text("acts.again", amount=money(last)))


# Results


def _result(seen: HouseSeen) -> str:
    played, results, number = seen.round_events, seen.results, seen.shown.round
    over = seen.settled or seen.picture.phase == "prizes"
    if not over and not any(seen.is_me(row.person) for row in results.rows):  # so far only the result of the round before
        end = last_of(seen.events, ENDS)
        played = seen.events[last_of(seen.events, ENDS, 2) + 1 : end + 1]
        results = Results.of(played, people_before(seen.events[end + 1 :], seen.picture.people))
        number = seen.picture.round - 1
    boxes: dict[tuple[int, str], list[Row]] = {}
    for row in sorted(results.rows, key=lambda row: (row.box, row.person)):
        boxes.setdefault((row.box, row.person), []).append(row)
    mine = any(seen.is_me(person) for _, person in boxes)
    return seen.page(
        "house_result.html",
        title=text("result.title", number=number),
        replay=seen.replay_at(number) if played and isinstance(played[-1], ENDS) else "",
        boxes=boxes,
        dealer=next((event for event in reversed(played) if isinstance(event, events.DealerRevealed)), None),
        voided=next((event for event in played if isinstance(event, events.RoundVoided)), None),
        hands={event.box: spoken(event.hand) for event in played if isinstance(event, events.HandShown | events.InstantWinTaken)},
        total=total(results.net(seen.person), seen.picture.options.minimum) if mine else None,
        decided=partial(_decided, seen),
        why=partial(_why, seen, played),
    )


def _decided(seen: HouseSeen, event: Event) -> tuple[str, str]:
    """Which wager was decided, and its result."""
    if isinstance(event, events.WagerSettled):
        side = seen.rules.wagers.get(event.wager)
        said = text(f"result.{event.result.replace('-', '_')}", odds=odds(event.odds))
        return capital(side.title) if side else text(f"house.{event.wager}"), said
    if done := DONE["house"].get(event.__struct_config__.tag):
        wager, said = done
        return text(wager), text(said, hand=spoken(getattr(event, "hand", "")))
    return text("house.ante" if isinstance(event, events.WagersForfeited) else "result.other"), seen.tell_me(event)


def _why(seen: HouseSeen, round_events: Sequence[Event], event: Event) -> str:
    """Why a hand is void; or that a bet pays less because a card was changed, and what it would pay otherwise."""
    if isinstance(event, events.HandVoided):
        return seen.tell_me(event)
    if not isinstance(event, events.WagerSettled) or event.wager != "bet" or event.result != "win":
        return ""
    of_box = [past for past in round_events if isinstance(past, events.CardChanged | events.HandShown) and past.box == event.box]
    shown = next((past for past in reversed(of_box) if isinstance(past, events.HandShown)), None)
    if shown is None or not any(isinstance(past, events.CardChanged) for past in of_box):
        return ""
    usual = str(seen.rules.bet_odds[seen.rules.value(shown.cards).category])
    return text("result.reduced", odds=odds(event.odds), usual=odds(usual)) if usual != event.odds else ""


def _jackpot(seen: HouseSeen) -> str:
    picture, meter = seen.picture, seen.extras.meter
    known = {prize.box for prize in meter.pending} if meter is not None else set[int]()
    mine = [box for box, seat in picture.jackpots.items() if seen.seat and seat == seen.seat]
    boxes = joined(text("house.box", number=box) for box in mine)
    says = "jackpot.barred" if any(picture.boxes[box].given_up for box in mine) else "jackpot.yours"
    waiting = {box: hand for box, hand in picture.prizes.items() if box not in known}
    yours = text(says, boxes=boxes) if mine else ""
    return seen.page("jackpot.html", cost=picture.options.jackpot, waiting=waiting, yours=yours)
