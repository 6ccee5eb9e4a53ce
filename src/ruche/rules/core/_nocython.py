"""Stand-in for the `cython` module when it is not installed: the rules then run as plain Python."""

from contextlib import nullcontext

compiled = False
nogil = nullcontext()
