"""The workspaces that have installed the bot: their tokens, and their coming and going."""
