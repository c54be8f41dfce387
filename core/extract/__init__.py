"""From a chunk to candidate facts: the JSON fact contract and the embedded extractor.

Here: what one fact must look like, and how facts are read off text without a model.
Not here: which facts are worth keeping (``core.filtering``), and what their words mean to a
decider (``core.statements``).
"""
