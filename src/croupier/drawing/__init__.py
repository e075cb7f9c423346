"""Tables as pictures, for notebooks, reports and pages."""
