"""The application: tables that take commands, keep their events and show themselves to people."""
