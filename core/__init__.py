"""The domain: plain functions over plain data. It imports no orchestrator and reads no clock or environment."""
