"""Who may do what at The Star: the names behind the book's words for people (1.1).

A casino supervisor is anybody in a managerial capacity over gaming; the lowest of them is the Gaming Supervisor.
"""

REVIEWER = "Assistant Gaming Manager"
"""Who reviews what a gaming supervisor decided, and acts for the operator in disputes, payments and promotions."""

INSPECTOR = "Inspector"
"""Appointed by the state, outside the operator's line."""
