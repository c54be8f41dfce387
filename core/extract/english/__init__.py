"""English sentences to atomic, self-contained statements, by closed word classes and verb forms."""
