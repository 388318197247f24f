"""Finds the answer to a question about a situation, and the shortest argument for the answer.

It does not depend on Django.

>>> situation = Situation.of(information_state)  # of a seat in a game
>>> deals = Deals(situation, Facts.of(situation))  # all deals that fit the situation
>>> deals.holder(parse_card("QH"))  # the seat that holds the card in all of them, or None
3
"""
