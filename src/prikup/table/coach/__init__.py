"""The coach, who teaches a game in a prepared deal."""
