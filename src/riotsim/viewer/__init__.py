"""The window: a table to look at and to play on. It knows requests, events and tables, no game and no engine."""
