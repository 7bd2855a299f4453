"""What helps where nothing is proved: figures that two pages of the documentation quote."""
