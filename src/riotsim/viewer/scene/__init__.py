"""From a table to what is drawn: shapes with their paint, and where each of them stands. No OpenGL in here."""
