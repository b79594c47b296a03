"""Every clause case holds."""

import pytest

from casefile import Case, all_cases, check

CASES = dict(all_cases())


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_case(case: Case) -> None:
    check(case)
