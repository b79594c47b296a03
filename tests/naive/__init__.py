"""The rules once more: slow, obvious, with sets and strings of card names.

What decides money is written twice. These modules are written from the rule text alone and import
nothing of Trull, so that a mistake in the engine and the same mistake here would have to be made
twice.
"""
