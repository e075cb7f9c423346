"""One hand against the dealer's, settled by playing it at a table of its own with a stacked deck."""

import re
from collections.abc import Sequence

import msgspec

from croupier.books import rules_of
from croupier.kernel.accounts import stack_of
from croupier.kernel.cards import Card, CardError, parse_cards, twice
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import TableError
from croupier.kernel.events import Event
from croupier.kernel.hands import HandValue
from croupier.kernel.incidents import IrregularityReported
from croupier.kernel.money import plain, round_up
from croupier.stud.events import DealerRevealed, HandConceded, HandFolded, PlayerTold, WagerSettled
from croupier.stud.lines import read_line
from croupier.stud.rules import Options
from croupier.stud.state import DEALER, ante_of, bet_of
from croupier.tables.house_table import HouseTable
from croupier.tables.stacking import shuffle_into, stacked_deck

SEAT = 1
_FOUND = "wrong-bet"
ACTIONS = "bet, fold, concede, instant, exchange:CARD:NEW or exchange:CARD:NEW:fold"


class Action(msgspec.Struct, frozen=True, kw_only=True):
    """What the player does: perhaps change a card first, then bet, fold, give up after the reveal or be paid early."""

    does: str
    gives: Card | None = None
    takes: Card | None = None


class Settlement(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that was played to the end. `net` is the change of the player's money, `told` what the player saw.

    `lines` are the wagers as settled, including those of a hand folded or given up. `found` is what the book does
    about a bet that proves not to be twice the ante at settlement.
    """

    net: int
    lines: tuple[WagerSettled, ...]
    player: HandValue
    dealer: HandValue
    qualifies: bool
    told: tuple[PlayerTold, ...]
    found: tuple[Event, ...]
    events: tuple[Event, ...]


def read_action(text: str) -> Action:
    """The action that a text such as `bet` or `exchange:9c:Kd` says.

    >>> read_action("exchange:9c:Kd")
    Action(does='bet', gives=Card('9c'), takes=Card('Kd'))
    """
    said = text.strip()
    if said in ("bet", "fold", "concede", "instant"):
        return Action(does=said)
    if match := re.fullmatch(r"exchange:([^:]+):([^:]+)(?::(bet|fold))?", said):
        gives, takes = parse_cards(match[1]), parse_cards(match[2])
        if len(gives) == len(takes) == 1:
            return Action(does=match[3] or "bet", gives=gives[0], takes=takes[0])
    raise TableError(f"{text!r} is not an action; use {ACTIONS}")


def settle_hand(
    game: str,
    *,
    ante: int,
    player: Sequence[Card],
    dealer: Sequence[Card],
    action: Action,
    bet: int | None = None,
    options: Options,
) -> Settlement | Refused:
    """Play one hand, or say why the book does not let it be played like that. Sums are in cents; a bet is twice the ante.

    Any other bet goes unnoticed until the settlement, where the book rules on it.
    """
    _check_hands(game, player, dealer, action)
    table = HouseTable(game, options)
    brings = round_up(10 * ante + (bet or 0) + 1, options.chip)
    table.do(read_line(f"sit {SEAT} {plain(brings)}", table.state, table.rules))
    before = table.state.stack(SEAT)
    if (refusal := _say(table, f"ante {SEAT} {plain(ante)}")) is not None:
        return refusal
    takes = () if action.takes is None else (action.takes,)
    deck = stacked_deck(table, {SEAT: player, DEALER: dealer}, then=takes)
    if (refusal := shuffle_into(table, deck)) is not None:
        return refusal
    if (refusal := _say(table, "no more bets", "deal", "bet or fold", *_first(action))) is not None:
        return refusal
    refusal = _say(table, _decision(action, bet))
    wrong = refusal is not None and refusal.ground == "bet_not_twice_ante" and _FOUND in table.rules.irregularities
    if refusal is not None and (not wrong or (refusal := _say(table, _decision(action, None))) is not None):
        return refusal
    held = table.state.boxes[SEAT].cards
    if (refusal := _say(table, "reveal")) is not None:
        return refusal
    mark = len(table.events)
    if wrong and (refusal := _say(table, f"report {_FOUND} box {SEAT} amount {plain(bet or 0)}")) is not None:
        return refusal
    new_events = tuple(event for event in table.events[mark:] if not isinstance(event, IrregularityReported | PlayerTold))
    ends = (f"concede {SEAT}", "settle") if action.does == "concede" else ("settle",)
    if (refusal := _say(table, *ends)) is not None:
        return refusal
    revealed = next(event for event in table.events if isinstance(event, DealerRevealed))
    return Settlement(
        net=table.state.stack(SEAT) - before,
        lines=tuple(line for event in table.events for line in _lines(event)),
        player=table.rules.value(held),
        dealer=table.rules.value(dealer),
        qualifies=revealed.qualifies,
        found=new_events,
        told=tuple(event for event in table.events if isinstance(event, PlayerTold)),
        events=tuple(table.events),
    )


def _check_hands(game: str, player: Sequence[Card], dealer: Sequence[Card], action: Action) -> None:
    """Say what is wrong with the cards, in the words of the person who gave them."""
    rules = rules_of(game)
    for whose, cards in (("the player's", player), ("the dealer's", dealer)):
        try:
            rules.value(cards)
        except CardError as error:
            raise CardError(f"{whose} hand: {error}") from None
    if action.gives is not None and action.gives not in player:
        raise CardError(f"{action.gives} is not in the player's hand")
    everything = (*player, *dealer, *(() if action.takes is None else (action.takes,)))
    if (double := twice(everything)) is not None:
        raise CardError(f"{double} appears twice: all the cards come from one deck")


def _first(action: Action) -> list[str]:
    return [] if action.gives is None else [f"change {SEAT} {action.gives}"]


def _decision(action: Action, bet: int | None) -> str:
    if action.does in ("fold", "instant"):
        return f"{'fold' if action.does == 'fold' else 'instant win'} {SEAT}"
    return f"bet {SEAT}" if bet is None else f"bet {SEAT} {plain(bet)}"


def _say(table: HouseTable, *lines: str) -> Refused | None:
    for line in lines:
        if isinstance(decision := table.do(read_line(line, table.state, table.rules)), Refused):
            return decision
    return None


def _lines(event: Event) -> list[WagerSettled]:
    """The wagers that an event decides. A hand folded or given up loses what is on it."""
    if isinstance(event, WagerSettled):
        return [event]
    if isinstance(event, HandFolded | HandConceded):
        ante, bet = (-event.postings.get(account(event.box), 0) for account in (ante_of, bet_of))
        over = event.postings.get(stack_of(event.box), 0)
        back = {"ante": over if not bet else 0, "bet": over}
        return [
            WagerSettled(box=event.box, wager=wager, result="lose", stake=stake, returned=back[wager], clauses=event.clauses)
            for wager, stake in (("ante", ante), ("bet", bet))
            if stake
        ]
    return []
