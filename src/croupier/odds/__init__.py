"""The exact mathematics of the house games. Needs the extra `odds` (numba); nothing else imports it."""
