"""What the window is at a time: the start screen, a game at the table, a game that is shown again."""
