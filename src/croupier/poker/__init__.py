"""The poker room: tables with seats, a button, blinds and absentees, all betting, pots, commission and side wagers."""
