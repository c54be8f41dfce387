"""The thin shell: one module per stage reads, calls core, writes and reports."""
