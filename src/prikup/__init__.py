"""prikup: the trick-taking games of the North and East."""
