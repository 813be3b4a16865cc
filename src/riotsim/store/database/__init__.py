"""Games that last: one SQLite file with the journal of each, and the form in which a game is passed on."""
