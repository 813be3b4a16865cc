"""Tests of replays; a package, because they share fixtures of their own."""
