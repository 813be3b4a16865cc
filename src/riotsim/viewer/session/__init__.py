"""A game behind the window: the host process, its messages and undo."""
