"""What comes after a description: bounds moved, other rows, other samples."""
