"""What a description is."""
