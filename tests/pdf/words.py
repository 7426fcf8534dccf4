#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether other people's readers find the words of the source, as words and in its order.

    words.py SOURCES PDFS    every PDFS/NAME.pdf against SOURCES/NAME.md

Readers are poppler (pdftotext), MuPDF (mutool) and pdf.js (node, with PDFJS naming the folder of npm's pdfjs-dist);
those that are not there are left out, which is said. They follow no tags, only the order and the places of what is
painted. What is searched for are the runs of plain words that look.py takes from a source. Where a page ends inside a
run, footnotes and folios stand between its parts, and a hyphenated word may be in two pieces. pdf.js leaves out soft
hyphens, so that its words over two lines are in two pieces."""
import os
import re
import shutil
import subprocess
import sys
import unicodedata

from look import Tap, prose


def readers():
    """Name and command of each reader there is; FILE stands for the file."""
    pdfjs, here = os.environ.get("PDFJS"), os.path.dirname(os.path.abspath(__file__))
    known = [("poppler", "pdftotext", ["pdftotext", "-q", "FILE", "-"]),
             ("mupdf", "mutool", ["mutool", "draw", "-q", "-F", "text", "FILE"]),
             ("pdf.js", "node", ["node", os.path.join(here, "words.mjs"), pdfjs, "FILE"])]
    for name, tool, command in known:
        if not shutil.which(tool) or None in command:
            print("# %s is not there: not asked" % name)
        else:
            yield name, command


def plain(text):
    """Words with one space or line end between; pages end in a form feed. A hyphen at a line's end joins."""
    text = unicodedata.normalize("NFKC", text)
    text = re.sub(r"(?<=\w)[-\u00ad\u2010] *\n *(?=\w)", "", text)
    text = re.sub(r"[^\S\f]+", lambda blank: "\n" if "\n" in blank.group() else " ", text)
    return re.sub(r"[ \n]*\f\s*", "\f", text)


def whole(text, words, at):
    """Where the words end that stand together behind `at`; -1 when they do not."""
    found = text.find(" ".join(words), at)
    return -1 if found < 0 else found + len(" ".join(words))


def over_pages(text, words, at):
    """The same for words with the end of a page between them, and perhaps in one of them."""
    for cut in range(len(words) - 1, 0, -1):
        end = whole(text, words[:cut], at)
        page = text.find("\f", end) if end >= 0 else -1
        if page < 0 or end - at > 20000:
            continue
        for rest in (words[cut:], words[cut + 1:]):
            last = whole(text, rest, page) if rest else page
            if 0 <= last < (text.find("\f", page + 1) + 1 or len(text) + 1):
                return last
    return -1


def broken(lines, words, at):
    """The same where a line may end within a word, unmarked."""
    letters = (re.escape(c) + "\n?" if c != " " else "[ \n]" for c in " ".join(words))
    found = re.compile("".join(letters)).search(lines, at)
    return found.end() if found else -1


def faults(source, lines, drops_hyphens):
    at, text = 0, lines.replace("\n", " ")
    for run in prose(source):
        words = unicodedata.normalize("NFKC", run).split()
        end = whole(text, words, at)
        end = broken(lines, words, at) if end < 0 and drops_hyphens else end
        end = end if end >= 0 else over_pages(text, words, at)
        if end < 0:
            yield "%s: %s" % ("out of order" if whole(text, words, 0) >= 0 else "missing", run[:90])
        else:
            at = end


def main(sources, pdfs):
    tap, asked = Tap(), list(readers())
    for name in sorted(os.listdir(sources)):
        path = os.path.join(pdfs, name[:-3] + ".pdf")
        if not name.endswith(".md") or not os.path.exists(path):
            continue
        with open(os.path.join(sources, name), encoding="utf-8", errors="replace") as f:
            source = f.read()
        runs = sum(1 for _ in prose(source))
        for reader, command in asked:
            run = subprocess.run([path if c == "FILE" else c for c in command], capture_output=True)
            text = plain(run.stdout.decode("utf-8", "replace"))
            what = "%s: %s finds %d runs of words in their order" % (name, reader, runs)
            tap.check(what, faults(source, text, reader == "pdf.js"))
    return tap.done()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
