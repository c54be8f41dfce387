"""The outside world behind small protocols: model providers and the running clock."""
