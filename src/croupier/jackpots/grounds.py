"""The facts about prize meters that the engine cites. A book maps those that it has clauses for, by feature."""

from __future__ import annotations

GROUNDS: dict[str, str] = {
    "system_opened": "a prize meter serves one table or a group of tables",
    "tables_alike": "all tables of a system have one pay table, one rate, one seed and one cost",
    "one_system_per_table": "a table belongs to one system",
    "equipment_working": "jackpot wagers need working equipment, or manual arrangements",
    "wagers_registered": "jackpot wagers are registered and feed the meter",
    "one_wager_per_hand": "each hand carries one jackpot wager",
    "right_cost": "a jackpot wager is made at its cost",
    "outcome_recorded": "the outcome of a round is recorded on the meter",
    "meter_displayed": "the prize is shown at every table of the system",
    "prize_paid": "a jackpot prize is paid",
    "game_cancelled": "a jackpot game is cancelled and its wagers go back or are registered again",
    "meter_reset": "a meter that was won starts again",
}
"""What every book with a jackpot has."""

FEATURES: dict[str, dict[str, str]] = {
    "different costs": {"cost_differs": "several systems have different costs"},
    "one option": {
        "one_option": "all systems use the same option and seed",
        "option_notice": "a change of option needs a notice beforehand",
    },
    "notices": {
        "table_notice": "a table joins, leaves or changes system after its notice",
        "closing_notice": "a system closes after its notice",
    },
    "closing transfer": {"closing_transfer": "what a closing meter holds above its seed goes to other meters"},
    "verification": {"prize_verified": "large prizes are determined by somebody of rank"},
    "notification": {
        "supervisor_notified": "the dealer verifies the hand and tells the supervisor",
        "deck_counted": "the deck is counted whenever a prize is paid",
    },
    "contributions": {"contribution": "the operator adds to the pool"},
    "sub-pools": {
        "pool_divided": "the pool is divided into a major and a minor one, with approval",
        "pools_combined": "the pools become one again, with approval",
        "sub_pools_shown": "both pools are recorded, and the major one is displayed",
        "major_priority": "of divided pools only the major one has an order between tables",
        "major_deck_count": "of divided pools only the major one has the deck counted",
    },
    "priority by deal": {
        "priority": "hands at different tables are paid in the order in which they were dealt",
        "priority_from_shoe": "a hand from a shoe counts from its first card",
        "priority_from_shuffler": "a hand from a shuffler counts from its last card",
    },
    "reset after royals": {"royals_reset": "a meter starts again after several royal flushes at once"},
    "inspector": {"malfunction": "after a malfunction play goes on only with an inspector's approval"},
    "all stop": {
        "tables_stopped": "all tables stop while a great hand is verified",
        "won_together": "hands shown while the tables are stopped win at the same time",
    },
}
"""What only some books have, each with its grounds."""
