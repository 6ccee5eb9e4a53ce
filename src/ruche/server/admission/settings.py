"""What the operator decides about admission."""

from __future__ import annotations

from dataclasses import dataclass

LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True)
class AdmissionSettings:
    """Who gets in, and how much they may ask. A unit is a short request; expensive ones cost several."""

    hosts: frozenset[str] = LOCAL_HOSTS  # names and addresses by which the server is asked for
    any_address: bool = False  # whether any IP address will do: the server listens on all of them
    trusted: frozenset[str] = frozenset()  # more hosts, whose pages may ask too (`--allow-host`)
    address_rate: float = 1000.0  # units a second and address; a whole club may sit behind one
    seat_rate: float = 100.0  # units a second and seat
    seconds_saved: float = 10.0  # unused units add up for so long
    studies: int = 32  # analyses at once, an address


def served_hosts(host: str) -> frozenset[str]:
    """Return the hosts by which a server is asked for that listens on an address."""
    return LOCAL_HOSTS | {host.strip("[]").lower()}
