"""Games put into the store and taken up from it: rules, session and store brought together."""
