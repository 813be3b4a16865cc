"""The start screen and its pages."""
