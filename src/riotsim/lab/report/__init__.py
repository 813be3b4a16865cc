"""The report of a campaign: one HTML file with findings, plots, tables and games to watch, for any browser, offline."""
