"""`python -m bot` is the `ttori` command."""

from bot.cli import main

main()
