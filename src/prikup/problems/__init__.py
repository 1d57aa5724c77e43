"""Problems for users: a position with open or with hidden hands, a question, and its proved answer."""
