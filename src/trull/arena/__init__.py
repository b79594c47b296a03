"""The arena: which of two bots plays better, on the same cards.

Every deal is played several times with the same pack and the same cut, the two bots changing
places (``seating``), so that neither is luckier than the other. What one deal brings to A more
than to B is one observation; games of one deal are not independent, so the interval is taken over
deals, never over single games.

seating     who sits where
deal        one deal in all its seatings
tally       the sum of many deals: mean, interval, contracts, time
workers     who does many pieces of work: processes, or Ray
runner      many deals at once
league      every bot against every other, and the board of results
"""
