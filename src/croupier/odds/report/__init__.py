"""Reports on a game's mathematics: one page in one file, with tables and plots, that can be mailed, printed and kept."""
