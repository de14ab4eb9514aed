"""Ttori, a Slack bot that asks before it remembers."""
