"""The Universal Hive Protocol: bots, our engine as one, any engine as a client, a conformance check."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruche.uhp.answers import EngineInfo, EngineOption
    from ruche.uhp.async_client import AsyncUhpEngine
    from ruche.uhp.bot import UhpBot
    from ruche.uhp.client import EngineError, UhpEngine

__all__ = ["AsyncUhpEngine", "EngineError", "EngineInfo", "EngineOption", "UhpBot", "UhpEngine"]

# Loaded when they are first used: `ruche uhp` starts often, and needs no client.
_LATER = {
    "AsyncUhpEngine": "async_client",
    "EngineError": "client",
    "EngineInfo": "answers",
    "EngineOption": "answers",
    "UhpBot": "bot",
    "UhpEngine": "client",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(f"module 'ruche.uhp' has no attribute {name!r}")
        return getattr(import_module(f"ruche.uhp.{_LATER[name]}"), name)
