# SPDX-License-Identifier: MIT
"""What check_thesis built, read as a reader does: from the files alone."""
import json
import re
import subprocess

count = bad = 0


def ok(what, held, seen=""):
    global count, bad
    count += 1
    bad += not held
    print(("ok" if held else "not ok"), count, "-", what)
    if not held:
        print("#", str(seen)[:600].replace("\n", "\n# "))


def pages_of(name):
    text = subprocess.run(["pdftotext", "-layout", f"out/{name}.pdf", "-"], capture_output=True, check=True).stdout.decode()
    return [page.split("\n") for page in text.split("\f")[:-1]]


def labels_of(name, n):
    """The label of each page, by the page labels of the catalog (ISO 32000-1, 12.4.2)."""
    out = subprocess.run(["qpdf", "--json", "--json-key=pagelabels", f"out/{name}.pdf"], capture_output=True, check=True)
    ranges = {r["index"]: r["label"] for r in json.loads(out.stdout)["pagelabels"]}
    labels, style, number = [], None, 0
    for i in range(n):
        if i in ranges:
            style, number = ranges[i]["/S"], ranges[i].get("/St", 1)
        labels.append(roman(number) if style == "/r" else str(number))
        number += 1
    return labels


def roman(n):
    out = ""
    for value, digits in ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        while n >= value:
            out, n = out + digits, n - value
    return out


def lines(page):
    return [line.strip() for line in page if line.strip()]


def page_with(pages, text, of=""):
    """The pages that have a line which begins so, on pages that have `of`."""
    return [i for i, p in enumerate(pages) if any(line.startswith(text) for line in lines(p)) and of in "\n".join(p)]


# ---- the thesis

log = open("thesis.log").read()
ok("builds without a word", log.strip() == "0", log)
pages = pages_of("thesis")
labels = labels_of("thesis", len(pages))
ok("sixty pages, give or take two", 58 <= len(pages) <= 62, len(pages))
first = page_with(pages, "Chapter 1")[0]
ok("front matter is numbered in Roman figures", labels[:first] == [roman(i + 1) for i in range(first)] and first > 5, labels)
ok("the text in Arabic ones, from 1", labels[first:] == [str(i + 1) for i in range(len(pages) - first)], labels)
ok("the title has a page of its own, without a number", lines(pages[0])[0] == "Layers of sound" and
   lines(pages[0])[-1] == "May 2026", lines(pages[0]))
feet = [lines(pages[i])[-1] for i in page_with(pages, "Chapter ")]
ok("chapters' pages have their number at the foot", feet == [labels[i] for i in page_with(pages, "Chapter ")], feet)
heads = [lines(p)[0] for p in pages]
second = page_with(pages, "Chapter 2")[0]
ok("other pages have the chapter and their number at their head", all(
    re.fullmatch(r"CHAPTER 1\. SOUND IN THE SEA +" + labels[i], heads[i]) for i in range(first + 1, second)), heads)
letters = page_with(pages, "Appendix A") + page_with(pages, "Appendix B")
ok("appendices have letters", len(letters) == 2 and lines(pages[letters[0]])[1] == "More readings A", letters)

entries = {}
for i in range(first):
    for line in lines(pages[i]):
        m = re.fullmatch(r"(?:((?:[A-Z]|\d+)(?:\.\d+)*) +)?(\S.*?) *(?: \.){2,} *([ivx]+|\d+)", line)
        if m:
            entries[(m.group(1) or "") + " " + m.group(2)] = m.group(3)
wrong = []
for key, at in entries.items():
    number, title = key.split(" ", 1)
    where = [labels[i] for i, p in enumerate(pages) if i >= first - 1 and any(
        re.fullmatch(re.escape(number) + " +" + re.escape(title), line) or line == title or
        re.fullmatch(f"(Figure|Table|Listing) {re.escape(number)}: {re.escape(title)}.*", line) for line in lines(p))]
    if at not in where:
        wrong.append((key, at, where))
ok("contents and lists name fifty things and more", len(entries) >= 90, len(entries))
ok("each on the page that they say", not wrong, wrong)
kinds = {k: sum(bool(re.search(rf"^ *{k} [1-5]\.\d:", "\n".join(p), re.M)) for p in pages) for k in ("Figure", "Table", "Listing")}
ok("figures, tables and listings are counted by chapters", all(v >= 5 for v in kinds.values()), kinds)
whole = "\n".join("\n".join(p) for p in pages[first:])
ok("theorems and displays too", all(f"Theorem {c}.1." in whole and f"({c}.1)" in whole for c in range(1, 6)))
ok("references have these numbers", all(f"fig. {c}.1" in whole and f"Listing {c}.1 reads" in whole and f"Theorem {c}.1 holds"
                                        in whole for c in range(1, 6)) and "Appendix A, behind Chapter 1" in whole)
ok("sixty works are listed", "[60]" in whole)

index = "\n".join(pages[page_with(pages, "Index")[-1]])
wrong = []
for term in ("buoy", "eddy", "mooring", "spectrum", "gradient"):
    m = re.search(rf"\b{term}, ([\d, –]+)", index)
    said = set()
    for part in re.findall(r"\d+(?:–\d+)?", m.group(1)) if m else []:
        a, _, b = part.partition("–")
        said |= set(range(int(a), int(b or a) + 1))
    seen = {int(labels[i]) for i in range(first, len(pages))
            if re.search(rf"\bA {term} is\s+found", "\n".join(lines(pages[i])))}
    if said != seen:
        wrong.append((term, said, seen))
ok("the index has the pages of its terms", not wrong, (wrong, index))
ok("and terms below terms, and where else to look", re.search(r"in water, \d+", index) and "noise, see sound" in index, index)

# ---- a book

pages = pages_of("book")
labels = labels_of("book", len(pages))
two = page_with(pages, "Chapter 2")[0]
ok("chapters of books begin on right-hand pages", page_with(pages, "Chapter 1")[0] % 2 == 0 and two % 2 == 0, two)
ok("behind blank pages that are quite blank", not lines(pages[two - 1]), pages[two - 1])
ok("left pages have their number outside and the chapter inside",
   re.fullmatch(labels[two + 1] + r" +CHAPTER 2\. TWO", lines(pages[two + 1])[0]), lines(pages[two + 1]))

# ---- notes, numbers of lines, watermark

pages = pages_of("extras")
page = "\n".join(pages[0])
log = open("extras.log").read()
ok("an unknown class and an option without effect are warnings", "[unknown-class]" in log and "[class-option]" in log and
   "`wide`" in log and "`draft`" not in log, log)
ok("a note stands behind the text, under a head", re.search(r"Notes\n(.*\n)*.*The note behind the text", page), page)
ok("another in the margin, beside its line", re.search(r"aside here.* {2,}in the margin", page), page)
ok("every second line has a number", re.search(r"^ ?2 ", page, re.M) and re.search(r"^ ?4 ", page, re.M) and
   not re.search(r"^ ?3 ", page, re.M), page)
raw = subprocess.run(["qpdf", "--qdf", "--object-streams=disable", "out/extras.pdf", "-"], capture_output=True).stdout
ok("the watermark is an artifact", b"/Subtype/Watermark" in raw.replace(b" ", b""))

print(f"1..{count}")
raise SystemExit(bad > 0)
