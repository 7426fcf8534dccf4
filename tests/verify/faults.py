# SPDX-License-Identifier: MIT
"""Puts faults into finished outputs, one at a time, and looks that `dossier verify` finds each. TAP.

    faults.py PROGRAM FOLDER SOURCE    of FOLDER/all.pdf and FOLDER/all.html, made of SOURCE

The PDF is changed as qpdf writes it for people to edit (--qdf), which must be found sound first.
"""
import os
import re
import subprocess
import sys
import zlib

PROGRAM, FOLDER, SOURCE = sys.argv[1:4]
count = bad = 0


def verify(path, *more):
    run = subprocess.run([PROGRAM, "verify", *more, path], capture_output=True, text=True)
    return run.returncode, run.stderr


def check(what, good, log=""):
    global count, bad
    count += 1
    bad += not good
    print("ok" if good else "not ok", count, "-", what)
    if not good:
        print("".join("# %s\n" % line for line in log.splitlines()[:12]), end="")


def qdf():
    path = os.path.join(FOLDER, "plain.pdf")
    subprocess.run(["qpdf", "--qdf", "--object-streams=disable", "--newline-before-endstream", "--normalize-content=n", os.path.join(FOLDER, "all.pdf"), path], check=True)
    with open(path, "rb") as f:
        return f.read()


def pdf(what, found, change, *more):
    data = change(PLAIN)
    path = os.path.join(FOLDER, "broken.pdf")
    run = subprocess.run(["fix-qdf"], input=data, capture_output=True)
    with open(path, "wb") as f:
        f.write(run.stdout)
    status, said = verify(path, *more)
    check("PDF: " + what, data != PLAIN and status == 1 and "[output-%s]" % found in said, said)


def page(what, found, change, *more):
    text = change(PAGE)
    path = os.path.join(FOLDER, "broken.html")
    with open(path, "w") as f:
        f.write(text)
    status, said = verify(path, *more)
    check("page: " + what, text != PAGE and status == (found != "load") and "[output-%s]" % found in said, said)


def sub(pattern, new, n=1):
    return lambda data: re.sub(pattern, new, data, count=n, flags=re.S)


def led_to(old, new):
    """Actions that lead to the place `old` lead to the place `new`; None: to an object that is no page."""

    def place(data, name):
        return re.search(rb"\(%s\)\s*(\[.*?\])" % re.escape(name), data, re.S).group(1)

    def change(data):
        was = place(data, old)
        to = place(data, new) if new else re.sub(rb"\d+ 0 R", b"1 0 R", was)
        fold = lambda b: b" ".join(b.split())
        return re.sub(rb"(/D )(\[.*?\])(\s*/S /GoTo)", lambda m: m.group(1) + (to if fold(m.group(2)) == fold(was) else m.group(2)) + m.group(3), data, flags=re.S)

    return change


def codes(data):
    """Codes of a character in each ToUnicode."""
    return lambda c: {bytes.fromhex(m) for m in (x.decode() for x in re.findall(rb"<([0-9A-F]{2})><%04X>" % ord(c), data))}


def number_changed(data):
    """The 1 of a link's text becomes a 2."""
    ones, twos = codes(data)("1"), codes(data)("2")
    for m in re.finditer(rb"/Link<</MCID \d+>>BDC(.*?)EMC", data, re.S):
        for one in ones:
            for two in twos:
                if m.group(1).count(one) and b"[" in m.group(1):
                    at = m.start(1) + m.group(1).index(one)
                    changed = data[:at] + two + data[at + len(one) :]
                    path = os.path.join(FOLDER, "try.pdf")
                    with open(path, "wb") as f:
                        f.write(subprocess.run(["fix-qdf"], input=changed, capture_output=True).stdout)
                    if "[output-number]" in verify(path)[1]:
                        return changed
    return data


def text_runs(data):
    """Places of the text operators in paragraphs."""
    return [m.span(1) for m in re.finditer(rb"/P<</MCID \d+>>BDC.*?(\[.*?\]TJ)", data, re.S)]


def word_lost(data):
    at, end = text_runs(data)[2]
    return data[:at] + b"[()]TJ" + data[end:]


def words_swapped(data):
    (a, b), (c, d) = text_runs(data)[2:4]
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def parents_swapped(data):
    m = re.search(rb"/ParentTree (\d+) 0 R", data)
    tree = data.index(b"\n%s 0 obj" % m.group(1))
    at = data.index(b"/Nums", tree)
    refs = list(re.finditer(rb"(\d+) 0 R", data[at : at + 20000]))
    for first, second in zip(refs, refs[1:]):
        if first.group(1) != second.group(1) and first.end() + 30 > second.start():
            a, b = first, second
            return data[: at + a.start()] + b.group(0) + data[at + a.end() : at + b.start()] + a.group(0) + data[at + b.end() :]
    return data


def attached(data):
    """A file that nothing claims, in the list of files."""
    return re.sub(rb"(/Type /Catalog)", rb"/Names << /EmbeddedFiles << /Names [(x) << /Type /Filespec /F (x) /UF (x) /EF << /F 1 0 R >> >>] >> >> \1", data, count=1)


PLAIN = qdf()
status, said = verify(os.path.join(FOLDER, "plain.pdf"))
check("the PDF as it is edited is sound", status == 0 and not said, said)
status, said = verify(os.path.join(FOLDER, "plain.pdf"), "--source", SOURCE)
check("and says what its source does", status == 0 and not said, said)
with open(os.path.join(FOLDER, "all.html")) as f:
    PAGE = f.read()
status, said = verify(os.path.join(FOLDER, "all.html"))
check("the page is sound", status == 0 and not said, said)

pdf("a number is changed", "number", number_changed)
pdf("a link leads to another entry", "number", led_to(b"ref-a", b"ref-b"))
pdf("a link to a section leads to another", "number", led_to(b"sec:second", b"first"))
pdf("a link leads to another address", "link", sub(rb"\(https://example\.org/", b"(https://example.com/"), "--source", SOURCE)
pdf("a link leads nowhere", "link", led_to(b"fn1", None))
pdf("a named place is gone", "link", sub(rb"(\(tbl:numbers\)\s*\[\s*)\d+ 0 R", rb"\g<1>1 0 R"))
pdf("a word is lost", "words", word_lost, "--source", SOURCE)
pdf("words are off the page", "words", sub(rb"/MediaBox \[.*?\]", b"/MediaBox [ 0 0 612 300 ]"), "--source", SOURCE)
pdf("words have changed places", "words", words_swapped, "--source", SOURCE)
pdf("a font is dropped", "standard", sub(rb"/FontFile[23] \d+ 0 R", b""))
pdf("nobody knows what glyphs say", "standard", sub(rb"/ToUnicode \d+ 0 R", b""))
pdf("glyphs are as wide as they are not", "standard", sub(rb"(/Widths \[\s*)(\d+)", rb"\g<1>9\2"))
pdf("a script runs when it is opened", "action", sub(rb"(/Type /Catalog)", rb"/OpenAction << /S /JavaScript /JS (app.alert\(1\)) >> \1"))
pdf("an address runs", "action", sub(rb"/URI \(https://example.org/\)", b"/URI (java script:alert\\(1\\))"))
pdf("a link starts a program", "action", sub(rb"/S /URI\s*/URI \([^)]*\)", b"/S /Launch /F (x.exe)"))
pdf("a page acts when it is turned to", "action", sub(rb"(/Type /Page\n)", rb"/AA << /O << /S /Named /N /Print >> >> \1"))
pdf("a file is inside that nothing claims", "action", attached)
pdf("content is in no element", "standard", sub(rb"/K \[\s*1\s*\]", b"/K [ ]"))
pdf("the parent tree has other elements", "standard", parents_swapped)
pdf("a figure has no description", "standard", sub(rb"/Alt \(A plot of something\)", b""))
pdf("a heading skips levels", "standard", sub(rb"/S /H3", b"/S /H5"))
pdf("a table's head heads nothing", "standard", sub(rb"/Scope /Column", b"/Scope /None"))
pdf("a mark is not ended in its place", "standard", sub(rb"/Artifact<<[^>]*>>BDC", b"/Span BMC"))
pdf("the claim is another", "standard", sub(rb"pdfaid:part>2<", b"pdfaid:part>1<"))
pdf("the title is another than is told", "standard", sub(rb"/DisplayDocTitle true", b"/DisplayDocTitle false"))
pdf("there is no language", "standard", sub(rb"/Lang \(en[^)]*\)", b""))

# ---- rules of PDF/A and PDF/UA: a fault, what is said about it, and the change


def rule(said, pattern, new):
    data = re.sub(pattern, new, PLAIN, count=1, flags=re.S)
    path = os.path.join(FOLDER, "broken.pdf")
    with open(path, "wb") as f:
        f.write(subprocess.run(["fix-qdf"], input=data, capture_output=True).stdout)
    status, told = verify(path)
    check("PDF: " + said, data != PLAIN and status == 1 and said in told, told)


def page_has(entries):
    return rb"(/Tabs /S\n)", rb"\1" + entries + b"\n"


def state(entries):
    return rb"(  /ColorSpace|  /Font) <<", b"/ExtGState << /E << %s >> >>" % entries + rb"\1 <<"


rule("the profile is not one of an RGB display", rb"/N 3\n", b"/N 4\n")
rule("there is no output intent", rb"/S /GTS_PDFA1", b"/S /GTS_PDFX")
rule("the intents do not agree", rb"/S /GTS_PDFA1", rb"\g<0> /DestOutputProfileRef << >>")
rule("the intent has no profile", rb"/DestOutputProfile \d+ 0 R", b"/DestOutputProfile 1 0 R")
rule("is in CMYK", rb"/CS /DeviceRGB", b"/CS /DeviceCMYK")
rule("has 3 bits", rb"/N 3\n", b"/N 3 /Subtype /Image /BitsPerComponent 3\n")
rule("is PostScript", rb"/N 3\n", b"/N 3 /Subtype /PS\n")
rule("has /TR2", *state(b"/TR2 /X"))
rule("has an unknown intent", *state(b"/RI /X"))
rule("an unknown blend mode", *state(b"/BM [/Normal /X]"))
rule("a halftone of another kind", *state(b"/HT << /HalftoneType 3 >>"))
rule("an unknown intent", rb"/MCID 0>>BDC", rb"\g<0> /X ri")
rule("compressed with LZW", rb"/MCID 0>>BDC", rb"\g<0> BI /W 1 /H 1 /F /LZW ID x EI ")
rule("an artifact in what is tagged", rb"/MCID 0>>BDC", rb"\g<0> /Artifact BMC EMC ")
rule("a string of 40000 bytes", rb"/MCID 0>>BDC", rb"\g<0> (" + b"x" * 40000 + b") Tj ")
rule("does not begin with its version", rb"\n%[^\n]*\n", b"\n%abcd\n")
rule("has a number that is too large", *page_has(b"/X 4" + b"0" * 38 + b".0"))
rule("has 33 colours", *page_has(b"/X [/DeviceN [" + b"/C " * 33 + b"]]"))
rule("does Print", rb"/S /URI\s*/URI \([^)]*\)", b"/S /Named /N /Print")
rule("has actions of its own", rb"/Subtype /Link", rb"\g<0> /AA << >>")
rule("is a Movie", rb"/Subtype /Link", b"/Subtype /Movie")
rule("has no appearance", rb"/Subtype /Link", b"/Subtype /Text")
rule("has more appearances", rb"/Subtype /Link", rb"\g<0> /AP << /N 7 0 R /D 7 0 R >>")
rule("has no description", rb"/Contents \([^)]*\)", b"")
rule("the metadata are not XML", rb"</rdf:RDF>", b"")
rule("pdfaid:part is in another namespace", rb"http://www.aiim.org/pdfa/ns/id/", b"http://example.org/")
rule("pdfuaid:part is in another namespace", rb"http://www.aiim.org/pdfua/ns/id/", b"http://example.org/")
rule("/CreationDate differs in the metadata", rb"  /Creator \(dossier\)", rb"\g<0> /CreationDate (D:20200101)")
rule("there is no title", rb"<dc:title>.*?</dc:title>", b"")
rule("has no name", rb"/BaseFont /\w+\+\S+", b"")
rule("widths of", rb"/LastChar \d+", b"/LastChar 99")
rule("is a font of no known format", rb"/Subtype /Type1C", b"/Subtype /X")
rule("its tags are suspect", rb"/Marked true", rb"\g<0> /Suspects true")
rule("is in no language", rb"/S /H1\n", b"/S /H1 /Lang ()\n")
rule("the standard type P is mapped", rb"(/Type /StructTreeRoot)", rb"/RoleMap << /P /H1 >> \1")
rule("is a heading without a level", rb"/S /H1\n", b"/S /H\n")
rule("is in a P", rb"/S /L\n", b"/S /P\n")
rule("the body of an item", rb"/S /LI\n", b"/S /P\n")
rule("is in no list of contents", rb"/S /TOC\n", b"/S /Sect\n")
rule("rows of several widths", rb"/ColSpan 1|/Scope /Column", b"/Scope /Column /ColSpan 2")


# ---- the page

page("a number is changed", "number", lambda t: t.replace(">[1]</a>", ">[2]</a>", 1))
page("a link leads to another entry", "number", lambda t: t.replace('href="#ref-a"', 'href="#ref-b"', 1))
page("a section has another number", "number", lambda t: re.sub(r'(<h2 id="sec:second"[^>]*><span class="header-section-number">)2', r"\g<1>3", t))
page("a figure has another number", "number", lambda t: re.sub(r"Figure(\s)1:", r"Figure\g<1>2:", t, count=1))
page("an equation has another number", "number", lambda t: t.replace('equation-number">(1)', 'equation-number">(2)', 1))
page("notes begin at another number", "number", lambda t: re.sub(r'(footnotes.*?)<ol>', r'\1<ol start="2">', t, count=1, flags=re.S))
page("a link leads to another address", "link", lambda t: t.replace('href="https://example.org/"', 'href="https://example.com/"', 1), "--source", SOURCE)
page("a link leads nowhere", "link", lambda t: t.replace('id="sec:second"', 'id="sec:other"', 1))
page("an identifier is there twice", "page", lambda t: t.replace("<p>The end", '<p id="first">The end', 1))
page("a word is lost", "words", lambda t: t.replace("Plain words stand", "Plain stand", 1), "--source", SOURCE)
page("a word is changed", "words", lambda t: t.replace("read by nobody", "read by everybody", 1), "--source", SOURCE)
page("a script is added", "action", lambda t: t.replace("</main>", "<script>alert(1)</script></main>", 1))
page("something runs by a click", "action", lambda t: t.replace("<p>The end", '<p onclick="alert(1)">The end', 1))
page("an address runs", "action", lambda t: t.replace('href="https://example.org/"', 'href="&#9;javascript:alert(1)"', 1))

page("it leads elsewhere by itself", "action", lambda t: t.replace("<head>", '<head><meta http-equiv=refresh content="0;url=x">', 1))
page("an icon is loaded", "load", lambda t: t.replace("</head>", '<link rel="icon" href="http://example.org/i.png"></head>', 1))
page("a comment ends at once", "action", lambda t: t.replace("<p>The end", "<!--><script>alert(1)</script>--><p>The end", 1))
page("a comment ends with a mark", "action", lambda t: t.replace("<p>The end", "<!-- --!><script>alert(1)</script>--><p>The end", 1))
page("a page is within the page", "action", lambda t: t.replace("<p>The end", '<iframe srcdoc="&lt;p&gt;"></iframe><p>The end', 1))
page("a candidate is loaded", "load", lambda t: t.replace("<p>The end", '<p><img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" srcset="a.png 1x, http://example.org/b.png 2x"></p><p>The end', 1))
page("a style loads in capitals", "load", lambda t: t.replace("<p>The end", '<p style="background:URL(http://example.org/c)">The end', 1))
page("a style loads one of a set", "load", lambda t: t.replace("<p>The end", "<p style=\"background:image-set('a.png' 1x, 'http://example.org/c' 2x)\">The end", 1))


# ---- what hostile PDFs share and repeat: it is told, or refused, and ends

def stream(entries, data):
    return b"<<%s/Length %d>>\nstream\n%s\nendstream" % (entries, len(data), data)


def made(what, found, objects, header=b"%PDF-1.5\n"):
    out = bytearray(header)
    places = {}
    for k in sorted(objects):
        places[k] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (k, objects[k])
    xref = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (max(objects) + 1)
    for k in range(1, max(objects) + 1):
        out += b"%010d 00000 n \n" % places[k]
    out += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (max(objects) + 1, xref)
    path = os.path.join(FOLDER, "made.pdf")
    with open(path, "wb") as f:
        f.write(out)
    status, said = verify(path)
    check("hostile PDF: " + what, status == 1 and found in said and "memory" not in said, said)


def one_page(content, page=b"", catalog=b"", **more):
    objects = {
        1: b"<</Type/Catalog/Pages 2 0 R" + catalog + b">>",
        2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R" + page + b">>",
        4: content,
    }
    objects.update({int(k[1:]): v for k, v in more.items()})
    return objects


TREE = b"/StructTreeRoot 5 0 R/MarkInfo<</Marked true>>"
ROOT = b"<</Type/StructTreeRoot/K 6 0 R>>"
WIDE = b"<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[6 0 R]%s>>"
FONT = b"/Resources<</Font<</F 5 0 R>>>>"
CUT = "too large to be checked completely"
empty = stream(b"", b"BT ET")
made("elements share a list that has them", CUT, one_page(empty, catalog=TREE, o5=ROOT, o6=b"[" + b"<</S/P/K 6 0 R>> " * 3000 + b"]"))
helvetica = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
marked = stream(b"", b"/P<</MCID 0>>BDC BT /F 9 Tf " + b"(a)Tj " * 12000 + b"ET EMC")
made("a sequence is listed thousands of times", "two structure elements", one_page(marked, b"/Resources<</Font<</F 7 0 R>>>>", TREE, o5=ROOT, o6=b"<</S/Document/P 5 0 R/Pg 3 0 R/K[" + b"0 " * 12000 + b"]>>", o7=helvetica))
nodes = {k: b"<</Type/Pages/Kids 2 0 R/Count 1>>" for k in range(3, 3003)}
nodes.update({1: b"<</Type/Catalog/Pages 3 0 R>>", 2: b"[" + b" ".join(b"%d 0 R" % k for k in range(3, 3003)) + b"]"})
made("nodes of pages share a list", CUT, nodes)
made("ranges of widths name the same codes", CUT, one_page(stream(b"", b"BT /F 9 Tf (ab)Tj ET"), FONT, o5=WIDE % b"", o6=b"<</Type/Font/Subtype/CIDFontType2/BaseFont/X/W[" + b"0 65535 5 " * 1000 + b"]>>"))
cmap = b"1 beginbfchar <0001> <" + b"0041" * 20000 + b"> endbfchar"
made("a code says a book", CUT, one_page(stream(b"", b"BT /F 9 Tf " + b"<0001>Tj " * 20000 + b"ET"), FONT, o5=WIDE % b"/ToUnicode 7 0 R", o6=b"<</Type/Font/Subtype/CIDFontType2/BaseFont/X>>", o7=stream(b"", cmap)))
made("marks say a book", CUT, one_page(stream(b"", b"/Span/A BDC EMC\n" * 10000), b"/Resources<</Properties<</A<</ActualText(" + b"x" * 100000 + b")>>>>>>"))
link = b"/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest(gone)>>]"
made("pages are counted from below nothing", "leads to no place", one_page(empty, link, b"/PageLabels<</Nums[-9223372036854775808<</S/A/St -9223372036854775808>>]>>" + TREE, o5=ROOT, o6=b"<</S/Document/P 5 0 R>>"))
letters = b"   z" * 100000 + b"zT"
made("letters make more than they are", "had to be repaired", one_page(stream(b"/Filter[/ASCII85Decode/FlateDecode]", letters)))
blanks = zlib.compress(b"4 0 <<>> " + b" " * (300 << 20))
for n in (0, 600, 3000):
    made("blanks before %d others hide objects that grow" % n, "[too-large]", one_page(empty, o5=b"<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length %d%s>>\nstream\n%s\nendstream" % (len(blanks), b" " * n, blanks)))
made("objects are packed oddly", "[too-large]", one_page(empty, o5=stream(b"/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]", blanks)))

print("1..%d" % count)
sys.exit(1 if bad else 0)
