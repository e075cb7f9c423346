"""What every command shares at a terminal: questions, lines, progress."""
