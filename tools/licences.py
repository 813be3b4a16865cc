"""Renews the last table of licences.toml: the licence of each package in constraints.txt, from its metadata."""

import re
import sys
import tomllib
from email.message import Message
from importlib.metadata import PackageNotFoundError, files, metadata
from pathlib import Path
from typing import cast

ROOT = Path(__file__).parents[1]

FILE = ROOT / "licences.toml"

TABLE = "[needed]\n"
"""The table that is renewed; it is the last one of the file."""

MAX_NAME_LENGTH = 50
"""Longest text that is taken for the name of a licence (characters); some packages give its whole text."""

TEXTS = {
    "MIT": "Permission is hereby granted, free of charge",
    "BSD": "Redistribution and use in source and binary forms",
}
"""A phrase of the text by which a licence is known, for packages that name none."""


def locked_packages() -> list[str]:
    """Return the names of all packages in constraints.txt."""
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    return sorted(set(re.findall(r"^([\w.-]+)==", text, re.MULTILINE)))


def licence_of(package: str) -> str:
    """Return the licence of an installed package: its expression, its name, its classifiers, or what its text is.

    Raises:
        PackageNotFoundError: It is not installed.
        ValueError: Its metadata doesn't say.
    """
    about = cast(Message, metadata(package))  # it is one, which its type hides
    name = str(about.get("License", "")).strip()
    classifiers = [one for one in about.get_all("Classifier") or [] if one.startswith("License :: OSI Approved ::")]
    if expression := about.get("License-Expression"):
        return str(expression)
    if name and "\n" not in name and len(name) <= MAX_NAME_LENGTH and name.strip("= ") not in ("", "UNKNOWN"):
        return name
    if classifiers:
        return " AND ".join(one.rpartition(" :: ")[2] for one in classifiers)
    for licence, phrase in TEXTS.items():
        if phrase in _licence_text(package):
            return licence
    raise ValueError(f"{package}: its metadata names no licence; write a row for it by hand")


def _licence_text(package: str) -> str:
    """Return the text of the licence that a package carries; empty if it carries none."""
    found = [file for file in files(package) or () if re.match(r"LICEN[CS]E", file.name)]
    return found[0].read_text() if found else ""


def renewed_rows() -> dict[str, str]:
    """Return the licence of each package by its name. What isn't installed here keeps its row.

    Raises:
        ValueError: A package is not installed and has no row, or names no licence.
    """
    before = tomllib.loads(FILE.read_text(encoding="utf-8"))["needed"]
    rows = {}
    for package in locked_packages():
        try:
            rows[package] = licence_of(package)
        except PackageNotFoundError:
            if package not in before:
                raise ValueError(f"{package}: is not installed here and has no row; write one by hand") from None
            rows[package] = before[package]
    return rows


def main() -> None:
    """Write the table anew."""
    head, _, _ = FILE.read_text(encoding="utf-8").partition(TABLE)
    try:
        rows = renewed_rows()
    except ValueError as error:
        sys.exit(f"licences: {error}")
    lines = [f'{package} = "{licence}"\n' for package, licence in rows.items()]
    FILE.write_text(head + TABLE + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
