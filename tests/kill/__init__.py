"""A server that is killed at random moments under load, again and again, and what is left afterwards."""
