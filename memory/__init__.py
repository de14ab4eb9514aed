"""Long-term memory of people, kept by consent. Knows nothing of Slack."""
