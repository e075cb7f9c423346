"""Section 13: tournaments, as people and numbers for the tournament engine, and the signs at a tournament's tables."""

from collections.abc import Iterator

from croupier.books.book import Book
from croupier.books.crown_caribbean_stud.people import AREA_MANAGER
from croupier.stud.rules import Options, Rules
from croupier.tournaments.state import DEPUTY, DIRECTOR, ENTRANT, TournamentRules
from croupier.tournaments.terms import Round, Terms

_OFFICER = "Chief Operating Officer"
_NO_LIMIT = 10**12


def tournaments(book: Book, game: str, rules: Rules) -> TournamentRules:
    """What the book says about tournaments in one of its games; by 13.2.3(a) deputies may be present instead of the Director."""
    return TournamentRules(
        **book.page(game, DIRECTOR, DEPUTY, ENTRANT),
        operator=AREA_MANAGER,
        officer=_OFFICER,
        rules_name="Rules of Caribbean Stud Poker",
        operator_name="Crown",
        regulator=book.title_page.regulator,
        contradictions=lambda terms: _contradictions(rules, terms),
        table_options=table_options,
        deputy_stands_in=True,
    )


def table_options(terms: Terms, round_: Round, chip: int = 0, name: str = "tournament") -> Options:
    """The signs of a table in a round: tournament chips, no jackpot wagers."""
    chip = chip or min(terms.wagers.denominations, default=1_00)
    return Options(
        places=terms.format.seats,
        minimum=round_.minimum or chip,
        maximum=round_.maximum or _NO_LIMIT // chip * chip,
        unit=chip,
        chip=chip,
        readings=terms.format.readings,
        tournament=name,
    )


def _contradictions(rules: Rules, terms: Terms) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What the game's rules do not allow at tables with these terms."""
    if terms.format.structure == "elimination" or terms.format.levels:
        yield (
            "there are no blinds and no pots here to be eliminated by: the game is played in rounds",
            rules.cite("ante_placed"),
        )
        return
    if not terms.format.seats or not terms.wagers.denominations:
        return
    seen: set[str] = set()
    for number, round_terms in enumerate(terms.format.rounds, 1):
        if (says := rules.options_wrong(table_options(terms, round_terms))) and says not in seen:
            seen.add(says)
            yield f"round {number}: {says}", rules.cite("options_not_allowed")
