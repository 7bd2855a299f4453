"""Certificates: evidence that the checker can follow, for what is proved."""
