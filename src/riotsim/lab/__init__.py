"""The balance lab: campaigns of many games, their statistics, searches over options, and reports.

- `campaigns` plays games and stores their results.
- `statistics` evaluates the results.
- `search` screens and tunes options of the rules.
- `report` writes the HTML report.
- `export` makes a data frame of all games.
"""
