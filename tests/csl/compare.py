#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compare.py OURS.jsonl THEIRS.jsonl [-v N]: the share of equal outputs of csl_style.c and compare.js, as text with white
space unified, and the differences grouped by what they change."""
import collections
import difflib
import json
import re
import sys


def clean(text):
    return re.sub(r'\s+', ' ', text).strip()


def kind(ours, theirs):
    """What one difference is about: the first changed pieces, with words and digits made general."""
    parts = []
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if tag != 'equal':
            cut = [re.sub(r'\d+', '#', re.sub(r'[^\W\d_]{3,}', 'word', s)) for s in (ours[i1:i2], theirs[j1:j2])]
            parts.append('%r -> %r' % tuple(cut))
    return '; '.join(parts[:2])


def main():
    ours = {r['style']: r for r in map(json.loads, open(sys.argv[1], encoding='utf-8'))}
    shown = int(sys.argv[4]) if len(sys.argv) > 4 else 0
    total = equal = styles = whole = 0
    groups, examples = collections.Counter(), {}
    for theirs in map(json.loads, open(sys.argv[2], encoding='utf-8')):
        mine = ours.get(theirs['style'])
        if mine is None or 'error' in theirs:
            continue
        styles += 1
        before = total - equal
        for part in ('citations', 'bibliography'):
            a, b = [clean(t) for t in mine[part]], [clean(t) for t in theirs[part]]
            b = ['' if 'reference with no printed form' in t else t for t in b]
            if part == 'bibliography':
                b = [t for t in b if t]
            if len(a) != len(b):
                # Entries are matched in order; what is missing counts as different.
                a, b = a + [''] * (len(b) - len(a)), b + [''] * (len(a) - len(b))
            for x, y in zip(a, b):
                total += 1
                if x == y:
                    equal += 1
                else:
                    k = kind(x, y)
                    groups[k] += 1
                    examples.setdefault(k, (theirs['style'].split('/')[-1], part, x, y))
        whole += total - equal == before
    print('%d styles, %d wholly equal; %d of %d outputs equal: %.2f %%' %
          (styles, whole, equal, total, 100 * equal / max(total, 1)))
    for k, n in groups.most_common(shown):
        style, part, x, y = examples[k]
        print('\n%6d  %s\n  %s, %s\n  ours:   %s\n  theirs: %s' % (n, k, style, part, x, y))


main()
