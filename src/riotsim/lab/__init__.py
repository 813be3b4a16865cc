"""The balance lab: campaigns of many games, their statistics, searches over options, and reports.

`campaigns` plays and stores games, `statistics` evaluates them, `search` screens and tunes options of the rules,
`report` writes the HTML report, and `export` makes a table for data frames.
"""
