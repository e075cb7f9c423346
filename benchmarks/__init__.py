"""Measurements, run by `make bench`. They report; nothing here passes or fails by the clock."""
