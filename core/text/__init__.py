"""Where text may be cut, how it is compared, and what language it is in."""
