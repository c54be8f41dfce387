"""The lake: a folder of Parquet and Lance tables that a person can read. The only code of core with I/O."""
