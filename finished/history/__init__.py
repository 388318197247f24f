"""History: lists, filters and statistics of a person's finished games.

``results`` writes each person's result in the transaction that ends a game. ``games`` lists the
results in pages, ``statistics`` adds them up, and ``charts`` prepares bar charts of them.
"""
