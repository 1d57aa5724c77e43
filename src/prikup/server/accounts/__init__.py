"""Who people are, and what they call themselves."""
