"""What each receiver is told."""
