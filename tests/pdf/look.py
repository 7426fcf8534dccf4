# SPDX-License-Identifier: MIT
"""Looks into PDFs as a reader that follows their tags does.

    look.py SOURCES PDFS     every PDFS/NAME.pdf against SOURCES/NAME.md
    look.py FILE.pdf...      without sources

What is held to be true of each file, with the clause it comes from (ISO 32000-1, 14289-1, 19005-2):
the file is well-formed (qpdf); all painting happens inside tagged content or artifacts; structure tree and parent
tree agree; every link is in the tree and says what it is; fonts are embedded subsets whose codes have texts; what is
read by the tags is what is painted, and the prose of the source is in it in its order; metadata say the same in both
places.
"""
import base64
import collections
import json
import os
import re
import subprocess
import sys
import unicodedata

REF = re.compile(r"^(\d+) (\d+) R$")
TOKEN = re.compile(
    rb"\((?:\\.|[^\\()])*\)|<<|>>|<[0-9A-Fa-f\s]*>|\[|\]|/[^\s/\[\]<>()]*|[^\s/\[\]<>()]+", re.S
)
PAINTS = {b"TJ", b"Tj", b"f", b"F", b"f*", b"S", b"s", b"B", b"b", b"Do", b"sh", b"EI"}
ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
STANDARD = set(
    "Document Part Sect Div H1 H2 H3 H4 H5 H6 P BlockQuote Caption TOC TOCI L LI Lbl LBody Table TR TH TD "
    "THead TBody Span Quote Note Reference BibEntry Code Link Figure Formula".split()
)


class Tap:
    def __init__(self):
        self.n = self.bad = 0

    def check(self, name, faults):
        self.n += 1
        faults = list(faults)
        self.bad += bool(faults)
        print(("not ok" if faults else "ok"), self.n, "-", name)
        for fault in faults[:10]:
            print("#  ", fault)

    def done(self):
        print("1..%d" % self.n)
        return 1 if self.bad or not self.n else 0


class File:
    """The objects of a file by qpdf, with references followed."""

    def __init__(self, path):
        run = subprocess.run(
            ["qpdf", "--json=2", "--json-stream-data=inline", "--decode-level=generalized", path],
            capture_output=True,
        )
        self.objects = json.loads(run.stdout)["qpdf"][1]
        self.trailer = self.objects["trailer"]["value"]
        self.catalog = self.get(self.trailer["/Root"])

    def get(self, value):
        while isinstance(value, str) and REF.match(value):
            obj = self.objects["obj:" + value]
            value = obj["value"] if "value" in obj else obj["stream"]["dict"]
        return value

    def data(self, ref):
        return base64.b64decode(self.objects["obj:" + ref]["stream"]["data"])

    def pages(self):
        stack, found = [self.catalog["/Pages"]], []
        while stack:
            ref = stack.pop()
            node = self.get(ref)
            if node["/Type"] == "/Pages":
                stack.extend(reversed(self.get(node["/Kids"])))
            else:
                found.append(ref)
        return found

    def number_tree(self, ref):
        out, stack = {}, [ref]
        while stack:
            node = self.get(stack.pop())
            pairs = self.get(node.get("/Nums", []))
            out.update(zip(pairs[::2], pairs[1::2]))
            stack.extend(node.get("/Kids", []))
        return out


def text_string(value):
    """qpdf's JSON form of a string: "u:text" or "b:hex"."""
    return value[2:] if value.startswith("u:") else bytes.fromhex(value[2:]).decode("latin-1")


def literal(token):
    def one(m):
        c = m.group(1)
        return ESCAPES.get(c, c)

    return re.sub(rb"\\(.)", one, token[1:-1], flags=re.S)


def hex_text(token):
    return bytes.fromhex(token.decode("ascii").strip("<>")).decode("utf-16-be", "replace")


class Fonts:
    """Bytes of a code and ToUnicode of the fonts, by reference."""

    def __init__(self, file):
        self.file, self.maps, self.faults = file, {}, []

    def texts(self, ref):
        if ref not in self.maps:
            self.maps[ref] = self.read(ref)
        return self.maps[ref]

    def read(self, ref):
        font = self.file.get(ref)
        name = font["/BaseFont"]
        wide = font["/Subtype"] == "/Type0"
        below = self.file.get(self.file.get(font["/DescendantFonts"])[0]) if wide else font
        descriptor = self.file.get(below["/FontDescriptor"])
        if not {"/FontFile2", "/FontFile3"} & set(descriptor):
            self.faults.append("%s is not embedded" % name)
        if not re.match(r"/[A-Z]{6}\+", name):
            self.faults.append("%s has no subset tag" % name)
        if below["/Subtype"] == "/CIDFontType2" and "/CIDToGIDMap" not in below:
            self.faults.append("%s has no CIDToGIDMap" % name)
        if "/ToUnicode" not in font:
            self.faults.append("%s has no ToUnicode" % name)
            return 2, {}
        cmap = self.file.data(font["/ToUnicode"])
        pairs = re.findall(rb"^<([0-9A-F]{2}|[0-9A-F]{4})><([0-9A-F]+)>$", cmap, re.M)
        return 2 if wide else 1, {int(code, 16): hex_text(b"<" + text + b">") for code, text in pairs}


class Content:
    """One page: text of each marked-content sequence, and what is painted outside of all."""

    def __init__(self, file, fonts, ref):
        self.page = file.get(ref)
        self.texts = collections.OrderedDict()  # MCID to text
        self.artifacts, self.faults = [], []
        resources = file.get(self.page["/Resources"])
        self.fonts = {k: fonts.texts(v) for k, v in file.get(resources.get("/Font", {})).items()}
        contents = self.page["/Contents"]
        data = b"\n".join(file.data(c) for c in ([contents] if isinstance(contents, str) else contents))
        self.run(data)

    def run(self, data):
        stack, operands, font, depth, in_text = [], [], (2, {}), 0, False
        for token in TOKEN.findall(data):
            if token == b"BDC":
                stack.append(self.open(operands) + (in_text,))
            elif token == b"EMC":
                if not stack or stack.pop()[2] != in_text:
                    self.faults.append("sequences and text objects overlap")
            elif token in (b"BT", b"ET"):
                in_text = token == b"BT"
            elif token in (b"q", b"Q"):
                depth += 1 if token == b"q" else -1
            elif token == b"Tf":
                font = self.fonts.get(operands[-2].decode(), (2, {}))
            elif token in PAINTS:
                if len(stack) != 1:
                    self.faults.append("%s in %d sequences" % (token.decode(), len(stack)))
                elif token in (b"TJ", b"Tj"):
                    self.show(stack[-1], font, operands)
            elif not token[:1].isalpha():
                operands.append(token)
                continue
            operands = []
        if stack or depth or in_text:
            self.faults.append("sequences, states or text objects are left open")

    def open(self, operands):
        mcid = actual = None
        for key, value in zip(operands, operands[1:]):
            if key == b"/MCID":
                mcid = int(value)
            elif key == b"/ActualText":
                actual = hex_text(value).lstrip("\ufeff")
        if mcid is None and operands[0] != b"/Artifact":
            self.faults.append("a sequence that is neither tagged nor an artifact")
        if mcid is not None:
            if mcid in self.texts:
                self.faults.append("MCID %d twice" % mcid)
            self.texts[mcid] = actual or ""
        return mcid, actual

    def show(self, sequence, font, operands):
        mcid, actual = sequence[:2]
        text = ""
        for token in operands:
            if token[:1] == b"(":
                codes = literal(token)
                for i in range(0, len(codes), font[0]):
                    code = int.from_bytes(codes[i : i + font[0]], "big")
                    if code not in font[1]:
                        self.faults.append("code %04X has no text" % code)
                    text += font[1].get(code, "")
        if mcid is None:
            self.artifacts.append(text)
        elif actual is None:
            self.texts[mcid] += text


class Structure:
    """The tree in document order, checked against parent tree and pages."""

    def __init__(self, file, contents):
        self.file, self.contents = file, contents
        self.faults, self.text, self.roles, self.objects = [], [], [], {}
        self.seen = set()
        root_ref = file.catalog["/StructTreeRoot"]
        root = file.get(root_ref)
        self.parents = file.number_tree(root["/ParentTree"])
        stack = [(root["/K"], root_ref, None)]
        while stack:
            kid, parent, page = stack.pop()
            below = self.visit(kid, parent, page)
            stack.extend(reversed(below))

    def visit(self, kid, parent, page):
        if isinstance(kid, int):
            self.content(page, kid, parent)
            return []
        d = self.file.get(kid)
        kind = d.get("/Type") if isinstance(d, dict) else None
        if kind == "/MCR":
            self.content(d.get("/Pg", page), d["/MCID"], parent)
            return []
        if kind == "/OBJR":
            self.objects[d["/Obj"]] = parent
            return []
        role = d["/S"][1:]
        self.roles.append(role)
        if role not in STANDARD:
            self.faults.append("%s is no standard type" % role)
        if d["/P"] != parent:
            self.faults.append("%s %s has another parent" % (role, kid))
        if role in ("Figure", "Formula") and not ({"/Alt", "/ActualText"} & set(d)):
            self.faults.append("%s %s says nothing to those who do not see it" % (role, kid))
        if role == "Note" and "/ID" not in d:
            self.faults.append("a note without an identifier")
        kids = self.file.get(d.get("/K", []))
        kids = kids if isinstance(kids, list) else [kids]
        return [(k, kid, d.get("/Pg", page)) for k in kids]

    def content(self, page, mcid, parent):
        content = self.contents.get(page)
        if content is None or mcid not in content.texts or (page, mcid) in self.seen:
            self.faults.append("MCID %s is not on its page, or is in the tree twice" % mcid)
            return
        self.seen.add((page, mcid))
        self.text.append(content.texts[mcid])
        row = self.file.get(self.parents.get(content.page.get("/StructParents"), []))
        if mcid >= len(row) or row[mcid] != parent:
            self.faults.append("the parent tree has another element for MCID %d" % mcid)

    def orphans(self):
        for page, content in self.contents.items():
            for mcid in content.texts:
                if (page, mcid) not in self.seen:
                    yield "MCID %d of %s is in no element" % (mcid, page)

    def links(self):
        for content in self.contents.values():
            for ref in self.file.get(content.page.get("/Annots", [])):
                a = self.file.get(ref)
                owner = self.objects.get(ref)
                if owner is None or self.parents.get(a.get("/StructParent")) != owner:
                    yield "%s is not in the tree" % ref
                elif self.file.get(owner)["/S"] != "/Link":
                    yield "%s is in no Link" % ref
                if not a.get("/Contents"):
                    yield "%s does not say what it is" % ref

    def headings(self):
        last = 0
        for role in self.roles:
            if re.fullmatch("H[1-6]", role):
                if int(role[1]) > last + 1:
                    yield "H%d is followed by %s" % (last, role)
                last = int(role[1])


def letters(text):
    """What is left when line breaks and hyphenation do not matter."""
    return re.sub(r"[\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\u2010-]+", "", unicodedata.normalize("NFKC", text))


def prose(source):
    """Runs of plain words from the paragraphs of a Markdown file, where nothing has a meaning of its own."""
    body = re.sub(r"\A---\n.*?\n(---|\.\.\.)\n", "", source, flags=re.S)
    body = re.sub(r"^(```|~~~).*?^\1", "", body, flags=re.S | re.M)
    body = re.sub(r"<!--.*?-->", "|", body, flags=re.S)
    body = re.sub(r"^<(\w+).*?</\1>", "", body, flags=re.S | re.M)
    body = re.sub(r"\]\([^()]*(\([^()]*\)[^()]*)*\)", "]", body)
    for block in re.split(r"\n\s*\n", body.strip()):
        if not re.match(r"[A-Za-z]", block):
            continue
        for run in re.findall(r"[A-Za-z ,\n]{30,}", block):
            words = run.split()[1:-1]
            if len(words) >= 4:
                yield " ".join(words)


def out_of_order(source, text):
    text, at = letters(text), 0
    for run in prose(source):
        found = text.find(letters(run), at)
        if found < 0:
            where = "out of order" if letters(run) in text else "missing"
            yield "%s: %s" % (where, run[:70])
        else:
            at = found


def metadata(file):
    xmp = file.data(file.catalog["/Metadata"]).decode("utf-8")
    info = file.get(file.trailer["/Info"])
    for key, tag in (("/Title", "dc:title"), ("/Author", "dc:creator"), ("/Keywords", "pdf:Keywords")):
        if key in info:
            value = text_string(info[key]).replace("&", "&amp;").replace("<", "&lt;")
            if not re.search("<%s>.*%s.*</%s>" % (tag, re.escape(value.replace(">", "&gt;")), tag), xmp):
                yield "%s is not %s" % (key, tag)
    for name in ("pdfuaid:part", "pdfaid:part", "pdfaid:conformance"):
        if "<%s>" % name not in xmp:
            yield "no %s" % name
    if file.get(file.catalog["/ViewerPreferences"]).get("/DisplayDocTitle") is not True:
        yield "the title is not shown"
    for key in ("/Lang", "/OutputIntents", "/MarkInfo"):
        if key not in file.catalog:
            yield "no %s" % key


def look(tap, path, source):
    name = os.path.basename(path)
    qpdf = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True)
    tap.check(name + ": qpdf finds no fault", [] if qpdf.returncode == 0 else qpdf.stderr.splitlines())
    file = File(path)
    fonts = Fonts(file)
    contents = {ref: Content(file, fonts, ref) for ref in file.pages()}
    tap.check(name + ": fonts are embedded subsets", fonts.faults)
    tap.check(name + ": all content is marked", [f for c in contents.values() for f in c.faults])
    tree = Structure(file, contents)
    tap.check(name + ": trees agree", tree.faults + list(tree.orphans()))
    tap.check(name + ": links are tagged", tree.links())
    tap.check(name + ": headings do not jump", tree.headings())
    tap.check(name + ": metadata agree", metadata(file))
    plain = subprocess.run(["pdftotext", path, "-"], capture_output=True).stdout.decode("utf-8")
    painted = "".join(tree.text) + "".join(t for c in contents.values() for t in c.artifacts)
    other = collections.Counter(letters(plain))
    other.subtract(letters(painted))
    tap.check(
        name + ": what is painted is what is copied",
        ["%r: %+d" % (c, n) for c, n in sorted(other.items()) if n],
    )
    if source is not None:
        tap.check(name + ": prose is read in its order", out_of_order(source, "".join(tree.text)))


def main(arguments):
    tap = Tap()
    if len(arguments) == 2 and all(os.path.isdir(a) for a in arguments):
        for name in sorted(os.listdir(arguments[0])):
            if name.endswith(".md"):
                with open(os.path.join(arguments[0], name), encoding="utf-8") as f:
                    look(tap, os.path.join(arguments[1], name[:-3] + ".pdf"), f.read())
    else:
        for path in arguments:
            look(tap, path, None)
    return tap.done()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
