"""Speed against what it was: each case is a ratio to plain work in the same run. A busy machine then matters little."""
