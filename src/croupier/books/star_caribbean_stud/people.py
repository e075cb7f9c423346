"""Who may do what at The Star: the people behind the book's terms (1.1).

A casino supervisor is anyone in a managerial role over gaming; the lowest is the Gaming Supervisor.
"""

REVIEWER = "Assistant Gaming Manager"
"""Reviews a gaming supervisor's decisions, and acts for the operator in disputes, payments and promotions."""

INSPECTOR = "Inspector"
"""Appointed by the state, outside the operator's line."""
