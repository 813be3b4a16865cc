"""Mouse, keyboard and camera: gestures, picking and decisions at the table."""
