"""Speed and memory, measured and printed as tables. Not tests."""
