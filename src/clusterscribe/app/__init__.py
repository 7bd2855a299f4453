"""A local web app: choose a table, follow the search, save the report."""
