"""Tables that are played by turns: due decisions, holidays, and the chore that makes tables go on."""
