"""What was talked about: exchanges and what is made of them. Knows no model and no database."""
