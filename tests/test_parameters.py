"""Every number of the books decides something: it is read by the code, and a case notices when it is another.

Each figure of each parameter is changed (numbers up and down by one, hands to their neighbours, words to other words), and the
cases of its book are played until one fails: first those of the parameter's clause, then those of its section, then all others.
A parameter that nobody reads can not be noticed, so its cases are not played. What is noticed takes some milliseconds; only
the known gaps take a second each.
"""

from __future__ import annotations

import pytest

from croupier.books import BOOKS, book_of
from mutation.changed_books import parameters_read, unnoticed

# The known gaps. They only shrink: a parameter that is mended must leave its list, and none is ever added.
UNREAD: dict[str, tuple[str, ...]] = {
    "crown-caribbean-stud": (
        "decks_in_play",
        "shuffling_shoe_decks",
        "jokers",
        "cutting_cards",
        "cuts",
        "hand_order",
        "bet_multiple",
        "hands_viewed",
        "cards_per_hand",
        "cards_dealt_at_a_time",
        "dealer_cards_face_up",
        "dealer_face_up_card",
        "qualifying_hand",
        "systems_per_table",
        "system_closing_notice",
        "jackpot_wagers_per_hand",
        "meter_rounding",
        "jackpot_pool",
        "jackpot_pool_shares",
        "royal_flush_shares",
        "straight_flush_shares_with_royal",
        "simultaneous_straight_flushes",
        "straight_flush_percent",
        "straight_flush_shares",
        "aruba_qualifying_hand",
        "aruba_wild_rank",
        "aruba_hand_order",
        "aruba_bet_lowest_pair",
        "aruba_instant_winner_lowest_hand",
        "aruba_instant_winner_ante_odds",
    ),
    "crown-poker": (
        "jokers",
        "cutting_cards",
        "hand_size",
        "hand_order",
        "low_hand_size",
        "low_hand_highest_card",
        "suit_order",
        "cuts",
        "discards",
        "discard_after_round",
        "showdown_hole_cards",
        "hole_cards_used_minimum",
        "hole_cards_used_maximum",
        "betting_rounds",
        "community_cards",
        "community_cards_total",
        "flop_cards",
        "burn_cards",
        "players_to_continue",
        "change_agreement",
        "closing_agreement",
        "seat_draw_players",
        "seat_move_penalty",
        "new_player_post",
        "last_blind_minimum",
        "over_blind_multiple",
        "straddle_counts_as_raises",
        "pot_ratio_limits",
        "minimum_raise_multiple",
        "head_to_head_players",
        "oversize_chips",
        "all_in_reopens_full_raise",
        "rake_nil",
        "time_charge_period",
        "equal_hands_without_commission",
        "equal_hands_share",
        "flop_chase_cards",
        "tournament_directors",
    ),
    "star-caribbean-stud": (
        "card_shoe_decks",
        "shuffling_device_decks",
        "discard_rack_decks",
        "decks_in_play",
        "jokers",
        "bet_multiple",
        "hands_per_player",
        "wagers_per_area",
        "dealer_cards_face_up",
        "cards_dealt_at_a_time",
        "dealer_face_up_card",
        "qualifying_hand",
        "jackpot_lowest_hand",
        "royal_flush_even_point",
        "straight_flush_even_point",
        "shared_jackpot_winners",
        "shared_royal_flush_minimum",
        "shared_straight_flush_percent",
        "shared_straight_flush_minimum",
        "hand_order",
        "dealer_cards_exposed_before_decisions",
    ),
    "venezia-caribbean-poker": (
        "deck_size",
        "suits",
        "number_cards_per_suit",
        "squares_per_player",
        "places_per_player",
        "minimum_players",
        "dealer_cards_face_up",
        "dealer_face_up_card",
        "cards_dealt_at_a_time",
        "player_options",
        "bet_multiple",
        "exchange_cards",
        "exchange_price_multiple",
        "cards_kept_in_exchange",
        "qualifying_hand",
        "jackpot_lowest_hand",
        "simultaneous_jackpot_winners",
        "dropped_cards",
    ),
    "nz-caribbean-stud": (
        "decks_in_play",
        "decks_delivered",
        "shuffler_capacity",
        "discard_rack_capacity",
        "cutting_cards",
        "cuts",
        "progressive_meters_minimum",
        "cards_dealt_at_a_time",
        "dealer_cards_face_up",
        "dealer_face_up_card",
        "wagers_per_area",
        "bet_multiple",
        "qualifying_hand",
        "hand_order",
        "hands_viewed",
        "jackpot_lowest_hand",
        "royal_flush_even_point",
        "straight_flush_even_point",
        "shared_royal_flush_minimum",
        "several_jackpot_hands",
        "royal_flushes_sharing",
        "sub_pools",
        "player_cards_exposed_without_misdeal",
        "discards_restorable",
    ),
}
UNNOTICED: dict[str, tuple[str, ...]] = {
    "crown-caribbean-stud": (
        "jackpot_seeds_option_1",
        "jackpot_seeds_option_2",
        "jackpot_prizes_option_1",
        "jackpot_prizes_option_2",
        "aruba_jackpot_prizes",
    ),
    "crown-poker": (
        "maximum_players",
        "hole_cards",
        "raise_made_up_percent",
        "all_in_reopens_percent",
    ),
    "star-caribbean-stud": (
        "minimum_change_notice",
        "jackpot_prizes",
        "closing_notice",
        "payment_choice_prize",
    ),
    "venezia-caribbean-poker": (
        "decks_in_play",
        "jackpot_prizes",
    ),
    "nz-caribbean-stud": ("jackpot_prizes",),
}

every_book = pytest.mark.parametrize("book", BOOKS)


@every_book
def test_every_parameter_is_read_by_the_code(book: str) -> None:
    read = parameters_read(book)
    unread = [name for name in book_of(book).params if name not in read]
    assert [name for name in unread if name not in UNREAD[book]] == [], "no code reads these numbers"
    assert [name for name in UNREAD[book] if name not in unread] == [], "are read by now: take them from the list"


@pytest.mark.parametrize(
    ("book", "name"), [(book, name) for book in BOOKS for name in book_of(book).params if name not in UNREAD[book]]
)
def test_a_case_notices_when_a_parameter_is_another(book: str, name: str) -> None:
    missed = unnoticed(book_of(book), name)
    if name in UNNOTICED[book]:
        assert missed != [], "every change is noticed by now: take it from the list"
    else:
        assert missed == []


@every_book
def test_the_lists_of_gaps_name_parameters_of_the_book(book: str) -> None:
    known = set(book_of(book).params)
    assert set(UNREAD[book]) | set(UNNOTICED[book]) <= known
    assert not set(UNREAD[book]) & set(UNNOTICED[book])
