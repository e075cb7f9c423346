"""The facts of play that the engine cites, each with a sentence. A book maps every one of them to its own clauses."""

from __future__ import annotations

from croupier.kernel.hands import Category

GROUNDS: dict[str, str] = {
    # the table
    "table_opened": "the table is open",
    "options_not_allowed": "the book does not allow such a table",
    "seat_taken": "a player sits down",
    "seat_left": "a player leaves",
    "no_such_place": "the table has no such place",
    "place_occupied": "somebody sits there already",
    "nobody_sits_there": "nobody sits there",
    "one_box_only": "a player wagers on one box",
    "rank_needed": "that is for the dealer or somebody above",
    "not_your_place": "that is another player's place",
    # the cards
    "cards_shuffled": "the cards are shuffled",
    "decks_in_turn": "two decks serve in turn",
    "deck_not_complete": "the deck is not complete",
    "cards_not_shuffled": "the cards must be shuffled first",
    "cards_already_shuffled": "the cards are shuffled already",
    "cards_cut": "the dealer cuts the cards",
    "cards_cut_already": "the cards are cut once only",
    "cut_not_allowed": "cards from a shuffler are not cut",
    "cut_by_player": "a player never cuts the cards",
    "cards_not_cut": "the cards must be cut first",
    # the wagers
    "wagers_in_chips": "wagers are made in chips",
    "ante_placed": "an ante is placed",
    "ante_placed_already": "there is an ante already",
    "too_late_for_wagers": "wagers are placed before the first card",
    "ante_taken_back": "an ante may be taken back before the first card",
    "wager_locked": "a wager stays until it is decided",
    "nothing_wagered": "there is no ante",
    "wager_below_minimum": "the wager is below the minimum",
    "wager_above_maximum": "the wager is above the maximum and plays to the maximum",
    "wager_not_in_units": "the wager is not in a multiple that can be paid in chips",
    "no_more_bets": "no more bets",
    # the deal
    "player_first_from_shoe": "the first card to a player, from the shoe",
    "dealer_first_from_shoe": "the first card to the dealer, from the shoe",
    "player_next_from_shoe": "a further card to a player, from the shoe",
    "dealer_next_from_shoe": "a further card to the dealer, from the shoe",
    "last_card_from_shoe": "the dealer's last card is turned up",
    "player_set_from_shuffler": "five cards to a player, from the shuffler",
    "dealer_set_from_shuffler": "five cards to the dealer, from the shuffler",
    "card_turned_after_shuffler": "one of the dealer's cards is turned up",
    "deal_out_of_order": "the deal has its order",
    "deal_not_complete": "not everybody has five cards",
    # the betting round
    "bet_or_fold": "players may bet or fold",
    "not_time_to_decide": "it is not time to bet or fold",
    "decided_already": "the decision stands",
    "bet_placed": "a bet of twice the ante keeps the hand in the game",
    "bet_not_twice_ante": "a bet is exactly twice the ante",
    "hand_folded": "a folded hand loses its ante",
    "decisions_missing": "somebody has yet to bet or fold",
    "dealer_reveals": "the dealer shows the hand",
    "not_time_to_reveal": "the dealer shows the hand after the last decision",
    "not_time_to_settle": "wagers are settled after the dealer's hand is shown",
    "hand_not_shown": "a hand must be shown before it is settled",
    # the settlement
    "hand_shown": "the hand is turned up and its best value declared",
    "equal_rank_by_cards": "hands of one rank are decided by their cards",
    "ante_wins_unqualified": "the dealer does not qualify: the ante wins",
    "bet_void_unqualified": "the dealer does not qualify: the bet is void",
    "ante_wins_higher": "the player's hand is higher: the ante wins",
    "bet_wins_higher": "the player's hand is higher: the bet wins",
    "ante_loses_lower": "the dealer's hand is higher: the ante loses",
    "bet_loses_lower": "the dealer's hand is higher: the bet loses",
    "ante_stands_off": "the hands are equal: the ante stands off",
    "bet_stands_off": "the hands are equal: the bet stands off",
    "maximum_payout": "the maximum payout of the table",
    "paid_in_chips": "paid to the next amount that chips can pay",
    "cards_collected": "the cards are counted and put in the discard rack",
    "cards_collected_unqualified": "the dealer does not qualify: the cards are counted and put in the discard rack",
    "round_ended": "the round is over",
}


def hand_ground(category: Category) -> str:
    """The ground on which a hand of this category has its place in the order of hands."""
    return f"hand_{category.name.lower()}"


def equal_ground(category: Category) -> str:
    """The ground on which the cards decide between two hands of this category, where a book says it for each."""
    return f"equal_{category.name.lower()}"


_WILD = (Category.FIVE_OF_A_KIND, Category.WILD_ROYAL_FLUSH)

GROUNDS |= {
    hand_ground(category): f"a hand of {category.label}"
    for category in Category
    if category not in (Category.LOW, *_WILD)
}

FEATURES: dict[str, dict[str, str]] = {
    "more boxes": {
        "extra_box": "a player wagers on a further box that nobody else wants",
        "extra_box_needed": "the box is needed for somebody else",
        "blind_hand": "a further hand is played blind",
    },
    "blind bets": {
        "blind_bet_placed": "a bet before the deal",
        "blind_bet_stays": "whether a bet before the deal can still be folded",
    },
    "exchange": {
        "card_changed": "a card is changed for a sum equal to the ante",
        "card_changed_once": "one card is changed, once",
        "decides_again": "with the new card the player bets or folds",
        "exchange_kept": "the sum paid for a changed card stays with the house",
        "exchange_returned": "the sum paid for a changed card goes back",
        "bet_wins_after_exchange": "the bet wins with a changed card at the usual odds",
        "bet_wins_reduced": "the bet wins with a changed card at lower odds",
        "exchange_bars_jackpot": "a hand with a changed card wins no jackpot prize",
    },
    "turns": {"not_your_turn": "the boxes decide one after the other"},
    "make up antes": {
        "ante_made_up": "an ante below the minimum is made up before the player has looked",
        "ante_stands": "an ante below the minimum stands once the player has looked",
    },
    "bets as found": {
        "bet_below_twice": "a bet below twice the ante is settled as it lies",
        "bet_above_twice_wins": "a bet above twice the ante is paid on twice the ante",
        "bet_above_twice_returned": "what lies above twice the ante goes back",
    },
    "wild cards": {hand_ground(category): f"a hand of {category.label}" for category in _WILD}
    | {"values_differ": "the hand is worth one thing to ante and bet and another to a jackpot wager"},
    "instant win": {
        "instant_win": "a strong hand is paid at once",
        "instant_win_too_low": "the hand is not strong enough for that",
        "instant_ante": "the ante is paid at even money",
        "instant_prize": "the ante is paid again by the hand",
        "jackpot_after_instant": "a hand that was paid at once is checked for a jackpot prize all the same",
    },
    "concede": {"hand_conceded": "a player gives up a hand after the dealer's is shown"},
    "folded hands": {"folded_hand_shown": "the house shows a folded hand at settlement"},
    "equal hands of each rank": {
        equal_ground(category): f"two hands of {category.label} are decided by their cards"
        for category in Category
        if Category.HIGH_CARD <= category <= Category.STRAIGHT_FLUSH
    },
    "dealer cuts": {"dealer_cuts": "nobody but the dealer cuts the cards"},
    "tokens": {
        "tokens_taken": "a voucher is exchanged for promotional tokens",
        "tokens_wagered": "promotional tokens are wagered",
    },
    "spoken wagers": {
        "spoken_wager": "a spoken wager with its chips",
        "spoken_without_chips": "a spoken wager without chips is no wager",
    },
    "limits": {
        "sign_displayed": "a notice hangs at the table",
        "limits_changed": "the limits change",
        "minimum_needs_notice": "a higher minimum needs notice",
    },
    "keep minimum": {
        "minimum_kept": "players at the table keep the minimum they had",
        "kept_minimum_raised": "the minimum that players kept is raised after notice",
        "newcomer_minimum": "whoever came after the change has the new minimum",
        "marker_removed": "the marker of a player who leaves is taken away",
    },
    "personal limits": {"limits_agreed": "a player has limits of their own"},
    "refuse wagers": {"wager_refused": "a wager is refused before the deal"},
    "closing": {
        "closing_announced": "the closing of the table is announced",
        "closing_too_soon": "the notice of closing is not over",
        "table_closed": "the table closes",
    },
    "all hands shown": {
        "hand_shown_unqualified": "the dealer does not qualify: the hand is turned up all the same",
    },
    "collecting by result": {
        "cards_collected_won": "the cards of a winning hand are taken in",
        "cards_collected_lost": "the cards of a losing hand are taken in",
        "cards_collected_stood_off": "the cards of a hand that stands off are taken in",
    },
    "jackpot": {
        "jackpot_offered": "jackpot wagers are offered at this table",
        "jackpot_not_offered": "no jackpot wagers are taken here",
        "jackpot_placed": "a jackpot wager is placed",
        "jackpot_needs_ante": "a jackpot wager goes with an ante",
        "jackpot_once": "each hand carries one jackpot wager",
        "jackpot_cost": "a jackpot wager is made at its cost",
        "jackpot_taken_back": "a jackpot wager may be taken back before the deal",
        "jackpot_registered": "the jackpot game of the round begins",
        "jackpot_returned": "a jackpot wager goes back and the game is registered again",
        "jackpot_hand_checked": "a hand is checked for a jackpot prize",
        "jackpot_hand_kept": "a hand that wins a prize stays face up until it is paid",
        "jackpot_hand_kept_unqualified": "a hand that wins a prize stays face up, though the dealer does not qualify",
        "jackpot_wins": "the hand wins a jackpot prize",
        "jackpot_loses": "the hand wins no jackpot prize",
        "jackpot_out": "a hand that is out of the game wins no jackpot prize",
        "jackpot_paid": "a jackpot prize is paid",
    },
    "manual jackpot": {
        "jackpot_in_slot": "the chip goes into the slot of an electronic jackpot, and its light comes on",
        "jackpot_on_area": "the chip goes on the area of a manual jackpot",
        "jackpot_taken_folded": "on a manual jackpot the wager of a folded hand is taken",
        "jackpot_taken_lost": "on a manual jackpot the wager of a losing hand is taken",
        "jackpot_taken_won": "on a manual jackpot the wager of a winning hand without a prize is taken",
        "jackpot_taken_stood_off": "on a manual jackpot the wager of a hand that stands off is taken",
        "jackpot_taken_paid": "on a manual jackpot the wager is taken once its prize is paid",
    },
    "announced jackpots": {
        "jackpot_unannounced": "without a qualified dealer, a win that nobody announces is not paid",
    },
    "jackpots in order": {"jackpot_order": "jackpot prizes are paid in the order of the book"},
    "jackpots kept": {
        "jackpot_cancelled": "a jackpot game begun by mistake is cancelled",
        "jackpot_kept": "jackpot wagers of a misdealt round count for the next one",
        "jackpot_leaver": "a player leaves the jackpot game with the wager",
        "jackpot_newcomer": "a player joins a jackpot game that was kept from a misdeal",
    },
    "vacancy": {"table_vacant": "the table has stood empty"},
    "exclusion": {"player_excluded": "the player takes no further part in the game"},
    "idle seats": {
        "seat_vacated": "a player who does not wager gives up the seat",
        "seat_not_idle": "that player may keep the seat",
    },
}
"""The optional parts of the engine, each with the grounds that a book which has it maps to its clauses."""

SENTENCES: dict[str, str] = GROUNDS | {ground: says for part in FEATURES.values() for ground, says in part.items()}
"""Every ground with its sentence."""
