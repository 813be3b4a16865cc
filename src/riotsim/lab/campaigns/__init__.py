"""Campaigns of many games: planned, played by workers, and stored.

`campaign` has the file format, `plan` lists the games, `trial` plays one game, and `measures` measures a game.
`workers` and `running` play a campaign, `stopping` decides when it is over, and `ledger` stores it.
"""
