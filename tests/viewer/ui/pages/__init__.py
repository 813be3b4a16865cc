"""Pages that lie over or beside the panels of a game."""
