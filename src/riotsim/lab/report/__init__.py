"""The report of a campaign: one HTML file for any browser, offline, with findings, plots, tables and games to watch.

`html` puts the page together from `findings` (sentences), `charts` and `spreads` (plots), `tables` and `standings`.
`sampling` chooses the games to watch, `reproduction` writes how to run the campaign again, and `formatting` formats
figures.
"""
