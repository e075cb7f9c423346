"""The house games side by side."""
