"""One hand of poker: its players, cards and wagers, from the button to the push. A misdeal is a new one.

It changes in place, because hands are long and tables many; only events change it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from croupier.kernel.accounts import Account
from croupier.kernel.cards import HIDDEN, Card, Faces, renamed
from croupier.kernel.changing import Changing
from croupier.kernel.events import Source
from croupier.kernel.incidents import EVERYBODY

Phase = Literal["between", "blinds", "betting", "discard", "showdown", "closed"]
Cards = tuple[Card, ...]

NOBODY = 0
"""The turn if it is the dealer's."""


class Held(msgspec.Struct, frozen=True):
    """What a player did out of turn: the act, whether `short` of a call, its total, and the amount to call at that
    moment.

    The chips are in front of the player and are wagered when the turn comes. `outbet` is true once a player due earlier has bet
    more, so that they may be taken back.
    """

    act: Literal["check", "call", "bet", "raise", "short"]
    to: int
    faced: int
    all_in: bool = False
    outbet: bool = False


class Player(msgspec.Struct):
    """A person at the table, as far as this hand goes. `wagered` is what is in front in this betting round, `put_in` what
    went into the pots in the hand.

    - `left` is the next one dealt in, clockwise. `live` hands have a claim to the pot. `closed` players have acted since the
      betting was last opened to them, and may only call or fold. `mute` ones checked out of turn and may not bet or raise in
      this round; `excluded` ones play for what is in, as if all-in.
    - `posted` ones have paid a blind; `forced` is what was posted of `put_in`, `dead` what was posted beside it; `entered` is
      what someone who posted to be dealt in had owed: as a new player, for a seat change, and for which blinds.
    - `discards` are what a pineapple player gave up, `shown` hands were turned up at the showdown, `shown_to` others, `mucked`
      ones passed in there. `side` is the colour wagered on, `extra` how often time was bought.
    """

    number: int
    stack: Account
    cards: Cards = ()
    dealt_in: bool = False
    left: int = NOBODY
    live: bool = False
    wagered: int = 0
    put_in: int = 0
    forced: int = 0
    dead: int = 0
    entered: tuple[bool, bool, tuple[int, ...], int] = (False, False, (), 0)
    closed: bool = False
    acted: bool = False
    mute: bool = False
    all_in: bool = False
    excluded: bool = False
    posted: bool = False
    discards: Cards = ()
    discarded: bool = False
    shown: bool = False
    shown_to: tuple[int, ...] = ()
    mucked: bool = False
    side: str = ""
    extra: int = 0


def face_down(cards: Cards) -> Cards:
    return (HIDDEN,) * len(cards)


class Hand(Changing, kw_only=True):
    """Everything about a hand that its next decision depends on.

    - `players` are all who sit at the table, `gone` those who had cards and have left since, `ring` those dealt in, clockwise
      from the left of the button; `turn` is whose turn it is, or 0 when it is the dealer's. `called_in` must make good what
      they owe, since too few could play without them.
      `out` get no cards: their wagers were void before the first one.
    - `bet` is the amount to match in this round, `full` the last full bet or raise, `step` the least raise, `raises` how
      many there were, `capped` that the last of them was made while three or more could bet; `opener` bet or raised last,
      `bettor` did so in the rounds before; `actors` have acted in turn in this round. `owed` is what players who put in too
      little have yet to make up. `opening` is the bet and the least raise as the deal found them.
    - `turn_since` is when the time to act began, `turn_extra` the seconds bought since.
    - `source` says where the order of the deck comes from: in a `live` one faces are on record only as people say them.
      `committed` is the commitment to the deck, or of the rest of it, that is shuffled next.
      `stub` is the rest of the deck from the top, `aside` a card set aside, `muck` what is out of play. `boxed` counts the
      boxed cards of the hand. `burned_for` says of which board cards to come the burn is made already, by how many are
      there before them; `unburned` which came without their burn, counted so. `strays` are hands dealt by mistake to places
      that should have none. `exposed` are the cards that the dealer exposed in the deal, `seen` others
      that everyone has seen, in a hand or out of play. `because` are the clauses by which cards were taken back, until the
      next board card comes.
    - `side_open` is true while wagers on the flop are not settled; `side_results` are those that were: the colour, the stake
      and what it was paid.
    - `showing` is the order of the showdown; once the hands are `opened`, none that is still down can win.
    - `dead` is what is in the pot beside the players' own shares; `collected` what was taken for the house; `won` what was
      pushed to whom. `awarded` are the bonus prizes of this hand that were verified before its end: the hand, and the cash.
    """

    number: int = 0
    phase: Phase = "between"
    players: dict[int, Player] = msgspec.field(default_factory=dict)
    gone: dict[str, Player] = msgspec.field(default_factory=dict)
    ring: list[int] = msgspec.field(default_factory=list)
    called_in: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    posted: dict[int, int] = msgspec.field(default_factory=dict)
    straddles: tuple[int, ...] = ()
    source: Source = "live"
    shuffled: bool = False
    cut: bool = False
    committed: str = ""
    stub: Cards = ()
    burns: Cards = ()
    board: Cards = ()
    muck: Cards = ()
    aside: Cards = ()
    exposed: Cards = ()
    seen: Cards = ()
    boxed: int = 0
    burned_for: tuple[int, ...] = ()
    unburned: tuple[int, ...] = ()
    strays: dict[int, Cards] = msgspec.field(default_factory=dict)
    because: tuple[str, ...] = ()
    reshuffle: bool = False
    street: int = 0
    turn: int = NOBODY
    bet: int = 0
    full: int = 0
    step: int = 0
    raises: int = 0
    capped: bool = False
    opener: int = 0
    bettor: int = 0
    actors: list[int] = msgspec.field(default_factory=list)
    turn_since: int = 0
    turn_extra: int = 0
    held: dict[int, Held] = msgspec.field(default_factory=dict)
    owed: dict[int, int] = msgspec.field(default_factory=dict)
    opening: tuple[int, int] = (0, 0)
    voluntary: bool = False
    dead: int = 0
    collected: int = 0
    won: dict[int, int] = msgspec.field(default_factory=dict)
    awarded: dict[int, tuple[str, int]] = msgspec.field(default_factory=dict)
    side_open: bool = False
    side_results: dict[int, tuple[str, int, int]] = msgspec.field(default_factory=dict)
    showing: list[int] = msgspec.field(default_factory=list)
    opened: bool = False

    @property
    def known(self) -> bool:
        """Whether the house knows every face, so that nobody has to enter one."""
        return self.source != "live"

    @property
    def lay_before(self) -> int:
        """How many community cards were there before the last deal."""
        return 0 if len(self.board) <= 3 else len(self.board) - 1

    @property
    def in_hand(self) -> list[Player]:
        """The live hands, clockwise from the left of the button."""
        players = self.players
        return [player for number in self.ring if (player := players[number]).live]

    @property
    def able(self) -> list[Player]:
        """The live hands whose players can still bet."""
        return [player for player in self.in_hand if not player.all_in]

    @property
    def begun_on_board(self) -> bool:
        """Whether the betting round on the current cards has begun; a flop for side wagers alone opens none."""
        return self.street == max(len(self.board) - 2, 0)

    def to_call(self, player: Player) -> int:
        """What a player must add to match the bet, ignoring how many chips they have."""
        return max(self.bet - player.wagered, 0)

    def next_to_act(self, after: int) -> int:
        """Whose turn it is once `after` has acted, or 0 if the round is over."""
        players, ring, bet = self.players, self.ring, self.bet
        start = ring.index(after) + 1 if after else 0
        for number in ring[start:] + ring[:start] if start else ring:
            player = players[number]
            if (not player.closed or player.wagered < bet) and player.live and not player.all_in:
                break
        else:
            return NOBODY
        highest = 0
        for seat in ring:
            other = players[seat]
            if other.live and other is not player:
                if not other.all_in:
                    return number
                highest = max(highest, other.wagered)
        # nobody else can bet: there may be some to call
        return number if player.wagered < min(highest, bet) else NOBODY

    def act(self, player: Player) -> None:
        """Mark that a player has acted in turn, and pass the turn."""
        number, left, actors = player.number, player.left, self.actors
        player.closed = player.acted = True
        if number not in actors:
            actors.append(number)
        if self.held or self.owed:
            self.held.pop(number, None)
            self.owed.pop(number, None)
        other = self.players[left]
        if other.live and player.live and not (player.all_in or other.all_in) and (not other.closed or other.wagered < self.bet):
            self.turn = left  # the usual case: both can still bet
        else:
            self.turn = self.next_to_act(number)

    def start_clock(self, at: int) -> None:
        """The time to act begins for the player in turn, at a table that has one."""
        self.turn_since, self.turn_extra = at, 0

    def put(self, player: Player, amount: int) -> None:
        """A player puts chips in front; the postings move the money."""
        player.wagered += amount
        player.put_in += amount

    def drop_out(self, player: Player) -> None:
        """A hand leaves play out of turn; the turn stays with its player, unless there is nothing left for that player to do."""
        player.live = self.opened = False
        if self.phase == "blinds":
            self.out = (*self.out, player.number)
        self.muck = (*self.muck, *player.cards)
        self.held.pop(player.number, None)
        self.owed.pop(player.number, None)
        if self.phase == "discard":
            self.turn = self.next_to_discard() if len(self.in_hand) > 1 else NOBODY
            if len(self.in_hand) < 2:
                self.phase = "betting"
        elif self.turn:
            self.turn = self.next_to_act(self.ring[self.ring.index(self.turn) - 1])
        if not self.turn:
            self.owed = {}

    def next_to_discard(self) -> int:
        return next((player.number for player in self.in_hand if not player.discarded), NOBODY)

    def no_side(self, seat: int) -> None:
        """The wager of a seat on the flop is settled or taken back."""
        self.players[seat].side = ""
        self.side_open = any(player.side for player in self.players.values())

    @property
    def everybody(self) -> list[Player]:
        """Everyone who sits at the table, and those who had cards and have left it since."""
        return [*self.players.values(), *self.gone.values()]

    def known_cards(self) -> set[Card]:
        """Every card of this hand whose face is on record, except the deck."""
        cards = {*self.board, *self.burns, *self.muck, *self.aside}
        for player in self.everybody:
            cards.update(player.cards, player.discards)
        cards.discard(HIDDEN)
        return cards

    def faces_in_play(self) -> dict[Card, int]:
        """The recorded cards of a hand in play, with who sees them: the player who holds them,
        or everyone, for the board, a card set aside or out of play face up, and hands that are shown.
        """
        if self.phase == "between":
            return {}
        faces: dict[Card, int] = {}
        for player in self.players.values():
            faces |= dict.fromkeys(player.discards, player.number)
            faces |= dict.fromkeys(player.cards, EVERYBODY if player.shown else player.number)
        faces |= dict.fromkeys((*self.board, *self.aside, *self.exposed, *self.seen), EVERYBODY)
        faces.pop(HIDDEN, None)
        return faces

    def with_faces(self, other: Faces) -> None:
        """Some cards are really others, wherever they are; hands that are still down may then have to be shown."""
        self.board, self.stub, self.burns = (renamed(cards, other) for cards in (self.board, self.stub, self.burns))
        self.muck, self.aside, self.exposed = (renamed(cards, other) for cards in (self.muck, self.aside, self.exposed))
        self.seen = renamed(self.seen, other)
        self.strays = {place: renamed(cards, other) for place, cards in self.strays.items()}
        for player in self.everybody:
            player.cards, player.discards = renamed(player.cards, other), renamed(player.discards, other)
        self.opened = False

    def conceal(self) -> None:
        """Hide every card that not everyone has seen; the places of the cards stay known."""
        self.stub, self.burns, self.muck = face_down(self.stub), face_down(self.burns), face_down(self.muck)
        self.strays = {place: face_down(cards) for place, cards in self.strays.items()}
        for player in self.everybody:
            player.discards = face_down(player.discards)
            if not player.shown:
                player.cards = face_down(player.cards)

    def again(self, *, all_back: bool, sides_back: bool, least: int, stacks: dict[Account, int]) -> Hand:
        """The hand after a misdeal: blinds and straddles stay up, or nothing does if everything goes back.

        `least` is the smallest bet of the first round, `stacks` what players then have left.
        """
        level, step = self.opening if self.phase != "blinds" else (self.bet, self.step)
        anew = Hand(number=self.number, phase="blinds", called_in=self.called_in, turn_since=self.turn_since)
        anew.bet = anew.full = 0 if all_back else level
        anew.step = least if all_back else step
        if not all_back:
            anew.posted, anew.straddles, anew.dead = self.posted, self.straddles, self.dead
        for number, before in self.players.items():
            player = Player(number, before.stack, extra=before.extra, side="" if sides_back else before.side)
            if not all_back:
                player.posted, player.entered, player.dead = before.posted, before.entered, before.dead
                player.wagered, player.put_in = self.posted.get(number, 0), before.forced
                player.forced = before.forced
                stands = before.forced + before.dead > 0
                player.excluded = before.excluded and stands
                player.all_in = stands and (before.excluded or not stacks.get(before.stack))
            anew.players[number] = player
        anew.side_open = any(player.side for player in anew.players.values())
        return anew
