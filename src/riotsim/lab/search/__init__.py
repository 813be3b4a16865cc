"""Searches over options of the rules.

`parameters` describes an option with its range, and `screening` ranks options by their effect (Morris' method).
`tuning` looks for values of options that meet targets (Optuna), `surrogate` models a measure over the options, and
`confirmation` checks the best settings in games on fresh seeds. `plots` draws the results.
"""
