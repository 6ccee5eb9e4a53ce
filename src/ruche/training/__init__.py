"""Fitting the evaluation to games."""
