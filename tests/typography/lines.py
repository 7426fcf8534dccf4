#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""lines.py [--size PT] [--space EM,STRETCH,SHRINK] [--worst N] NAME=FILE.pdf...

How well the justified lines of finished files are set, whoever set them: a table with one column for each file. Every
figure is taken from where the words stand in the file (poppler's pdftotext -bbox-layout); no program is asked what it
thinks of its own lines.

A line counts when it reaches from the left margin (or an indent) of its page's text to the right margin and the next
one stands close below it; so last lines of paragraphs, heads, displays and ragged text do not. Its glue set ratio r is (gap - space) / stretch, or / shrink when
negative, for the median gap behind a letter or digit: behind punctuation TeX's spaces are wider (TeXbook, ch. 12). Its
badness is TeX's, 100 |r|^3 and at most 10000 (TeXbook, ch. 14). `--space` has what the body's font says of its space,
in ems of `--size` points (of TeX, 72.27 to the inch): by default Latin Modern Roman at 10.95 pt. Underfull and overfull
are as LaTeX reports them: badness above 1000 (\\hbadness), and what ends further right than protrusion reaches, where
no other line ends (pandoc's reference lists are a little wider than its text).

Last line of output: "underfull N1 N2 ..." in the order of the files, for scripts."""
import collections
import html
import re
import statistics
import subprocess
import sys

WORD = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>')
HANG = 3.0       # points that protrusion may carry a letter over the margin; a hyphen of 12 pt hangs by less
INDENT = 40.0    # the deepest first line or list that counts, in points
CLOSE = 1.28      # of the leading: lines of a head of two lines stand further apart than those of the text
UNDERFULL = 1000


class Line:
    def __init__(self, page, bottom, words):
        self.page, self.bottom, self.words = page, bottom, words
        self.left, self.right = words[0][0], words[-1][1]
        self.text = ' '.join(w[2] for w in words)

    def gaps(self):
        """Gaps between words, those behind a letter or digit if there are any."""
        pairs = [(b[0] - a[1], a[2]) for a, b in zip(self.words, self.words[1:])]
        plain = [gap for gap, text in pairs if text[-1:].isalnum()]
        return plain or [gap for gap, _ in pairs]


def read_pages(path):
    """The page's lines from top to bottom; pieces at one height are one line."""
    out = subprocess.run(['pdftotext', '-bbox-layout', path, '-'], capture_output=True, check=True).stdout.decode()
    for number, page in enumerate(out.split('<page ')[1:], 1):
        rows = []
        for line in re.findall(r'<line .*?</line>', page, re.S):
            words = [(float(a), float(c), html.unescape(t), float(d)) for a, _, c, d, t in WORD.findall(line)]
            if words:
                rows.append((statistics.median(w[3] for w in words), words))
        rows.sort(key=lambda row: row[0])
        merged = []
        for bottom, words in rows:
            if merged and bottom - merged[-1][0] < 2 and not overlaps(merged[-1][1], words):
                merged[-1][1].extend(words)
            else:
                merged.append((bottom, list(words)))
        yield [Line(number, bottom, sorted(words)) for bottom, words in merged]


def overlaps(a, b):
    return min(w[0] for w in a) < max(w[1] for w in b) and min(w[0] for w in b) < max(w[1] for w in a)


def justified(pages):
    """Lines that fill the measure, whose edges are where most lines of the file begin and end."""
    steps = [b.bottom - a.bottom for page in pages for a, b in zip(page, page[1:])]
    if not steps:
        return [], 0.0
    leading = most_common(steps)
    lines = [line for page in pages for line, after in zip(page, page[1:] + [None])
             if len(line.words) > 2 and (after is None or after.bottom - line.bottom < CLOSE * leading)]
    if not lines:
        return [], 0.0
    left = most_common(line.left for line in lines)
    right = most_common(line.right for line in lines)
    return [line for line in lines
            if -HANG < line.left - left < INDENT and line.right > right - HANG], right


def most_common(values):
    """The middle of the fullest stretch of one point."""
    values = sorted(values)
    counts = collections.Counter(round(v) for v in values)
    peak = max(counts, key=lambda c: counts[c])
    return statistics.median(v for v in values if abs(v - peak) <= 1)


def measure(path, em, space):
    pages = list(read_pages(path))
    lines, right = justified(pages)
    natural, stretch, shrink = (em * s for s in space)
    result = {'pages': len(pages), 'lines': len(lines), 'hyphens': 0, 'stacks': 0, 'rows': [], 'overfull': 0}
    before = None
    for line in lines:
        excess = statistics.median(line.gaps()) - natural
        r = excess / (stretch if excess > 0 else shrink)
        hyphen = line.text[-1:] in '-\u00ad\u2010'
        result['rows'].append((min(10000, 100 * abs(r) ** 3), r, line))
        result['hyphens'] += hyphen
        result['stacks'] += bool(hyphen and before)
        result['overfull'] += line.right > right + HANG and sum(abs(o.right - line.right) < .7 for o in lines) < 2
        before = hyphen
    return result


def figures(m):
    """The column of one file, from top to bottom."""
    bad = sorted(row[0] for row in m['rows'])
    ratio = sorted(row[1] for row in m['rows'])
    count = lambda low, high: str(sum(low < (b if r >= 0 else -b) <= high for b, r, _ in m['rows']))
    at = lambda values, share: values[min(len(values) - 1, int(share * len(values)))] if values else 0
    return [
        ('pages', str(m['pages'])),
        ('justified lines', str(m['lines'])),
        ('ratio: 5th percentile', '%.2f' % at(ratio, .05)),
        ('ratio: median', '%.2f' % at(ratio, .5)),
        ('ratio: 95th percentile', '%.2f' % at(ratio, .95)),
        ('badness: mean', '%.1f' % (statistics.mean(bad) if bad else 0)),
        ('badness: median', '%.1f' % at(bad, .5)),
        ('badness: 95th percentile', '%.1f' % at(bad, .95)),
        ('badness: worst', '%.0f' % (bad[-1] if bad else 0)),
        ('tight (shrunk, above 12)', count(-10001, -12.5)),
        ('decent (to 12)', count(-12.5, 12.5)),
        ('loose (13 to 99)', count(12.5, 99.5)),
        ('very loose (100 to 1000)', count(99.5, UNDERFULL)),
        ('underfull (above 1000)', count(UNDERFULL, 10001)),
        ('overfull', str(m['overfull'])),
        ('hyphenated line ends', str(m['hyphens'])),
        ('  of them below another', str(m['stacks'])),
    ]


def main(args):
    size, space, worst, files = 10.95, (1 / 3, 1 / 6, 1 / 9), 3, []
    while args:
        arg = args.pop(0)
        if arg == '--size' and args:
            size = float(args.pop(0))
        elif arg == '--space' and args:
            space = tuple(float(v) for v in args.pop(0).split(','))
        elif arg == '--worst' and args:
            worst = int(args.pop(0))
        elif '=' in arg:
            files.append(arg.split('=', 1))
        else:
            sys.exit(__doc__)
    if not files or len(space) != 3:
        sys.exit(__doc__)
    em = size * 72 / 72.27
    measured = [(name, measure(path, em, space)) for name, path in files]
    columns = [figures(m) for _, m in measured]
    print('%-26s' % '' + ''.join('%14s' % name for name, _ in measured))
    for row in zip(*columns):
        print('%-26s' % row[0][0] + ''.join('%14s' % value for _, value in row))
    for name, m in measured:
        for bad, r, line in sorted(m['rows'], key=lambda row: -row[0])[:worst]:
            print('  %s, page %d: badness %.0f, ratio %.2f: %s' % (name, line.page, bad, r, line.text[:70]))
    print('underfull ' + ' '.join(dict(c)['underfull (above 1000)'] for c in columns))


if __name__ == '__main__':
    main(sys.argv[1:])
