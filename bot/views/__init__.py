"""Pure functions from records to what Slack shows."""
