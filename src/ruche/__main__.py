"""`python -m ruche` is the command `ruche`."""

from ruche.cli import main

main(prog_name="ruche")
