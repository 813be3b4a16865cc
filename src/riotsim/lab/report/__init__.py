"""The report of a campaign: one HTML file for any browser, offline.

- `html` fills the template `page/report.html`.
- `findings` has the results as sentences, and chooses games to watch.
- `charts` and `spreads` have the plots.
- `standings` has the shares of wins.
- `verdicts`: the result of a sequential test, and the smallest difference that the pairs of games can show.
- `reproduction` writes the files and commands that run the campaign again.
- `formatting` formats values.
"""
