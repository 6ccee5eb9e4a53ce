"""Budgets: so many units a second, by seat and by address."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable

ROUNDING = 1e-6
MOST_KEPT = 50_000  # whoever has asked for nothing in a while is forgotten first


class OverBudgetError(Exception):
    """Somebody asks for more than their share; `retry_after` is when they may ask again, in seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"over budget for {retry_after} s")
        self.retry_after = retry_after


class Budget:
    """Units that come back at a steady rate and add up to a limit, one account per key.

    An account is one number: when all that was spent will have come back.
    """

    def __init__(self, rate: float, limit: float, now: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.limit = limit
        self.now = now
        self.accounts: OrderedDict[str, float] = OrderedDict()

    def spend(self, key: str, units: float) -> None:
        """Take units from an account; raises `OverBudgetError` if it does not have them.

        More than an account can ever hold is taken from one that is full but for the unit that every request
        has paid before its own cost is known.
        """
        now = self.now()
        owed_until = max(now, self.accounts.get(key, now))
        spent = (owed_until - now) * self.rate
        excess = spent + min(units, self.limit - 1) - self.limit
        if excess > ROUNDING:
            raise OverBudgetError(max(1, math.ceil(excess / self.rate)))
        self.accounts[key] = owed_until + units / self.rate
        self.accounts.move_to_end(key)
        while len(self.accounts) > MOST_KEPT:
            self.accounts.popitem(last=False)


def household(address: str) -> str:
    """Return whom an address stands for: IPv6 gives a household 2 to the 64 of them."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return str(ipaddress.ip_network((known, 64), strict=False))
    return str(known)
