"""The review of a finished game: stored, put in words, and shown next to the replay.

``bots/ai/review`` judges the moves; ``bots/reviewing.py`` runs it in the background.
"""
