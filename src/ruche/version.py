"""Which ruche this is. The version is written here and nowhere else."""

VERSION = "0.2.0"
