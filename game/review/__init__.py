"""The review of a finished game: stored, put in words, and shown beside the replay.

``bots/ai/review`` judges the moves; ``bots/reviewing.py`` has that done in the background.
"""
