"""Other ways to say it: descriptions that are about as good and use other columns."""
