"""Trees of thresholds: CART, IMM and its expansion ExKMC."""
