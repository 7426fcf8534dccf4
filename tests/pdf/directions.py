#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Where things stand on pages from right to left, by the places of words.

    directions.py HEBREW.pdf ARABIC.pdf WITHIN.pdf    of tests/golden/right-to-left, -arabic and -within

pdftotext gives some words as they are seen, others as they are read: words are told by their letters alone."""
import html
import re
import subprocess
import sys

WORD = re.compile(r'<word xMin="(-?[\d.]+)" yMin="(-?[\d.]+)" xMax="(-?[\d.]+)" yMax="(-?[\d.]+)">(.*?)</word>')


def letters(word):
    return "".join(sorted(c for c in word if c.isalnum()))


class Page:
    def __init__(self, text):
        self.words = [(letters(html.unescape(m[4])), float(m[0]), float(m[2]), float(m[1]))
                      for m in WORD.findall(text)]

    def all(self, word):
        return [w for w in self.words if w[0] == letters(word)]

    def at(self, word, which=0):
        return self.all(word)[which]

    def beside(self, word, other):
        """The place of `other` on the line of `word`."""
        return min(self.all(other), key=lambda w: abs(w[3] - word[3]))


def pages(pdf):
    out = subprocess.run(["pdftotext", "-bbox", pdf, "-"], capture_output=True, text=True, check=True).stdout
    return [Page(p) for p in out.split("<page ")[1:]]


def objects(pdf):
    command = ["qpdf", "--qdf", "--object-streams=disable", pdf, "-"]
    return subprocess.run(command, capture_output=True).stdout.decode("latin-1")


def read(pdf, *how):
    text = subprocess.run(["pdftotext", *how, pdf, "-"], capture_output=True, text=True).stdout
    return re.sub("[\u200e\u200f\u202a-\u202e\u2066-\u2069]", "", text)


count = failed = 0


def ok(held, name):
    global count, failed
    count += 1
    failed += not held
    print("%s %d - %s" % ("ok" if held else "not ok", count, name))


def near(a, b):
    return abs(a - b) < 2


def hebrew(pdf):
    left, right = 56.7, 419.5 - 56.7
    one, two = pages(pdf)[:2]
    items = one.at("הראשון")
    ok(one.beside(items, "1")[1] > items[2], "the number of an item stands at its right")
    ok(near(one.at("הפריט")[2], one.at("הפריט", 1)[2]), "items begin at one right edge")
    ok(one.at("קצרה")[2] < one.beside(one.at("קצרה"), "1")[1], "a note's mark stands at its right")
    ok(one.at("Open")[2] < one.at("Lake")[1], "English words run rightwards")
    ok(one.at("ציפורים", -1)[1] > one.at("waders")[2], "Hebrew around them leftwards")
    entry = one.at("טבלה")
    ok(near(one.beside(entry, "2")[1], left), "page numbers of the contents are at the left")
    ok(one.beside(entry, "11")[1] > entry[2], "numbers of its heads at their right")
    ok(near(one.beside(one.at("העניינים"), "תוכן")[2], right), "heads begin at the right")
    ok(one.at("ברק")[1] > one.at("Berg")[2], "the first author stands at the right")
    head = two.at("באגם")
    ok(near(two.beside(head, "ציפורים")[2], right), "the head's left part stands at the right")
    ok(near(two.beside(head, "מבוא")[1], left), "its right part at the left")
    columns = [two.at(w) for w in ("שם", "ערך", "הערה")]
    ok(columns[0][1] > columns[1][2] and columns[1][1] > columns[2][2], "columns follow one another leftwards")
    number = min(two.all("1"), key=lambda w: w[1])
    ok(number[1] < left + 8, "the number of an equation stands at the left")
    ok(near(two.at("def")[1], left), "code begins at the left")
    ok(near(two.at("An")[1], left), "so does an English paragraph")
    ok(two.at("2019")[1] > two.at("Shore")[2] and two.beside(two.at("2019"), "2")[1] > two.at("2019")[2],
       "an English entry runs rightwards, its label is at its right")
    raw = objects(pdf)
    ok("/Direction /R2L" in raw, "pages turn from right to left")
    ok("/WritingMode /RlTb" in raw and "/WritingMode /LrTb" in raw, "tags say which way is written")


def arabic(pdf):
    page = pages(pdf)[0]
    middle = 595 / 2
    ok(page.at("مقدمة")[1] > middle, "the first column is the right one")
    ok(page.at("2.5")[1] < page.beside(page.at("2.5"), "الإصدار")[1], "a number stands where it is read")
    ok(page.at("قصيرة")[1] > middle and page.at("حاشية")[1] > page.at("قصيرة")[2], "notes are in the column")
    ok("لون" in read(pdf) and "متصلة" in read(pdf), "words in two styles are found whole")
    ok("(precision)" in "".join(read(pdf, "-raw").split()), "brackets are found as they were written")


def within(pdf):
    page = pages(pdf)[0]
    first = page.at("משה")
    ok(page.beside(first, "כהן")[2] < first[1], "Hebrew names in English run leftwards")
    ok(page.at("of")[2] < page.beside(first, "כהן")[1] and first[2] < page.at("was")[1], "between their words")
    ok(page.at("אחת")[2] < page.beside(page.at("אחת"), "1")[1], "a Hebrew list has its numbers at the right")
    ok(page.at("واحدة")[1] > page.beside(page.at("واحدة"), "two")[2], "`auto` goes by the first letter")
    ok(near(page.at("Two")[1], 56.7), "of either direction")


hebrew(sys.argv[1])
arabic(sys.argv[2])
within(sys.argv[3])
print("1..%d" % count)
sys.exit(failed > 0)
