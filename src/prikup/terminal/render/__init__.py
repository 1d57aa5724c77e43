"""What a person reads and types: screens, pages, input."""
