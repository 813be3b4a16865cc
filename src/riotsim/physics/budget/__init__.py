"""The computing budget of an act, and the degraded mode when it is spent."""
