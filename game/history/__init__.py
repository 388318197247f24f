"""History: lists, filters and statistics of a person's finished games.

``results`` writes each person's result in the transaction that ends a game. ``games`` lists the
results by page, ``statistics`` adds them up, and ``charts`` prepares them for drawing.
"""
