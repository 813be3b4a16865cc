"""A position set up by hand: what may be put on the table, how it is changed, and what was before."""
