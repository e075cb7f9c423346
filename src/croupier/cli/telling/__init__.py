"""What commands have to say, as text, data or a page."""
