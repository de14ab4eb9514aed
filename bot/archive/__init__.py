"""Reads the archive that Slack exports: a zip of conversations, with a file for each day."""
