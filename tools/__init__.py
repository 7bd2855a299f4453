"""What those who work on the package run, and those who use it never need."""
