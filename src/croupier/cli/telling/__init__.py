"""The output of commands, as text, data or a page."""
