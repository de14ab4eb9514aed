"""What a fact is: reading one from a sentence, and what it does to the facts already kept."""
