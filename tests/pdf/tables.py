# SPDX-License-Identifier: MIT
"""Tables of random shape, and whether anything on their pages is printed over something else.

tables.py make SEED N     writes a document of N tables
tables.py check FILE      reads `pdftotext -bbox` of it: prints what overlaps, exit status 1 when anything does
"""
import re
import sys


class Dice:
    """A generator of our own: the same tables with every version of Python (Numerical Recipes, 7.1)."""

    def __init__(self, seed):
        self.state = seed

    def roll(self, n):
        self.state = (self.state * 1664525 + 1013904223) % 2**32
        return (self.state >> 8) * n >> 24


def word(dice):
    vowels, others = "aeiou", "bcdfghklmnprstvw"
    if dice.roll(5) == 0:
        return "".join(str(1 + dice.roll(9)) for _ in range(1 + dice.roll(7)))
    length = 1 + dice.roll(6) + (dice.roll(14) if dice.roll(4) == 0 else 0)
    return "".join((vowels if i % 2 else others)[dice.roll(5 if i % 2 else 16)] for i in range(length))


def cell(dice, most):
    return " ".join(word(dice) for _ in range(1 + dice.roll(most)))


def pipe_table(dice, columns, rows, most):
    marks = [("---", "--:", ":-:", ":---:", "-" * (1 + dice.roll(20)))[dice.roll(5)] for _ in range(columns)]
    lines = ["| " + " | ".join(cell(dice, 2) for _ in marks) + " |", "|" + "|".join(marks) + "|"]
    for _ in range(rows):
        lines.append("| " + " | ".join(cell(dice, most) for _ in marks) + " |")
    return lines


def html_table(dice, columns, rows, most):
    lines = ["<table>"]
    for _ in range(rows):
        line, left = "<tr>", columns
        while left > 0:
            span = min(left, 1 + (dice.roll(3) if dice.roll(3) == 0 else 0))
            down = 1 + (dice.roll(3) if dice.roll(6) == 0 else 0)
            line += '<td colspan="%d" rowspan="%d">%s</td>' % (span, down, cell(dice, most))
            left -= span
        lines.append(line + "</tr>")
    return lines + ["</table>"]


def grid_table(dice, columns, rows, most):
    widths = [14 + dice.roll(12) for _ in range(columns)]
    rule = "+" + "+".join("-" * w for w in widths) + "+"
    lines = [rule]
    for _ in range(rows):
        texts = [cell(dice, most).split() for _ in widths]
        while any(texts):
            line = "|"
            for i, w in enumerate(widths):
                text = ""
                while texts[i] and len(text) + len(texts[i][0]) + 2 < w:
                    text += " " + texts[i].pop(0)
                if not text and texts[i]:
                    text = " " + texts[i].pop(0)[: w - 3]
                line += text.ljust(w) + "|"
            lines.append(line)
        lines.append(rule)
    return lines


def make(seed, count):
    dice = Dice(seed)
    for _ in range(count):
        kind = (pipe_table, pipe_table, html_table, grid_table)[dice.roll(4)]
        columns = 2 + dice.roll(5 if kind is grid_table else 11)
        print("\n".join(kind(dice, columns, 2 + dice.roll(7), 1 + dice.roll(9))) + "\n")


def check(name):
    pages, words = 0, []
    overlaps = 0
    for line in open(name, encoding="utf-8"):
        if "<page" in line:
            pages, words = pages + 1, []
        found = re.search(r'xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*)</word', line)
        if not found:
            continue
        left, top, right, foot = (float(v) for v in found.groups()[:4])
        for l, t, r, f, text in words:
            beside = min(foot, f) - max(top, t) > 0.6 * min(foot - top, f - t)
            if beside and min(right, r) - max(left, l) > 0.3:
                print("# page %d: `%s` lies on `%s`" % (pages, found.group(5), text))
                overlaps += 1
        words.append((left, top, right, foot, found.group(5)))
    if pages == 0:
        print("# no page")
    return 1 if overlaps or pages == 0 else 0


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(int(sys.argv[2]), int(sys.argv[3]))
    else:
        sys.exit(check(sys.argv[2]))
