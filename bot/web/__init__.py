"""The HTTP servers of the bot."""
