"""The subcommands of `ttori` for an operator: on what is kept of a person, and on the rules."""
