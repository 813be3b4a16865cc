"""The panels of the sandbox."""
