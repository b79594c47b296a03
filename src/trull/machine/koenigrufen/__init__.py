"""Königrufen as a machine: a deal in words of 64 bits, from the cut to the settlement.

layout     where things lie in a table's words and in a rule row
numbers    a rule set as a rule row
deal       cut, packets, or cards by chance
auction · talon · announce · play · score
bargain    what all of them ask of a contract that stands
table      offers, apply
"""
