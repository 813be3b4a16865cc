"""The moving part of a table during one act: bodies, facts and the settled result."""
