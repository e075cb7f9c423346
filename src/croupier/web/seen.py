"""What one person has been shown of a card table, and what is open to them there: the outline of the pages of both kinds."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar
from urllib.parse import quote

from croupier.kernel.actors import Capacity
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.events import Event
from croupier.kernel.languages import ENGLISH, language
from croupier.kernel.legal import Legal
from croupier.kernel.money import money
from croupier.kernel.rulebook import Rulebook
from croupier.kernel.telling import Telling, capital
from croupier.tables.card_table import CardTable
from croupier.web.acts import KEYS, LOOKS, Act, keyed, pressable
from croupier.web.extras import Extras
from croupier.web.pages import page
from croupier.web.pieces import cards_said, cards_view, joined
from croupier.web.regions import Ends, Notice, Reading, last_of, log, rulings_open, said, told, viewer_of
from croupier.web.spoken import ME, spoken
from croupier.web.texts import text

R = TypeVar("R", bound=Rulebook)
S = TypeVar("S", bound=Any)

REGIONS = ("felt", "now", "acts", "result", "log", "signs", "jackpot")


class Seen(Generic[R, S]):
    """What one person has been shown of a table, and what is open to them: everything that its page's templates get.

    `kind` says which keys and looks its acts have, `decides` whose clauses stand beside what is to be done now. `place` names a
    place where nobody sits. What is `quiet` is not read out, and after one of `ends` it is said how the round came out. Templates
    never read the table itself, which has what is hidden.
    """

    kind: ClassVar[str]
    total: Any
    """The result of the finished round for this person."""
    place: ClassVar[str]
    decides: ClassVar[tuple[str, ...]]
    quiet: ClassVar[Ends]
    ends: ClassVar[Ends]
    telling: ClassVar[Telling]

    def __init__(self, table: CardTable[R, S], person: str, capacity: Capacity | None, now: int, extras: Extras) -> None:
        self._table, self.person, self.capacity, self.now, self.extras = table, person, capacity, now, extras
        self.rules = table.rules
        self.viewer = viewer_of(table, person, capacity)
        self.picture = table.picture(self.viewer)
        self.plays = capacity is None or isinstance(capacity, int)
        self.seat: int = self.picture.seat_of(person) if self.plays else 0
        self.events = table.view(self.viewer)

    def page(self, template: str, **more: object) -> str:
        """A part of the page from a template."""
        rules, sign = self.rules, self.picture.options
        shown = {"seen": self, "picture": self.picture, "rules": rules, "sign": sign, "book": rules.book, "now": self.now}
        return page(template, currency=rules.currency, **shown, **more)

    def regions(self) -> dict[str, str]:
        """Every part of the page by its id."""
        log_shown = log(self._table, self.viewer, self.extras.names, self.opens)
        parts = {"felt": self.felt(), "log": log_shown, **self.parts()}
        return {name: parts[name] for name in (*REGIONS, *parts)}

    def parts(self) -> dict[str, str]:
        """The parts of the page that differ between the two kinds of table."""
        raise NotImplementedError

    def opens(self, event: Event) -> str:
        """The heading of a round in the log."""
        raise NotImplementedError

    def felt(self) -> str:
        """The cloth."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """The game, without the house."""
        return self.rules.title.split(" at ")[0].split(" in ")[0]

    def tell(self, event: Event) -> str:
        return self._table.engine.tell(event, self.rules)

    def tell_me(self, event: Event) -> str:
        return spoken(self.tell(event), {seat: self.who(seat) for seat in self.picture.seats}, self.seat)

    def replay_at(self, number: int) -> str:
        """The link to past rounds of the table."""
        return f"/tables/{quote(self._table.name, safe='')}/hands/{number}"

    def cited(self, ground: str) -> tuple[str, ...]:
        """The clauses of a ground, if the book has it."""
        return self.rules.cite(ground) if ground in self.rules.grounds else ()

    def closing(self, left: int) -> Notice:
        """A notice that the table closes after so many more hands."""
        says = "closing_now" if left <= 0 else "closing_hand" if left == 1 else "closing_hands"
        return Notice(says=text(f"notice.{says}", number=left), clauses=self.cited("closing_announced"))

    @cached_property
    def offers(self) -> list[Legal]:
        """What is open to this person: at their seat, at the free places, or as a person who rules."""
        if self.extras.still or (self.plays and self.extras.in_room is not None):
            return []
        if self.seat:
            return [offer for offer in self._table.legal(seat=self.seat) if pressable(offer)]
        if self.plays:
            places = range(1, self.picture.options.places + 1)
            free = (place for place in places if not self.picture.person_at(place))
            return [offer for place in free for offer in self._table.legal(seat=place, person=self.person)]
        assert self.capacity is not None  # noqa: S101  those without one play
        return rulings_open(self._table, self.capacity) if self.picture.question is not None else []

    @cached_property
    def acts(self) -> list[Act]:
        looks = LOOKS[self.kind]
        keyed_offers = keyed(self.offers, KEYS[self.kind])
        return [self.act(offer, key=key, look=looks.get(offer.command.declared.tag, "plain")) for offer, key in keyed_offers]

    def act(self, offer: Legal, **shown: Any) -> Act:
        """The button for an offer, with its key and its look."""
        raise NotImplementedError

    @cached_property
    def tags(self) -> set[str]:
        return {act.tag for act in self.acts}

    @cached_property
    def sits(self) -> dict[int, Act]:
        """The free places, each with the act of sitting down there."""
        offered = zip(self.offers, self.acts, strict=True)
        return {offer.command.seat: act for offer, act in offered if act.tag == "take-seat"}  # type: ignore[attr-defined]

    def on_card(self, tag: str, card: Card) -> Act | None:
        """What a tap on a known card does."""
        return next((act for act in self.acts if act.tag == tag and act.card == card and card is not HIDDEN), None)

    def person_at(self, seat: int) -> str:
        """The person to name for a seat, if there is one."""
        person: str = self.picture.person_at(seat)
        return person

    def who(self, seat: int) -> str:
        person = self.person_at(seat)
        return self.extras.names.get(person, person) if person else text(self.place, number=seat)

    def own_boxes(self) -> Collection[int]:
        """The boxes that this person plays."""
        return ()

    def heard(self, since: int) -> list[str]:
        """What is read out of the events after the first `since`, in order: to this person, and with people by name."""
        names = {seat: self.who(seat) for seat in self.picture.seats}
        if language() != ENGLISH:
            lines = [spoken(line, names) for line in self._to_them(since)]
        else:
            called = {**self.extras.names, **({self.person: ME} if self.person else {})}
            said_lines = said(self._table, self.viewer, since, self.quiet, called)
            lines = [spoken(line, names, self.seat, self.own_boxes()) for line in said_lines]
        if last_of(self._table.view(self.viewer, since=since), self.ends) >= 0 and self.total is not None:
            lines.append(f"{self.rules.currency.told(self.total[1])}.")
        return list(filter(None, lines))

    def _to_them(self, since: int) -> Iterator[str]:
        """The same in another language: what this person does and receives, in that language's own sentences for it."""
        for event in self._table.view(self.viewer, since=since):
            cards = getattr(event, "cards", ())
            if isinstance(event, self.quiet) or (cards and HIDDEN in cards):
                continue  # other players' cards were announced when they were dealt
            box = getattr(event, "box", 0)
            own = box in self.own_boxes() if box else bool(self.seat) and getattr(event, "seat", 0) == self.seat
            yield (self.telling(event, self.rules, "you") if own else "") or told(self._table, event, self.extras.names)

    def chips_to_bring(self, usual: int, least: int, chip: int) -> int:
        """The likely buy-in of a person who sits down: the usual sum, or what they have of it in whole chips."""
        if not self.sits:
            return 0
        return max(least, min(usual, self.extras.purse // chip * chip)) if self.extras.purse else usual

    def not_at_play(self) -> str:
        """What a person without a seat can do: go to the one elsewhere, choose a place, or look on."""
        if (place := self.extras.elsewhere) is not None:
            return text("now.elsewhere", table=place.table, seat=place.seat)
        if not self.plays:
            return text("now.looking_on_as", capacity=self.capacity)
        if self.extras.in_room is not None:
            return text("now.looking_on")
        return text("now.choose_place" if "take-seat" in self.tags else "now.full")

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of what this person must decide."""
        return next((act.clauses for act in self.acts if act.tag in self.decides), ())

    def reading(self, cards: Sequence[Card], hand: str, middle: str, pot: str, *, wild: int = 0) -> Reading:
        """What the keys read out: your own cards and what they make, the middle, stacks, and what you may do."""
        own = f" {text('read.own_hand', hand=hand)}" if hand else ""
        seats = sorted(self.picture.seats)
        called = (text("read.you") if seat == self.seat else self.who(seat) for seat in seats)
        sums = (money(self.picture.stack(seat)) for seat in seats)
        may = "; ".join(act.label for act in self.acts if act.tag != "take-seat")
        stacks = (text("read.stack", who=who, amount=amount) for who, amount in zip(called, sums, strict=True))
        return Reading(
            each=tuple(view.name for view in cards_view(cards, "", wild=wild)),
            own=text("read.own", cards=cards_said(cards)) + own if cards else text("read.own_none"),
            middle=middle,
            pot=pot,
            stacks=capital(joined(stacks)) or text("read.stacks_none"),
            may=text("read.may", acts=may) if may else text("read.may_none"),
        )


class ByTag:
    """Acts to be placed on a page: each is taken once, by its tag."""

    def __init__(self, acts: Iterable[Act]) -> None:
        self._left: dict[str, list[Act]] = {}
        for act in acts:
            self._left.setdefault(act.tag, []).append(act)

    def taken(self, *tags: str) -> list[Act]:
        return [act for tag in tags for act in self._left.pop(tag, [])]

    def rest(self) -> list[Act]:
        return [act for acts in self._left.values() for act in acts]
