"""Screens, pages and input forms of the terminal client."""
