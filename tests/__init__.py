"""The tests, a file per module."""
