"""The balance lab: campaigns of many games, kept in a ledger, and statistics of them."""
