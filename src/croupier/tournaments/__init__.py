"""Tournaments: who may enter, how they are run, and what the winners are paid. Pure."""
