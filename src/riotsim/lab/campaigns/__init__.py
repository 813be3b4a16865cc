"""Campaigns of many games: planned, played by workers, and stored.

`campaign` has the file format, `plan` what is played, `trial` plays one game, `measures` what is measured of it.
`workers` and `running` play a campaign, `stopping` decides when it is over, and `ledger` stores it.
"""
