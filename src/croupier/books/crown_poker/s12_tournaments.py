"""Section 12: tournaments, as people and numbers for the tournament engine, and the signs at a tournament's tables."""

from collections.abc import Iterator

from croupier.books.book import Book
from croupier.poker.rules import Options, Rules
from croupier.poker.signs import ANTES, wrong_signs
from croupier.tournaments.state import DEPUTY, DEPUTY_STANDS_IN, DIRECTOR, ENTRANT, TournamentRules
from croupier.tournaments.terms import Level, Terms

_OPERATOR = "TG Area Manager"
_OFFICER = "Chief Operating Officer"


def tournaments(book: Book, game: str, rules: Rules) -> TournamentRules:
    """What the book says about tournaments in one of its games. 12.2.3(a) lets deputies act, but need not have them present."""
    return TournamentRules(
        **book.page(game, DIRECTOR, DEPUTY, ENTRANT),
        operator=_OPERATOR,
        officer=_OFFICER,
        rules_name="Rules of Crown Poker",
        operator_name="Crown",
        regulator=book.title_page.regulator,
        contradictions=lambda terms: _contradictions(rules, terms),
        table_options=table_options,
        deputy_stands_in=False,
        notice_hands=rules.notice_hands,
        readings=frozenset({DEPUTY_STANDS_IN}),
    )


def table_options(terms: Terms, level: Level, chip: int = 0, name: str = "tournament") -> Options:
    """The signs of a table in a level: no commission, no side wagers, tournament chips."""
    antes = (ANTES,) if any(stage.ante for stage in terms.format.levels) else ()  # a compulsory wager of the terms (12.4.4(b))
    smallest = chip or min(terms.wagers.denominations, default=1_00)
    return Options(
        places=terms.format.seats,
        betting=terms.format.betting or "no limit",
        blinds=level.blinds,
        bets=level.bets,
        most=level.most,
        chip=smallest,
        minimum_buy_in=smallest,
        ante=level.ante,
        ante_by_last_blind=terms.format.ante_by_last_blind,
        blind_before_ante=terms.choices.short_blind == "blind first",
        time_to_act=terms.format.time_to_act,
        new_players="dealt in",
        readings=tuple(dict.fromkeys((*terms.format.readings, *antes))),
        tournament=name,
    )


def _contradictions(rules: Rules, terms: Terms) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What the game's rules do not allow at tables with these terms."""
    if terms.wagers.secret:
        yield ("wagers in poker are made openly and in turn: there are no secret ones", rules.cite("declared", "bet_out_of_turn"))
    if (terms.choices.final_table or 0) > rules.most_players:
        says = f"{rules.most_players} are the most players at a table of this game, the final one too"
        yield says, rules.cite("too_many_places")
    if not terms.format.levels or not terms.wagers.denominations or not terms.format.seats:
        return
    seen: set[str] = set()
    for number, level in enumerate(terms.format.levels, 1):
        if level.is_break:
            continue
        for ground, says in wrong_signs(rules, table_options(terms, level)):
            if says not in seen:
                seen.add(says)
                yield f"level {number}: {says}", rules.cite(ground)
