"""The stud engine: `decide` a command, `evolve` by an event, say what is `legal`."""

from collections.abc import Iterator

from msgspec.structs import asdict, force_setattr, replace

from croupier.kernel import rulings
from croupier.kernel.actors import DEALER as THE_DEALER, Capacity, Said
from croupier.kernel.cards import DECK, HIDDEN, Card
from croupier.kernel.decisions import Accepted, AwaitingRuling, Decision, Refused
from croupier.kernel.engine import Engine, deciders_in
from croupier.kernel.entries import Codec
from croupier.kernel.events import Command, Event, PlayersCommand
from croupier.kernel.incidents import Question, RulingAsked
from croupier.kernel.legal import Legal
from croupier.kernel.money import post
from croupier.stud import (
    betting,
    commands,
    corrections,
    deal,
    events,
    holding,
    irregularities,
    jackpot_wagers,
    management,
    seats,
    settlement,
    side_wagers,
    wagers,
)
from croupier.stud.rules import Rules
from croupier.stud.state import Phase, State
from croupier.stud.telling import tell

DECIDERS = deciders_in(
    betting,
    corrections,
    deal,
    holding,
    management,
    irregularities,
    jackpot_wagers,
    rulings,
    seats,
    settlement,
    side_wagers,
    wagers,
)

_PUT_RIGHT = (commands.CorrectCard, commands.CorrectChoice, commands.CorrectAnte, commands.CorrectWager)

_WHILE_PRIZES_WAIT = (
    commands.PayJackpot,
    commands.ShowHand,
    commands.Report,
    commands.Rule,
    *_PUT_RIGHT,
    commands.Perform,
    commands.TakeSeat,
    commands.LeaveSeat,
    commands.TakeTokens,
    commands.BuyChips,
    commands.DisplaySign,
)

_WHILE_OTHERS_CHOOSE = (commands.Retract, commands.PlayOn, commands.Report, commands.CorrectCard)
"""Commands that need not wait while players may take their wagers back."""

_WHILE_AN_OFFICIAL_IS_AWAITED = (
    commands.Report,
    commands.Perform,
    commands.LeaveSeat,
    commands.TakeBackAnte,
    commands.TakeBackBet,
    commands.TakeBackJackpot,
)
"""Commands that do not move the round on. They are allowed meanwhile, because an official from outside may be long in coming."""


_WAITING: tuple[Phase, ...] = ("prizes", "closed")
"""Phases in which few commands are accepted."""


def decide(rules: Rules, table: State, command: Command, said: Said) -> Decision:
    """The decision on a command at this table. Only the events in the answer change anything."""
    if not table.edition and not isinstance(command, commands.OpenTable):
        return rules.no("table_opened", "not yet")
    if (refusal := _without_authority(rules, table, command, said)) is not None:
        return refusal
    if table.options.tournament and (refusal := seats.not_in_tournament(rules, command, said)) is not None:
        return refusal
    phase = table.phase
    if (phase in _WAITING or table.question is not None or table.retracting) and (
        refusal := _must_wait(rules, table, command)
    ) is not None:
        return refusal
    decider = DECIDERS[type(command)]
    if phase == "prizes" and isinstance(command, (commands.Report, commands.Rule, *_PUT_RIGHT)):
        decision = settlement.reconsidered(rules, table, command, said, decider)
    else:
        decision = decider(rules, table, command, said)
    if table.registered or table.checked:
        decision = jackpot_wagers.follow_up(rules, table, decision)
    if table.question is not None and isinstance(command, commands.Report):
        decision = _awaited_still(rules, table, table.question, decision)
    return holding.still_held(table, decision) if table.holds else decision


def legal(rules: Rules, table: State, who: Capacity) -> list[Legal]:
    """What the player of a seat, or else the dealer or someone above, may do now by the book.

    It leaves out commands that need a person's own words or sums (a correction and its reason, a first payout), and closing.
    """
    moves = []
    offers = _player_offers(rules, table, who) if isinstance(who, int) else _dealer_offers(rules, table)
    for command, most, by in offers:
        capacity = who if by == THE_DEALER or isinstance(who, int) else by
        person = table.person_at(who) or f"p{who}" if isinstance(who, int) else str(capacity)
        said = Said(person, capacity, 0)
        decision = decide(rules, table, command, said)
        faces = isinstance(decision, Refused)
        if faces and (seen := _with_faces(table, command)) != command:
            decision = decide(rules, table, seen, said)
        if not isinstance(decision, Refused):
            clauses = tuple(clause for clause in decision.events[0].clauses if clause not in rules.hand_clauses)
            step = 1
            if isinstance(command, commands.PlaceAnte | commands.TakeSeat | commands.PlaceWager):
                stepped = isinstance(command, commands.PlaceAnte) and rules.odd_amount == "refused"
                step = table.options.unit if stepped else table.options.chip
            moves.append(Legal(_face_down(table, command), clauses, most, faces, step, capacity))
    return moves


def _face_down(table: State, command: Command) -> Command:
    """The offer to turn up a hand, without faces that are on record but not yet shown."""
    if isinstance(command, commands.Reveal | commands.ShowHand):
        seen = table.upcard if isinstance(command, commands.Reveal) else None
        cards = tuple(card if place == seen else HIDDEN for place, card in enumerate(command.cards))
        return replace(command, cards=cards)
    return command


def _with_faces(table: State, command: Command) -> Command:
    """The command with cards not yet seen in this round in place of `??`, to find out whether any faces would do."""
    named = asdict(command)
    cards, single = named.get("cards", ()), [name for name in ("card", "new") if named.get(name) is HIDDEN]
    if HIDDEN not in cards and not single:
        return command
    known = table.known_cards()
    unseen = (card for card in DECK if card not in known)
    if single:
        return replace(command, **{single[0]: next(unseen)})
    return replace(command, cards=tuple(next(unseen) if card is HIDDEN else card for card in cards))


Offer = tuple[Command, int, str]
"""A command, its largest possible amount, and the lowest rank that may give it."""


def _player_offers(rules: Rules, table: State, seat: int) -> Iterator[Offer]:
    sign = table.options
    if seat not in table.seats:
        yield commands.TakeSeat(seat=seat, chips=sign.chip), seats.MOST_CHIPS // sign.chip * sign.chip, THE_DEALER
        return
    stack, (least, most) = table.stack(seat), table.limits_of(seat)
    if stack >= least:
        units = (min(stack, most) - least) // sign.unit
        yield commands.PlaceAnte(seat=seat, amount=least), least + units * sign.unit, THE_DEALER
        for box in range(1, sign.places + 1):
            if box not in table.seats:
                yield commands.PlaceAnte(seat=seat, box=box, amount=least), least + units * sign.unit, THE_DEALER
    for box in (number for number in table.wagered if table.boxes[number].seat == seat):
        spot = 0 if box == seat else box
        due = rules.bet_multiple * table.ante_in_play(box)
        yield commands.TakeBackAnte(seat=seat, box=spot), 0, THE_DEALER
        yield commands.PlaceJackpot(seat=seat, box=spot, amount=sign.jackpot), 0, THE_DEALER
        for wager in rules.wagers.values() if table.phase == "wagers" else ():
            if wager.name in table.boxes[box].wagers:
                yield commands.TakeBackWager(seat=seat, box=spot, wager=wager.name), 0, THE_DEALER
            elif wager.placed:
                low, top = wager.limits(table.ante_in_play(box), least, most)
                low = -(-low // sign.chip) * sign.chip if wager.stake == "own" else low  # what chips can make
                top = max(low, min(top, stack) // sign.chip * sign.chip)
                yield commands.PlaceWager(seat=seat, box=spot, wager=wager.name, amount=low), top, THE_DEALER
        yield commands.PlaceBlindBet(seat=seat, box=spot, amount=due), due, THE_DEALER
        yield commands.TakeBackBet(seat=seat, box=spot), 0, THE_DEALER
        yield commands.MakeUpAnte(seat=seat, box=spot), 0, THE_DEALER
        yield commands.PlaceBet(seat=seat, box=spot, amount=due), due, THE_DEALER
        for kind in (commands.Fold, commands.TakeInstantWin, commands.Concede, commands.Retract, commands.PlayOn):
            yield kind(seat=seat, box=spot), 0, THE_DEALER
    for box in (number for number, owner in table.jackpots.items() if owner == seat):
        yield commands.TakeBackJackpot(seat=seat, box=0 if box == seat else box), 0, THE_DEALER
    if rules.has("exchange") and table.boxes[seat].seat:
        price, new = rules.exchange_price * table.ante_in_play(seat), HIDDEN if HIDDEN in table.deck else None
        for card in dict.fromkeys(table.boxes[seat].cards):
            yield commands.ChangeCard(seat=seat, amount=price, card=card, new=new), price, THE_DEALER
    yield commands.LeaveSeat(seat=seat), 0, THE_DEALER
    if table.person_at(seat) in table.kept:  # who would lose by leaving; for others it is the same as to leave and sit down
        yield from ((commands.ChangeSeat(seat=seat, to=place), 0, THE_DEALER) for place in seats.free_places(table))


def _dealer_offers(rules: Rules, table: State) -> Iterator[Offer]:
    if table.question is not None:
        yield from ((commands.Rule(option=option), 0, table.question.rank) for option in table.question.names)
        return
    yield commands.OpenTable(), 0, THE_DEALER
    for name in deal.opening_left(rules, table)[:1]:
        yield commands.Perform(duty=name), 0, rules.duties[name].by or THE_DEALER
    yield commands.Shuffle(), 0, THE_DEALER
    yield commands.Cut(place=1), rules.deck_size - 1, THE_DEALER
    yield commands.CallNoMoreBets(), 0, THE_DEALER
    yield commands.Deal(), 0, THE_DEALER
    if (due := deal.next_to_deal(rules, table)) is not None:
        box, number = due
        yield commands.DealCards(box=box, cards=(HIDDEN,) * number), 0, THE_DEALER
    place = rules.upcard_place[table.options.device]
    if place is not None and table.upcard is None and len(table.dealer.cards) == rules.cards:
        known = table.dealer.cards[place] is not HIDDEN
        yield commands.TurnUp(card=None if known else HIDDEN), 0, THE_DEALER
    yield commands.CallBetOrFold(), 0, THE_DEALER
    yield commands.Reveal(cards=table.dealer.cards if HIDDEN in table.dealer.cards else ()), 0, THE_DEALER
    for box in dict.fromkeys((*table.betting, *table.folded, *table.registered)):
        cards = table.boxes[box].cards
        yield commands.ShowHand(box=box, cards=cards if HIDDEN in cards else ()), 0, THE_DEALER
    yield commands.Settle(), 0, THE_DEALER
    for box, right in settlement.misstated(rules, table):  # the round waits for the right amount
        yield commands.StatePayout(box=box, amount=right), 0, THE_DEALER
    for box, hand in table.prizes.items():
        fixed = rules.jackpot_fixed(table.options, hand)
        least = fixed or rules.jackpot_least(table.options, hand)
        by = jackpot_wagers.paid_by(rules, table, hand)
        yield commands.PayJackpot(box=box, amount=least), fixed or seats.MOST_CHIPS, by
    if table.prizes and rules.has("prizes confirmed") and not table.metered and table.counted != table.round:
        yield commands.Report(what="deck-count", count=rules.deck_size), 0, THE_DEALER


def _must_wait(rules: Rules, table: State, command: Command) -> Refused | None:
    """A closed table accepts little more. A pending question comes before play, and so does an offer to take wagers back."""
    if table.phase == "closed" and not rulings.outlasts_table(rules, table, command):
        if isinstance(command, commands.LeaveSeat):  # nobody is kept at a table that closed around them
            return None
        return rules.no("table_closed", "already", clauses=management.of_closing(rules, "table_closed"))
    if table.question is not None:
        if isinstance(command, commands.Rule):
            return None
        official = rules.is_official(table.question.rank)
        if not (official and isinstance(command, _WHILE_AN_OFFICIAL_IS_AWAITED)):
            return _ruling_first(rules, table.question, official=official)
    if table.retracting and not isinstance(command, _WHILE_OTHERS_CHOOSE):
        return rules.no("retraction_awaited", "boxes", clauses=table.retraction_clauses, boxes=table.retracting)
    if table.phase == "prizes" and not isinstance(command, _WHILE_PRIZES_WAIT):
        return jackpot_wagers.must_wait(rules, table)
    return None


def _ruling_first(rules: Rules, question: Question, *, official: bool) -> Refused:
    clauses, rank, names = question.clauses, question.rank, question.names
    return rules.no("ruling_awaited", "names", clauses=clauses, rank=rank, official=official, names=names)


def _awaited_still(rules: Rules, table: State, question: Question, decision: Decision) -> Decision:
    """A report while an official's ruling is pending: that ruling stays pending, and there is no second one."""
    if isinstance(decision, Refused):
        return decision
    if isinstance(decision, AwaitingRuling):
        return _ruling_first(rules, question, official=True)
    for event in decision.events:
        table = event.apply(table)
    if table.question is not None:
        return decision
    asked = RulingAsked(
        question=question.question, options=question.options, rank=question.rank, report=question.report, clauses=question.clauses
    )
    return Accepted((*decision.events, asked))


def _without_authority(rules: Rules, table: State, command: Command, said: Said) -> Refused | None:
    """Players act for their own seat, and the dealer may record what they do. The rest is for the dealer or above."""
    seat, who = command.seat if isinstance(command, PlayersCommand) else None, said.capacity
    if who == seat and table.people.get(seat, said.person) == said.person:
        return None
    if (refusal := rules.plays_here(said, table)) is not None:
        return refusal
    if (rank := rules.rank_of(who)) < 0 and (refusal := rules.stranger(said)) is not None:
        return refusal
    if seat is not None:
        return None if rank >= 0 else rules.no("not_your_place", "other", by=str(said), seat=seat)
    if rank >= 0 or isinstance(command, commands.Perform):
        return None
    if isinstance(command, commands.Rule) and rules.is_official(said.capacity):
        return None
    if isinstance(command, commands.Cut):
        return rules.refuse("cut_by_player")
    if isinstance(command, commands.Report):
        known = rules.irregularities.get(command.what)
        return rules.needs_rank(said, rules.ranks[0], known.clauses if known is not None else ())
    ground, feature = command.declared.ground, command.declared.feature
    if rules.has(feature) or (isinstance(command, commands.Rule) and table.question):
        return None  # the decider says which rank it needs
    return rules.needs_rank(said, rules.ranks[0], rules.cite(ground if ground in rules.grounds else "rank_needed"))


class StudEngine(Engine[Rules, State]):
    """The house tables. `rules_of` gives the rules of a game in an edition of its book."""

    kind = "house table"
    new_deck, one_deck = commands.Shuffle, "deck_not_complete"
    codec = Codec(events, commands, above=(commands.BoxCommand,), about=(commands.StatePayout,))
    state = State
    deciders = DECIDERS

    decide = staticmethod(decide)
    tell = staticmethod(tell)
    legal = staticmethod(legal)
    seat_of = staticmethod(State.seat_of)
    person_at = staticmethod(State.person_at)

    def evolve(self, state: State, event: Event) -> State:
        after: State = event.apply(state)
        if not (postings := event.postings):
            return after
        if after is state:
            return state.moved(postings)
        force_setattr(after, "money", post(after.money, postings))  # this event has just made it, so nobody else shares it
        return after

    def all_seen(self, event: Event) -> bool:
        return isinstance(event, events.RoundEnded | events.RoundVoided)

    def at_rest(self, state: State) -> bool:
        return state.at_rest

    def on_record(self, state: State) -> set[Card]:
        return state.known_cards().union(state.deck, state.discards, state.seen) - {HIDDEN}

    def dealt_by_hand(self, state: State) -> bool:
        return state.source == "live"

    def asks_about(self, state: State, command: Command) -> set[Card]:
        """The whole hand decides its payment, whether its cards are named or not."""
        box = command.box if isinstance(command, commands.TakeInstantWin | commands.StatePayout) else 0
        box = box or command.seat if isinstance(command, commands.TakeInstantWin) else box
        return self.codec.cards_named(command).union(state.boxes[box].cards if 0 < box < len(state.boxes) else ()) - {HIDDEN}

    def concealed(self, state: State) -> State:
        return replace(
            state,
            deck=(HIDDEN,) * len(state.deck),
            discards=(HIDDEN,) * len(state.discards),
            boxes=tuple(box if box.shown else replace(box, cards=(HIDDEN,) * len(box.cards)) for box in state.boxes),
        )
