"""The report, live, on this computer only: choose a file, watch the search, take the answer."""
