"""Output to the terminal: JSON and rich text (`streams`), progress (`progress`), and results of games (`results`)."""
