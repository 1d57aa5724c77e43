"""Problems with open hands: a question with exactly one proved answer."""
