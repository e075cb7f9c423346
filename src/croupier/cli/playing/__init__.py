"""`croupier play`: a person's visit to a table."""
