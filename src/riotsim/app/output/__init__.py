"""Output to the terminal: JSON and rich text (`streams`), progress (`progress`), and results of games (`results`).

`documents` has the JSON of games and throws, with its schemas.
"""
