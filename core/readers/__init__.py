"""From the bytes of one file to a document: one module per kind of file, one row in ``registry``."""
