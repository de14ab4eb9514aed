"""The agent: a chat model with tools that can propose and read, never write."""
