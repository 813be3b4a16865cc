"""Replays without the window: a finished game as a page, as an animated model or as text."""
