#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a thesis of our own making into a folder: thesis.md, refs.bib and figures, the same bytes each time.

    thesis.py FOLDER [CHAPTERS]

All that a thesis has is in it: front matter in Roman numbers,
chapters, sections, figures, tables, listings, theorems, displays, footnotes, appendices, a bibliography, an index."""
import os
import sys

NOUNS = """wave layer current sensor ocean signal noise model front slope eddy shelf basin depth tide boundary profile
temperature pressure density salinity buoy array channel record spectrum estimate gradient velocity survey mooring
thermocline horizon range source receiver""".split()
VERBS = "carries bends measures follows crosses reaches limits explains shows turns weakens shapes moves mixes".split()
ADJECTIVES = "warm cold deep shallow slow quiet steady narrow broad early late clear rough seasonal internal".split()
TOPICS = ["Sound in the sea", "Instruments", "A model of layers", "Two years at the shelf", "What was found"]
INDEXED = ["thermocline", "eddy", "mooring", "salinity", "buoy", "spectrum", "tide", "gradient", "basin", "slope"]


class Numbers:
    """A generator of its own (Numerical Recipes' constants): what Python's does may change."""

    def __init__(self, seed):
        self.state = seed

    def next(self, below):
        self.state = (self.state * 1664525 + 1013904223) % 2**32
        return (self.state >> 8) * below // 2**24

    def pick(self, words):
        return words[self.next(len(words))]


def sentence(r):
    parts = ["The", r.pick(ADJECTIVES), r.pick(NOUNS), r.pick(VERBS), "the", r.pick(NOUNS)]
    if r.next(2):
        parts += ["of the", r.pick(ADJECTIVES), r.pick(NOUNS)]
    if r.next(3) == 0:
        parts += ["and", r.pick(VERBS), "each", r.pick(NOUNS), "near the", r.pick(NOUNS)]
    return " ".join(parts) + "."


def paragraph(r, sentences, marks=()):
    out = [sentence(r) for _ in range(sentences)]
    for at, mark in marks:
        out[at % len(out)] += mark
    return " ".join(out) + "\n"


def picture(path, n):
    bars = "".join(f'<rect x="{20 + 22 * i}" y="{150 - (i * 37 + n * 13) % 120}" width="16" '
                   f'height="{(i * 37 + n * 13) % 120}" fill="#4a6fa5"/>' for i in range(12))
    with open(path, "w") as f:
        f.write('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="170" viewBox="0 0 300 170">'
                f'{bars}<path d="M16 150H290" stroke="black" fill="none"/></svg>\n')


def bibliography(path, n):
    with open(path, "w") as f:
        r = Numbers(7)
        for i in range(1, n + 1):
            f.write(f"@article{{key{i:02},\n  author = {{{chr(64 + (i - 1) % 26 + 1)}{r.pick(NOUNS)}, {chr(65 + i % 26)}. and "
                    f"Lind, M.}},\n  title = {{On the {r.pick(ADJECTIVES)} {r.pick(NOUNS)} and its {r.pick(NOUNS)}}},\n"
                    f"  journal = {{Journal of {r.pick(NOUNS).capitalize()} Studies}},\n  year = {{{1980 + i % 45}}},\n"
                    f"  volume = {{{10 + i % 30}}},\n  pages = {{{100 + i}--{110 + i}}}\n}}\n\n")


def table(out, chapter, k, r):
    out.append(f"Table: Readings of {r.pick(NOUNS)}s, series {k}. {{#tbl:c{chapter}t{k}}}\n\n| Station | Depth | Range | "
               "Mean |\n|:--|--:|--:|--:|\n" +
               "".join(f"| {chr(65 + i)}{k} | {r.next(400)} | {r.next(90)} | {r.next(20)}.{r.next(10)} |\n"
                       for i in range(6)) + "\n")


def section(out, chapter, k, r, works):
    out.append(f"## {r.pick(ADJECTIVES).capitalize()} {r.pick(NOUNS)}s {{#sec:c{chapter}s{k}}}\n\n")
    term = INDEXED[(chapter * 3 + k) % len(INDEXED)]
    works[0] = works[0] % 60 + 1
    out.append(paragraph(r, 9, [(2, f" See [@key{works[0]:02}].")]) + "\n")
    out.append(f"A [{term}]{{.index}} is found there.[^n{chapter}x{k}] " + paragraph(r, 11) + "\n")
    out.append(f"[^n{chapter}x{k}]: A note: {sentence(r).lower()}\n\n")
    if k <= 4:
        out.append(f"![Bars of the {r.pick(ADJECTIVES)} {r.pick(NOUNS)}, run {k}.](fig{(chapter + k) % 4}.svg)"
                   f"{{#fig:c{chapter}f{k} width=75%}}\n\n")
    out.append(paragraph(r, 14) + "\n")
    if k <= 3:
        table(out, chapter, k, r)
        out.append(f"@tbl:c{chapter}t{k} and @fig:c{chapter}f{k} agree. " + paragraph(r, 7) + "\n")
    if k == 2:
        out.append(f"$$ \\frac{{\\partial c}}{{\\partial z}} = \\sum_{{i=1}}^{{{chapter}}} a_i z^i $$ {{#eq:c{chapter}}}\n\n")
        out.append(f"::: {{#thm-c{chapter} .theorem}}\n{sentence(r)} {sentence(r)}\n:::\n\n::: proof\n{sentence(r)} By "
                   f"@eq:c{chapter}.\n:::\n\n@thm-c{chapter} holds. " + paragraph(r, 6) + "\n")
    if k == 3:
        out.append(f"```{{#lst:c{chapter} .python caption=\"Reading a {r.pick(NOUNS)}.\"}}\ndef read(path):\n    rows = []\n"
                   "    for line in open(path):\n        rows.append(float(line))\n    return sum(rows) / len(rows)\n```\n\n")
        out.append(f"@lst:c{chapter} reads them. " + paragraph(r, 6) + "\n")
    out.append(f"### A closer look {{#sec:c{chapter}s{k}a}}\n\n" + paragraph(r, 10) + "\n- " + sentence(r) + "\n- " +
               sentence(r) + "\n- " + sentence(r) + "\n\n" + paragraph(r, 11) + "\n")


def main():
    folder = sys.argv[1]
    chapters = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    os.makedirs(folder, exist_ok=True)
    for i in range(4):
        picture(os.path.join(folder, f"fig{i}.svg"), i)
    bibliography(os.path.join(folder, "refs.bib"), 60)
    r, out, works = Numbers(2026), [], [0]
    out.append("---\ntitle: Layers of sound\nsubtitle: A thesis of no university\nauthor: Mara Lind\ninstitute: Institute of "
               "Still Water\ndate: May 2026\nabstract: |\n  " + paragraph(r, 8) + "documentclass: report\nclassoption: "
               "[oneside, 11pt]\npapersize: a4\ngeometry: margin=1in\nindent: true\npagestyle: headings\nnumbersections: "
               "true\ntoc: true\nlof: true\nlot: true\nlol: true\nbibliography: refs.bib\nnocite: \"@*\"\nlang: en-GB\n---\n\n")
    out.append("# Acknowledgements {.unnumbered}\n\n" + paragraph(r, 8) + "\n\\mainmatter\n\n")
    for c in range(1, chapters + 1):
        out.append(f"# {TOPICS[(c - 1) % len(TOPICS)]} {{#sec:c{c}}}\n\n" + paragraph(r, 8) + "\n" + paragraph(r, 9) + "\n")
        for k in range(1, 6):
            section(out, c, k, r, works)
    out.append("\\appendix\n\n")
    for a in "ab":
        out.append(f"# More readings {a.upper()} {{#sec:app{a}}}\n\n" + paragraph(r, 10) + "\nThis is @sec:app" + a +
                   ", behind @sec:c1.\n\n## Tables\n\n" + paragraph(r, 12) + "\n" + paragraph(r, 12) + "\n")
    out.append("[]{.index entry=\"sound!in water\"} []{.index entry=\"noise\" see=\"sound\"}\n\n# Bibliography "
               "{.unnumbered}\n\n::: {#refs}\n:::\n\n::: {#index}\n:::\n")
    with open(os.path.join(folder, "thesis.md"), "w") as f:
        f.write("".join(out))


main()
