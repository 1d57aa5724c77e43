"""Problems: open hands, a question, and one answer that is proved."""
