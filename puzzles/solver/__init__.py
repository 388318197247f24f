"""Finds the answer to a question about a situation, and the shortest argument for the answer.

It does not depend on Django.


"""
