"""Speed against what it was: each case is a ratio to plain work in the same run, so that any machine will do."""
