"""The report of a campaign: one HTML file for any browser, offline, with findings, plots, tables and games to watch.

`html` fills the template `page/report.html`. `findings` has the sentences and chooses games to watch, `charts` and
`spreads` have the plots, and `standings` has the shares of wins. `reproduction` writes the files and commands that run
the campaign again, and `formatting` formats values. `verdicts` says in words what a sequential test found, what the
planned pairs can show, and how small a difference the played pairs can detect.
"""
