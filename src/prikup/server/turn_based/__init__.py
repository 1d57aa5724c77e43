"""Turn-based tables, at which players answer within hours or days: decisions that are due, and holidays.

A chore (a job of one server for all) loads the tables at which the time for a decision is over.
"""
