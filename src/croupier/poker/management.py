"""What those in charge do at a poker table: notices, changes of game, limits and commission, closing."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.kernel.actors import Said
from croupier.kernel.closing import ClosingStep, too_soon
from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.telling import moment
from croupier.poker import commands, events
from croupier.poker.rules import NO_COMMISSION, STREETS, Options, Rules
from croupier.poker.seats import left
from croupier.poker.signs import sign_grounds, wrong_signs
from croupier.poker.state import Notice, State


def announce_change(rules: Rules, table: State, command: commands.AnnounceChange, said: Said) -> Decision:
    """New signs, to be played by after the notice."""
    if (refusal := rules.needs_rank(said, rules.manager, rules.cite("change_announced"))) is not None:
        return refusal
    game = "" if command.game == rules.game else command.game
    new_rules = rules.other_game(game) if game else rules
    if new_rules is None:
        return rules.refuse("no_such_game", f"there is no game {game!r} in this book")
    try:
        options = msgspec.convert(msgspec.to_builtins(table.options) | command.options, Options)
    except msgspec.ValidationError as error:
        told = re.sub(r"Object contains unknown field `(.*)`", r"a sign has no '\1'", str(error))
        return rules.refuse("options_not_allowed", told)
    for ground, wrong in wrong_signs(new_rules, options):
        return rules.refuse(ground, wrong)
    if over := [number for number in table.seats if number > options.places]:
        return rules.refuse("too_many_places", f"seat {over[0]} is taken and would be removed")
    if options == table.options and not game:
        return rules.refuse("nothing_changes")
    if options.commission != table.options.commission:
        return rules.refuse("commission_apart")
    dearer = raises_minimum(table.options, options)
    earliest = said.at + rules.notice_seconds
    hanging = table.notices.get("change")
    if hanging is not None and (hanging.options, hanging.game) != (options, game):
        hanging = None
    takes_effect = command.takes_effect or (earliest if dearer else 0)
    if hanging is not None and hanging.takes_effect >= said.at and command.takes_effect in (0, hanging.takes_effect):
        takes_effect = hanging.takes_effect  # a repeated sign keeps its time
    elif dearer and takes_effect < earliest:
        return rules.refuse("minimum_too_soon", f"a higher minimum on the sign now holds from {moment(earliest)} at the earliest")
    if command.takes_effect and command.takes_effect < said.at:
        return rules.refuse("notice_too_short", f"the sign says {moment(command.takes_effect)}, and that time is over")
    grounds = ("change_announced", "minimum_announced" if dearer else "")
    sign = {"options": options, "game": game, "dearer": dearer, "takes_effect": takes_effect}
    return rules.accept(events.ChangeAnnounced, command, *grounds, at=said.at, **sign)


def earliest_change(rules: Rules, notice: Notice) -> int:
    """From when an announced change may be made: a higher minimum has been on the sign long enough, and the sign's own time
    has come.
    """
    return max(notice.takes_effect, notice.at + rules.notice_seconds) if notice.dearer else notice.takes_effect


def raises_minimum(old: Options, new: Options) -> bool:
    """Whether new signs raise the smallest wager of any betting round, or the one on the flop."""
    rounds = range(len(STREETS))
    higher = any(new.least_bet(street) > old.least_bet(street) for street in rounds)
    return higher or 0 < old.flop_chase[0] < new.flop_chase[0]


def announce_closing(rules: Rules, table: State, command: commands.AnnounceClosing, said: Said) -> Decision:
    if (refusal := rules.needs_rank(said, rules.manager, rules.cite("closing_announced"))) is not None:
        return refusal
    return Accepted((events.ClosingAnnounced(at=said.at, clauses=rules.cite("closing_announced")),))


def agree(rules: Rules, table: State, command: commands.Agree, said: Said) -> Decision:
    """A player agrees that no more notice is needed."""
    if command.seat not in table.seats:
        return rules.refuse("nobody_sits_there")
    if command.to not in table.notices:
        return rules.refuse("nothing_announced")
    if table.person_at(command.seat) in table.agreed[command.to]:
        return rules.refuse("agreed_already")
    ground = "players_agree_to_close" if command.to == "closing" else "players_agree"
    return rules.accept(events.PlayerAgreed, command, ground)


def change_table(rules: Rules, table: State, command: commands.ChangeTable, said: Said) -> Decision:
    """Play by the announced signs, after three hands or once most players agree; a higher minimum also waits for its time."""
    if (refusal := rules.needs_rank(said, rules.manager, rules.cite("table_changed"))) is not None:
        return refusal
    if (notice := table.notices.get("change")) is None:
        return rules.refuse("nothing_announced")
    if table.hand.phase != "between":
        return rules.refuse("change_after_hand")
    majority = rules.number("change_agreement") * len(_agreeing(table, "change")) > len(_roll(table))
    waited = table.hand.number - notice.hand
    if waited < rules.notice_hands and not majority:
        more = rules.notice_hands - waited
        return rules.refuse("notice_too_short", f"{more} more hand{'s' * (more > 1)} must be played first")
    if said.at < (earliest := earliest_change(rules, notice)) and (notice.dearer or not majority):
        ground = "minimum_too_soon" if notice.dearer else "notice_too_short"
        return rules.refuse(ground, f"the sign says that the change holds from {moment(earliest)}")
    grounds = ("table_changed", *sign_grounds(notice.options), "players_agree" if waited < rules.notice_hands else "")
    options = replace(notice.options, commission=table.options.commission)
    return rules.accept(events.TableChanged, command, *grounds, options=options, game=notice.game)


def change_commission(rules: Rules, table: State, command: commands.ChangeCommission, said: Said) -> Decision:
    """Another commission, or none, before a hand and with its sign."""
    if (refusal := rules.needs_rank(said, rules.manager, rules.cite("commission_changed"))) is not None:
        return refusal
    if table.hand.phase != "between":
        return rules.refuse("commission_before_hand")
    if not command.sign:
        return rules.refuse("commission_sign_missing")
    options = replace(table.options, commission=command.commission)
    for ground, wrong in wrong_signs(rules, options):
        return rules.refuse(ground, wrong)
    ground = "commission_nil" if command.commission == NO_COMMISSION else "commission_changed"
    return rules.accept(events.CommissionChanged, command, ground, *sign_grounds(options))


def close_table(rules: Rules, table: State, command: commands.CloseTable, said: Said) -> Decision:
    """Close after the notice, or if every player agrees; an empty table closes immediately."""
    if (refusal := rules.needs_rank(said, rules.manager, rules.cite("table_closing"))) is not None:
        return refusal
    if (refusal := too_soon(closing_steps(rules, closing_of(table)))) is not None:
        return refusal
    gone = tuple(left(rules, table, number) for number in sorted(table.seats))
    return Accepted((*gone, events.TableClosed(clauses=rules.cite("table_closing"))))


class Closing(NamedTuple):
    """What the closing of a table depends on: whether a hand is in play or bonus prizes wait, the number of players, how many
    of them agree, and the hands since the announcement (-1: there was none).
    """

    in_hand: bool
    prizes: bool
    players: int
    agreeing: int
    since: int


def closing_of(table: State) -> Closing:
    """What the closing of this table depends on now."""
    notice = table.notices.get("closing")
    since = table.hand.number - notice.hand if notice else -1
    in_hand = table.hand.phase != "between"
    return Closing(in_hand, bool(table.prizes), len(_roll(table)), len(_agreeing(table, "closing")), since)


def closing_steps(rules: Rules, now: Closing) -> Iterator[ClosingStep]:
    """What must be done before the table closes."""
    between = rules.sentences["close_after_hand"] if now.in_hand else ""
    yield ClosingStep("between", between, "close_after_hand", rules.cite("close_after_hand"))
    if now.prizes:
        yield ClosingStep("prizes", rules.sentences["bonus_waits"], "bonus_waits", rules.cite("bonus_waits"))
    if now.players:
        clauses = rules.cite("closing_too_soon")
        missing = "players are present: the closing is announced first" if now.since < 0 else ""
        yield ClosingStep("announced", missing, "closing_too_soon", clauses)
        more = rules.closing_hands - max(now.since, 0)
        everybody = now.players - now.agreeing <= rules.number("closing_agreement")
        left = "" if more <= 0 or everybody else f"{more} more hand{'s' * (more > 1)} must be played first"
        yield ClosingStep("notice", left, "closing_too_soon", clauses)


def _roll(table: State) -> list[str]:
    """The players whose agreement counts: everyone with a seat, except those who take no further part in the game."""
    return [seat.person for seat in table.seats.values() if seat.person not in table.excluded]


def _agreeing(table: State, to: str) -> list[str]:
    return [person for person in _roll(table) if person in table.agreed.get(to, ())]
