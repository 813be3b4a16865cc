"""A game in progress: the session, its journal, undo and chance."""
