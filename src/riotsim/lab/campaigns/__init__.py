"""Campaigns of many games: planned, played by workers, and stored.

- `campaign`: the file format.
- `plan`: the list of games.
- `trial`: playing one game.
- `measures`: measuring a game.
- `workers` and `running`: playing a campaign.
- `stopping`: deciding when a campaign is over.
- `ledger`: the stored campaigns.
"""
