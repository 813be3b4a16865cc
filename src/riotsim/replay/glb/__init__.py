"""Replays as animated GLB models."""
