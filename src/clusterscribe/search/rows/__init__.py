"""Where the rows of a search come from."""
