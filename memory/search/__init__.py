"""Finding memories: by letters, by meaning, and by both."""
