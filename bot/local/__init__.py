"""A Slack workspace that runs on this machine: the bot can be tried with no account and no key."""
