# SPDX-License-Identifier: MIT
"""Which characters begin and end the lines of a page.

scripts.py LANG FILE     reads `pdftotext -bbox` of a document in Chinese, Japanese or Thai: prints what may not stand at
                         the beginning or end of a line (JIS X 4051; CLREQ 3.1.1), exit status 1 when anything does,
                         or when there are fewer than five lines
"""
import html
import re
import sys

CLOSING = "、。，．：；！？」』）】〉》”’］｝〕・…"
SMALL = "ぁぃぅぇぉっゃゅょァィゥェォッャュョー々"
OPENING = "「『（【〈《“‘［｛〔"


def lines(path):
    """The lines of all pages, as their words put together: words whose middles are at one height."""
    page = open(path, encoding="utf-8").read()
    found = []
    for x, top, bottom, text in re.findall(
            r'<word xMin="(-?[\d.]+)" yMin="(-?[\d.]+)" xMax="-?[\d.]+" yMax="(-?[\d.]+)">(.*?)</word>', page):
        found.append(((float(top) + float(bottom)) / 2, float(x), html.unescape(text)))
    rows = []
    for y, x, text in sorted(found):
        if rows and y - rows[-1][0] < 5:
            rows[-1][1].append((x, text))
        else:
            rows.append((y, [(x, text)]))
    return ["".join(t for _, t in sorted(row)) for _, row in rows]


def wrong(lang, line):
    """What is wrong with a line, or nothing."""
    if lang == "th":
        return line[0] in "ะาำๅๆ" + "".join(map(chr, range(0xE31, 0xE3B))) + "".join(map(chr, range(0xE47, 0xE4F)))
    return line[0] in CLOSING or line[0] in SMALL or line[-1] in OPENING


def main():
    found = [line for line in lines(sys.argv[2]) if not line.isdigit()]
    bad = [line for line in found if wrong(sys.argv[1], line)]
    for line in bad:
        print("# " + line)
    return bool(bad) or len(found) < 5


if __name__ == "__main__":
    sys.exit(main())
