#!/usr/bin/env python3
"""Computes litmus.tsv from shapes.py by the axioms, and writes it."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from memory.table import LITMUS, compute, lines  # noqa: E402

if __name__ == "__main__":
    LITMUS.write_text("".join(lines(compute())), encoding="utf-8")
