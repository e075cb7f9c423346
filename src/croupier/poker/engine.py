"""The poker engine: what runs the stream of a poker table."""

from croupier.kernel import incidents
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.engine import Engine
from croupier.kernel.entries import Codec
from croupier.kernel.events import Command, Event
from croupier.poker import commands, events
from croupier.poker.choices import legal
from croupier.poker.deciding import DECIDERS, decide
from croupier.poker.rules import Rules
from croupier.poker.state import State
from croupier.poker.telling import tell


class PokerEngine(Engine[Rules, State]):
    """The tables of the poker room. `rules_of` gives the rules of a game in an edition of its book.

    A table changes in place: `evolve` returns the table it was given.
    """

    kind = "poker table"
    new_deck, one_deck = commands.Shuffle, "card_twice"
    codec = Codec(commands, events, incidents, above=(commands.Act,))
    state = State
    deciders = DECIDERS

    def rules_now(self, rules: Rules, state: State) -> Rules:
        """The rules now: another game of the book may have been announced, or another edition adopted."""
        if (state.game == rules.game and state.edition == rules.edition) or not state.game:
            return rules
        return self._rules_of(state.game, state.edition)

    decide = staticmethod(decide)
    evolve = staticmethod(State.take)
    tell = staticmethod(tell)
    legal = staticmethod(legal)
    seat_of = staticmethod(State.seat_of)
    person_at = staticmethod(State.person_at)

    def all_seen(self, event: Event) -> bool:
        return isinstance(event, events.HandEnded)

    def concealed(self, state: State) -> State:
        state.hand.conceal()
        return state

    def at_rest(self, state: State) -> bool:
        return state.at_rest

    def on_record(self, state: State) -> set[Card]:
        hand = state.hand
        cards = hand.known_cards()
        cards.update(hand.stub, hand.exposed, hand.seen, *hand.strays.values())
        cards.discard(HIDDEN)
        return cards

    def asks_about(self, state: State, command: Command) -> set[Card]:
        """Cards drawn for a seat do not belong to a hand."""
        return set() if isinstance(command, commands.DrawForSeat) else self.codec.cards_named(command)

    def dealt_by_hand(self, state: State) -> bool:
        return not state.hand.known
