"""The report of a campaign: one HTML file for any browser, offline, with findings, plots, tables and games to watch.

`html` fills the template `page/report.html`. `findings` has the sentences and chooses games to watch, `charts` and
`spreads` the plots, and `standings` the wins. `reproduction` writes how to run the campaign again, and `formatting`
formats figures.
"""
