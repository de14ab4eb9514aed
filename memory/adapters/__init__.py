"""Adapters to the engines underneath. Only a composition root imports from here."""
