"""The search for a description: restricted masters, pricing, proofs."""
