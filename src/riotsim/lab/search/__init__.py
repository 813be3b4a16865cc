"""Searches over options of the rules.

`parameters` describes an option with its range, and `screening` ranks options by their effect (Morris' method).
`tuning` looks for values of options that meet targets (Optuna), and `plots` draws sweeps and screenings.
"""
