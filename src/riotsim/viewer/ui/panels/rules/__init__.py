"""The rules of a game over the table.

- `overlay`: the page with its search field, its sections and its text. It returns the user's commands.
- `blocks`: paragraphs, clauses, tables and pictures of the text.
"""
