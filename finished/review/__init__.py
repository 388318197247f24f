"""Reviews of finished games, stored and in words, and the words of hints.

``literature/judge`` judges the moves; ``bots/reviewing.py`` makes the reviews in the background.
"""
