"""What the commands share: hosting games, saving them, and writing to the terminal."""
