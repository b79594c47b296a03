"""Places of a row of words, handed out one behind the other."""

from __future__ import annotations


class Places:
    """Hands out neighbouring places of a row.

    >>> row = Places()
    >>> row.some(3), [*row.each(2)], row.size
    (0, [3, 4], 5)
    """

    def __init__(self) -> None:
        """Nothing is given away."""
        self.size = 0

    def some(self, many: int) -> int:
        """The first of so many places."""
        self.size += many
        return self.size - many

    def each(self, many: int) -> range:
        """So many places, one by one."""
        return range(self.some(many), self.size)
