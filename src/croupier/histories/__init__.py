"""Hands of a poker table as other programs read and write them."""
