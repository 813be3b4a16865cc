"""What the window is given: games to begin, resume and replay, and the sandbox."""
