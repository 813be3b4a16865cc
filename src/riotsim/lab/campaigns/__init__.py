"""Campaigns of many games: planned, played by workers, and stored.

`campaign` has the file format, `plan` what is played, `trial` one game in a worker, `measures` what is measured of it.
`workers` and `running` play a campaign, `stopping` decides when it is over, `ledger` stores it, and `rerun` plays one
of its games again.
"""
