"""The ratings of people on a server: the rated matches with the changes of ratings, and the current ratings."""
