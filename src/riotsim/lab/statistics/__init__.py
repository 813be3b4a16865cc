"""Statistics of campaigns: intervals, sequential tests and ratings."""
