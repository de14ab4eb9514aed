"""Makes a model's Markdown ready for Slack: next to Korean, in parts, in the older writing."""
