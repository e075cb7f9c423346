"""Do the tests notice when the software is wrong? Numbers, data and code changed one at a time, and what notices it."""
