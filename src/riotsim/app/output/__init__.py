"""What commands print: JSON, tables, progress and the narration of a game."""
