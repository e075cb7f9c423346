"""HTTP: the API, live updates and pages of a house."""
