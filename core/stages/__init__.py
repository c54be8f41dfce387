"""What each stage does to rows: plain functions from the rows of one table to the rows of the next."""
