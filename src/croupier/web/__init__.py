"""Pages: what each person may see of a house, as HTML, with the few modules of script that they need."""
