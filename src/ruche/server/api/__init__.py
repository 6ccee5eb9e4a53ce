"""The resources over HTTP and WebSocket, a module each. A module put here is found by itself."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ruche.server.wire.calls import Call, Socket


@cache
def endpoints() -> tuple[Call | Socket, ...]:
    """Return every call and socket, in the order of modules and definitions."""
    modules = [import_module(f"{__name__}.{info.name}") for info in iter_modules(__path__)]
    return tuple(
        value for module in modules for value in vars(module).values() if isinstance(value, Call | Socket)
    )
