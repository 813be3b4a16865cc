"""When bodies are at rest, and when they may sleep."""
