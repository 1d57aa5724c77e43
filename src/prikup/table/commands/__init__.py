"""What players and computer players do at a table, and what happens there by itself: each function makes events."""
