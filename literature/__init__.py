"""Literature, the card game: its rules, records, knowledge, bots, judge and puzzles.

This package does not need Django or the site. It needs the standard library alone, except for the
hard level and the judge, which need numpy.
"""
