"""Chinese sentences to atomic, self-contained statements, by clause marks and opening words."""
