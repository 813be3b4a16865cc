"""Tests of replays. They are a package because they share fixtures."""
