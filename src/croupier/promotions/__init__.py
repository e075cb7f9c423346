"""Promotional prizes: the draft of the terms, the draw, the payment, and what may go wrong. Pure."""
