# SPDX-License-Identifier: MIT
"""Looks whether PDFs are what they claim to be: PDF/A-1b, -2, -3, -4, PDF/UA-1 and -2.

    standards.py FILE.pdf...            each file against what its metadata claim; TAP
    standards.py --claims=a-1b FILE...  and that just this is claimed

Every rule stands once, below, with its clause: of ISO 19005-1 to -4 (A1 to A4), ISO 14289-1 and -2 (U1, U2). A rule
is a function that yields faults; RULES is the list of them. tests/pdf/standards_broken.py breaks a sound file for
each of them and looks that it is seen. What needs a font's outlines is left to others; widths are compared.
"""
import base64
import collections
import json
import os
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET

REF = re.compile(r"^(\d+) (\d+) R$")
TOKEN = re.compile(
    rb"\((?:\\.|[^\\()])*\)|<<|>>|<[0-9A-Fa-f\s]*>|\[|\]|/[^\s/\[\]<>(){}%]*|[^\s/\[\]<>(){}%]+", re.S
)
PDF2 = "http://iso.org/pdf2/ssn"
PDF1 = "http://iso.org/pdf/ssn"
MATHML = "http://www.w3.org/1998/Math/MathML"
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
DC = "{http://purl.org/dc/elements/1.1/}"
AID = "{http://www.aiim.org/pdfa/ns/id/}"
UAID = "{http://www.aiim.org/pdfua/ns/id/}"
EXTENSION = "{http://www.aiim.org/pdfa/ns/extension/}"
# What each claim is called in rules.
ALL = "A1 A2 A3 A4 U1 U2"
ANY_A = "A1 A2 A3 A4"
LATER_A = "A2 A3 A4"
ANY_UA = "U1 U2"
RULES = []


def rule(clause, standards):
    """Registers a rule; `clause` is that of the first of the standards that has it."""

    def register(function):
        function.clause, function.standards = clause, set(standards.split())
        RULES.append(function)
        return function

    return register


# ---- the file


class Pdf:
    """Objects by qpdf with references followed; the bytes as they are."""

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as f:
            self.bytes = f.read()
        call = ["qpdf", "--json=2", path, "--json-stream-data=inline", "--decode-level=generalized"]
        self.objects = json.loads(subprocess.run(call, capture_output=True).stdout)["qpdf"][1]
        call = ["qpdf", "--json=2", path, "--json-stream-data=none", "--decode-level=none"]
        self.raw = json.loads(subprocess.run(call, capture_output=True).stdout)["qpdf"][1]
        self.trailer = self.objects["trailer"]["value"]
        self.catalog = self.get(self.trailer["/Root"])
        self.xmp = self.data(self.catalog["/Metadata"]) if "/Metadata" in self.catalog else b""
        self.claims, self.level = self.read_claims()
        self.pages = self.read_pages()
        self.cache = {}

    def get(self, value):
        for _ in range(50):
            if not (isinstance(value, str) and REF.match(value)):
                break
            obj = self.objects.get("obj:" + value, {})
            value = obj["value"] if "value" in obj else obj.get("stream", {}).get("dict")
        return value

    def key(self, value, *names):
        """The value at a path of keys, or None."""
        value = self.get(value)
        for name in names:
            value = self.get(value.get(name)) if isinstance(value, dict) else None
        return value

    def list(self, value):
        """What stands in an array, or alone."""
        found = self.get(value)
        return found if isinstance(found, list) else [] if found is None else [value]

    def data(self, ref):
        return base64.b64decode(self.objects["obj:" + ref]["stream"].get("data", ""))

    def is_stream(self, ref):
        return isinstance(ref, str) and "stream" in self.objects.get("obj:" + ref, {})

    def streams(self):
        """(reference, dictionary as in the file) of all streams."""
        for key, obj in self.raw.items():
            if "stream" in obj:
                yield key[4:], obj["stream"]["dict"]

    def values(self):
        """(object, value) of everything, however deep."""
        for key, obj in self.raw.items():
            stack = [obj["value"] if "value" in obj else obj["stream"]["dict"]]
            while stack:
                value = stack.pop()
                yield key, value
                if isinstance(value, dict):
                    stack.extend(value.values())
                elif isinstance(value, list):
                    stack.extend(value)

    def dicts(self):
        return ((key, value) for key, value in self.values() if isinstance(value, dict))

    def read_pages(self):
        stack, found, seen = [self.catalog["/Pages"]], [], set()
        while stack:
            ref = stack.pop()
            node = self.get(ref)
            if ref in seen:
                continue
            seen.add(ref)
            if node.get("/Type") == "/Pages":
                stack.extend(reversed(self.get(node["/Kids"])))
            else:
                found.append(ref)
        return found

    def read_claims(self):
        self.root = None
        try:
            self.root = ET.fromstring(self.xmp.decode("utf-8").strip("\ufeff\0 \n")) if self.xmp else None
        except (ET.ParseError, UnicodeDecodeError):
            pass
        text = self.xmp.decode("latin-1")
        claims, level = set(), ""
        part = re.search(r"pdfaid:part(?:>|=\")(\d)", text)
        if part:
            claims.add("A" + part.group(1))
            conformance = re.search(r"pdfaid:conformance(?:>|=\")(\w)", text)
            level = conformance.group(1) if conformance else ""
        part = re.search(r"pdfuaid:part(?:>|=\")(\d)", text)
        if part:
            claims.add("U" + part.group(1))
        return claims, level

    def property(self, name):
        return [e for e in self.root.iter(name)] if self.root is not None else []

    # -- content streams

    def contents(self):
        """Each content stream: (what it is, data, resources, whether it is a page's)."""
        if "contents" in self.cache:
            return self.cache["contents"]
        out, seen, stack = [], set(), []
        for ref in self.pages:
            page = self.get(ref)
            data = b"\n".join(self.data(c) for c in self.list(page.get("/Contents")) if self.is_stream(c))
            resources = page.get("/Resources")
            out.append((ref, data, self.get(resources) or {}, True))
            stack.append(resources)
        while stack:
            resources = self.get(stack.pop()) or {}
            found = list((self.get(resources.get("/XObject")) or {}).values())
            found += list((self.get(resources.get("/Pattern")) or {}).values())
            for font in (self.get(resources.get("/Font")) or {}).values():
                font = self.get(font) or {}
                if font.get("/Subtype") == "/Type3" and id(font) not in seen:
                    seen.add(id(font))
                    own = font.get("/Resources", resources)
                    stack.append(own)
                    for proc in (self.get(font.get("/CharProcs")) or {}).values():
                        out.append((proc, self.data(proc), self.get(own) or {}, False))
            for state in (self.get(resources.get("/ExtGState")) or {}).values():
                group = self.key(state, "/SMask")
                if isinstance(group, dict) and "/G" in group:
                    found.append(group["/G"])
            for ref in found:
                entry = self.get(ref) or {}
                content = entry.get("/Subtype") == "/Form" or entry.get("/PatternType") == 1
                if content and self.is_stream(ref) and ref not in seen:
                    seen.add(ref)
                    own = entry.get("/Resources", {})
                    out.append((ref, self.data(ref), self.get(own) or {}, False))
                    stack.append(own)
        self.cache["contents"] = out
        return out

    def operators(self, data):
        """(operator, operands); an inline image is BI, ID and EI with its keys."""
        operands, at = [], 0
        while True:
            m = TOKEN.search(data, at)
            if not m:
                return
            token, at = m.group(0), m.end()
            if re.fullmatch(rb"[A-Za-z'\"][A-Za-z0-9*'\"]*", token) and token not in (b"true", b"false", b"null"):
                yield token.decode("latin-1"), operands
                operands = []
                if token == b"ID":
                    end = re.compile(rb"\sEI(?=[\s/]|$)").search(data, at)
                    at = end.start() if end else len(data)
            else:
                operands.append(token)

    # -- fonts

    def fonts(self):
        """All font dictionaries that resources name: reference or None, dictionary."""
        if "fonts" not in self.cache:
            out = {}
            for _, _, resources, _ in self.contents():
                for ref in (self.get(resources.get("/Font")) or {}).values():
                    font = self.get(ref) or {}
                    out[id(font)] = (ref, font)
            self.cache["fonts"] = list(out.values())
        return self.cache["fonts"]

    def descendant(self, font):
        return self.get(self.list(font.get("/DescendantFonts"))[0]) if "/DescendantFonts" in font else font

    def program(self, font):
        descriptor = self.get(self.descendant(font).get("/FontDescriptor")) or {}
        for key in ("/FontFile", "/FontFile2", "/FontFile3"):
            if key in descriptor:
                return key, descriptor[key], descriptor
        return None, None, descriptor

    def to_unicode(self, font):
        if not self.is_stream(font.get("/ToUnicode", "")):
            return None
        cmap, out = self.data(font["/ToUnicode"]).decode("latin-1"), {}
        for block in re.findall(r"beginbfchar(.*?)endbfchar", cmap, re.S):
            for code, text in re.findall(r"<([0-9A-Fa-f\s]+)>\s*<([0-9A-Fa-f\s]*)>", block):
                out[int(code, 16)] = utf16(text)
        for block in re.findall(r"beginbfrange(.*?)endbfrange", cmap, re.S):
            for a, b, text in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f\s]*)>", block):
                first = utf16(text)
                for i in range(int(a, 16), min(int(b, 16), int(a, 16) + 65535) + 1):
                    out[i] = first[:-1] + chr(ord(first[-1]) + i - int(a, 16)) if first else ""
            for a, b, texts in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*\[(.*?)\]", block, re.S):
                for i, text in enumerate(re.findall(r"<([0-9A-Fa-f\s]*)>", texts)):
                    out[int(a, 16) + i] = utf16(text)
        return out

    def shown(self):
        """(font, code, ActualText above it) of all text that is shown, each once."""
        if "shown" in self.cache:
            return self.cache["shown"]
        out = {}
        for _, data, resources, _ in self.contents():
            fonts, font, stack = self.get(resources.get("/Font")) or {}, None, []
            for op, operands in self.operators(data):
                if op == "Tf" and len(operands) > 1:
                    font = self.get(fonts.get(operands[-2].decode("latin-1")))
                elif op in ("BDC", "BMC"):
                    stack.append(b"/ActualText" in operands)
                elif op == "EMC" and stack:
                    stack.pop()
                elif op in ("Tj", "TJ", "'", '"') and font is not None:
                    wide = font.get("/Subtype") == "/Type0"
                    for token in operands:
                        codes = string_bytes(token)
                        for i in range(0, len(codes), 2 if wide else 1):
                            code = int.from_bytes(codes[i : i + (2 if wide else 1)], "big")
                            out[id(font), code, any(stack)] = (font, code, any(stack))
        self.cache["shown"] = list(out.values())
        return self.cache["shown"]

    # -- structure

    def tree(self):
        if "tree" not in self.cache:
            self.cache["tree"] = Tree(self) if "/StructTreeRoot" in self.catalog else None
        return self.cache["tree"]

    def annotations(self):
        for page in self.pages:
            for ref in self.list(self.get(page).get("/Annots")):
                yield page, ref, self.get(ref) or {}

    def name_tree(self, ref):
        out, stack = {}, [ref]
        while stack:
            node = self.get(stack.pop()) or {}
            pairs = self.list(node.get("/Names"))
            out.update(zip(pairs[::2], pairs[1::2]))
            stack.extend(self.list(node.get("/Kids")))
        return out

    def destination(self, value):
        """What a destination leads to, names followed; None when there is no such name."""
        value = self.get(value)
        if isinstance(value, str) and value[:2] in ("u:", "b:"):
            if "dests" not in self.cache:
                self.cache["dests"] = self.name_tree(self.key(self.catalog, "/Names", "/Dests"))
            value = self.get(self.cache["dests"].get(value))
        return value


class Element:
    def __init__(self, ref, entries, parent):
        self.ref, self.d, self.parent = ref, entries, parent
        self.kids, self.content, self.objects = [], [], []
        self.type = entries.get("/S", "/")[1:]
        self.kind, self.space = self.type, PDF1


class Tree:
    """Structure elements in document order; types by role maps."""

    def __init__(self, pdf):
        self.pdf, self.root_ref = pdf, pdf.catalog["/StructTreeRoot"]
        self.root = pdf.get(self.root_ref)
        self.elements, self.by_ref, self.faults = [], {}, []
        self.parents, stack = {}, [self.root.get("/ParentTree")]
        while stack:
            node = pdf.get(stack.pop()) or {}
            pairs = pdf.list(node.get("/Nums"))
            self.parents.update(zip(pairs[::2], pairs[1::2]))
            stack.extend(pdf.list(node.get("/Kids")))
        self.top = []
        stack = [(k, None, None) for k in reversed(pdf.list(self.root.get("/K")))]
        self.pieces, self.annots = {}, {}
        while stack:
            kid, parent, page = stack.pop()
            if isinstance(kid, int):
                self.piece(page, kid, parent)
                continue
            d = pdf.get(kid) or {}
            if d.get("/Type") == "/MCR":
                self.piece(d.get("/Pg", page), d.get("/MCID"), parent)
            elif d.get("/Type") == "/OBJR":
                parent.objects.append(d.get("/Obj"))
                parent.kids.append("OBJ")
                self.annots[d.get("/Obj")] = parent
            elif kid in self.by_ref:
                self.faults.append("%s is in the tree twice" % kid)
            else:
                e = Element(kid, d, parent)
                self.resolve(e)
                self.elements.append(e)
                self.by_ref[kid] = e
                (parent.kids if parent else self.top).append(e)
                kids = pdf.list(d.get("/K"))
                stack.extend((k, e, d.get("/Pg", page)) for k in reversed(kids))

    def piece(self, page, mcid, parent):
        parent.kids.append("MC")
        parent.content.append((page, mcid))
        if (page, mcid) in self.pieces:
            self.faults.append("MCID %s of %s is in the tree twice" % (mcid, page))
        self.pieces[page, mcid] = parent

    def resolve(self, e):
        """The standard type that a type stands for (ISO 32000-2, 14.8.6)."""
        pdf, seen = self.pdf, set()
        space = pdf.get(e.d.get("/NS"))
        kind = "/" + e.type
        maps = pdf.get(self.root.get("/RoleMap")) or {}
        while True:
            uri = text_of(space.get("/NS", "")) if space else PDF1
            if (uri, kind) in seen:
                self.faults.append("%s is mapped in a circle" % e.type)
                break
            seen.add((uri, kind))
            to = (pdf.get(space.get("/RoleMapNS")) or {}).get(kind) if space else maps.get(kind)
            if to is None:
                break
            to = pdf.get(to)
            kind, space = (to[0], pdf.get(to[1])) if isinstance(to, list) else (to, None)
        e.kind, e.space = kind[1:], uri


def utf16(digits):
    return bytes.fromhex("".join(digits.split())).decode("utf-16-be", "replace")


def string_bytes(token):
    """The bytes of a string in a content stream; none of other tokens."""
    if token[:1] == b"<" and token[:2] != b"<<":
        digits = b"".join(token.strip(b"<>").split()).decode("ascii")
        return bytes.fromhex(digits + "0" * (len(digits) % 2))
    if token[:1] != b"(":
        return b""
    plain = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}

    def one(m):
        c = m.group(1)
        return bytes([int(c, 8) & 255]) if c[:1].isdigit() else plain.get(c, b"" if c == b"\n" else c)

    return re.sub(rb"\\([0-7]{1,3}|\r\n|.)", one, token[1:-1], flags=re.S)


def text_of(value):
    """qpdf's form of a string: "u:text" or "b:hex"."""
    if not isinstance(value, str):
        return ""
    return value[2:] if value.startswith("u:") else bytes.fromhex(value[2:]).decode("latin-1") if value.startswith("b:") else value


def is_private(text):
    return any(0xE000 <= ord(c) <= 0xF8FF or (ord(c) >= 0xF0000 and ord(c) % 0x10000 < 0xFFFE) for c in text)


# ---- the bytes


@rule("6.1.2", ALL)
def header(pdf):
    """The version that the standard is about, then a comment that shows that the file is binary."""
    m = re.match(rb"%PDF-(\d)\.(\d)(\r\n|\r|\n)%([^\r\n]{4})", pdf.bytes)
    if not m or min(m.group(4)) < 128:
        yield "the file does not begin with its version and four bytes over 127"
        return
    if ("A4" in pdf.claims or "U2" in pdf.claims) != (m.group(1) == b"2"):
        yield "the version is %s" % m.group(0)[5:8].decode()
    if "A1" in pdf.claims and m.group(2) > b"4":
        yield "PDF/A-1 is PDF 1.4"


@rule("6.1.3", ANY_A)
def identifier(pdf):
    ids = pdf.list(pdf.trailer.get("/ID"))
    if len(ids) != 2 or not all(len(i) > 2 for i in ids):
        yield "the trailer has no /ID"


@rule("6.1.3", ALL)
def not_encrypted(pdf):
    if "/Encrypt" in pdf.trailer:
        yield "the file is encrypted"


@rule("6.1.3", ANY_A)
def ending(pdf):
    if not re.search(rb"%%EOF(\r\n|\r|\n)?$", pdf.bytes):
        yield "there is something behind the end"


@rule("6.1.3", "A4")
def no_info(pdf):
    if "/Info" in pdf.trailer and "/PieceInfo" not in pdf.catalog:
        yield "the trailer has an /Info"


@rule("6.1.4", "A1")
def old_references(pdf):
    """PDF 1.4 has neither streams of references nor of objects."""
    for ref, d in pdf.streams():
        if d.get("/Type") in ("/XRef", "/ObjStm"):
            yield "%s is a %s" % (ref, d["/Type"])
    if not re.search(rb"[\r\n]xref(\r\n|\r|\n)\d+ \d+(\r\n|\r|\n| )", pdf.bytes) or b"/ObjStm" in pdf.bytes:
        yield "there is no table of references"


@rule("6.1.8", ANY_A)
def objects_spelt(pdf):
    """Objects that stand by themselves: number, generation and `obj` with one space between, on lines of their own."""
    run = subprocess.run(["qpdf", "--show-xref", pdf.path], capture_output=True, text=True)
    for offset in re.findall(r"uncompressed; offset = (\d+)", run.stdout):
        at = int(offset)
        if not re.compile(rb"\d+ \d+ obj[\r\n]").match(pdf.bytes, at) or pdf.bytes[at - 1] not in b"\r\n":
            yield "the object at %d begins oddly" % at


@rule("6.1.7", ANY_A)
def streams_spelt(pdf):
    """`stream` and `endstream` have their ends of lines, and /Length is what lies between."""
    at = 0
    while True:
        m = re.compile(rb"/Length (\d+)( \d+ R)?[^%]{0,2000}?>>\s*stream(\r\n|\n|)").search(pdf.bytes, at)
        if not m:
            return
        if not m.group(3):
            yield "a stream does not begin a line"
            return
        length = int(m.group(1))
        if m.group(2):
            length = pdf.get("%d 0 R" % length)
            length = length if isinstance(length, int) else -1
        if not re.compile(rb"(\r\n|\r|\n)endstream\b").match(pdf.bytes, m.end() + length):
            yield "the stream at %d is not as long as it says" % m.end()
            return
        at = m.end() + length


@rule("6.1.6", ANY_A)
def hexadecimal(pdf):
    for ref, data, _, _ in pdf.contents():
        for token in TOKEN.findall(data):
            if token[:1] == b"<" and token[:2] != b"<<" and len(b"".join(token[1:-1].split())) % 2:
                yield "%s has half a byte: %s" % (ref, token[:20])


@rule("6.1.12", "A1 A2 A3")
def limits(pdf):
    old = "A1" in pdf.claims
    longest = 65535 if old else 32767
    if len(pdf.objects) > 8388607:
        yield "too many objects"
    for key, value in pdf.values():
        if isinstance(value, bool) or value is None:
            continue
        if isinstance(value, int) and not -(2**31) <= value < 2**31:
            yield "%s: the number %d" % (key, value)
        elif isinstance(value, float) and abs(value) > (32767 if old else 3.403e38):
            yield "%s: the number %g" % (key, value)
        elif isinstance(value, list) and old and len(value) > 8191:
            yield "%s: an array of %d" % (key, len(value))
        elif isinstance(value, dict) and old and len(value) > 4095:
            yield "%s: a dictionary of %d" % (key, len(value))
        elif isinstance(value, str) and value[:2] == "u:":
            plain = all(ord(c) < 128 for c in value)
            if len(value) - 2 > longest or (not plain and len(value[2:].encode("utf-16")) > longest):
                yield "%s: a string of %d" % (key, len(value))
        elif isinstance(value, str) and value[:2] == "b:" and len(value) // 2 - 1 > longest:
            yield "%s: a string of %d" % (key, len(value))
        if isinstance(value, dict):
            for name in list(value) + [v for v in value.values() if isinstance(v, str)]:
                if name[:1] == "/" and len(re.sub("#[0-9a-fA-F]{2}", "x", name).encode()) > 128:
                    yield "%s: the name %s" % (key, name[:40])
        if isinstance(value, list) and value[:1] == ["/DeviceN"] and len(pdf.list(value[1])) > (8 if old else 32):
            yield "%s: %d colours" % (key, len(pdf.list(value[1])))
    for ref, data, _, _ in pdf.contents():
        depth = 0
        for op, operands in pdf.operators(data):
            depth += (op == "q") - (op == "Q")
            if depth > 28:
                yield "%s: q in q, %d deep" % (ref, depth)
                break
            for token in operands:
                if token[:1] in b"(<" and len(string_bytes(token)) > longest:
                    yield "%s: a string of %d" % (ref, len(token))
                if old and re.fullmatch(rb"[-+]?\d*\.?\d+", token) and abs(float(token)) > 32767 and b"." in token:
                    yield "%s: the number %s" % (ref, token.decode())


@rule("6.1.10", ANY_A)
def filters(pdf):
    good = {"/ASCIIHexDecode", "/ASCII85Decode", "/FlateDecode", "/RunLengthDecode", "/CCITTFaxDecode", "/JBIG2Decode", "/DCTDecode"}
    if "A1" not in pdf.claims:
        good.add("/JPXDecode")
    for ref, d in pdf.streams():
        for name in pdf.list(d.get("/Filter")):
            if name not in good:
                yield "%s is packed by %s" % (ref, name)


@rule("6.1.7", ANY_A)
def no_outside_streams(pdf):
    for ref, d in pdf.streams():
        for key in {"/F", "/FFilter", "/FDecodeParms"} & set(d):
            yield "%s has %s" % (ref, key)


@rule("6.1.13", ANY_A)
def no_layers(pdf):
    """Later parts allow layers under conditions; files of ours have none."""
    if "/OCProperties" in pdf.catalog:
        yield "there are layers"


@rule("6.6", ALL)
def catalog_is_calm(pdf):
    """Nothing happens by itself, nothing is there in two ways."""
    for key in ("/AA", "/OpenAction", "/AcroForm", "/NeedsRendering", "/Requirements", "/Perms", "/Collection"):
        if key in pdf.catalog:
            yield "the catalog has %s" % key
    for key in ("/AlternatePresentations", "/JavaScript"):
        if key in (pdf.key(pdf.catalog, "/Names") or {}):
            yield "there are %s" % key
    for ref in pdf.pages:
        for key in {"/AA", "/PresSteps", "/Trans"} & set(pdf.get(ref)):
            yield "page %s has %s" % (ref, key)
    version = pdf.catalog.get("/Version")
    if version and "A4" in pdf.claims and not re.fullmatch(r"/2\.\d", version):
        yield "the catalog's version is %s" % version


@rule("6.6.1", ANY_A)
def actions(pdf):
    for _, ref, d in pdf.annotations():
        action = pdf.get(d.get("/A"))
        if action and action.get("/S") not in ("/GoTo", "/GoToR", "/URI", "/Named", "/Thread"):
            yield "%s does %s" % (ref, action.get("/S"))
        if action and action.get("/S") == "/Named" and action.get("/N") not in ("/NextPage", "/PrevPage", "/FirstPage", "/LastPage"):
            yield "%s does %s" % (ref, action.get("/N"))
        if "/AA" in d:
            yield "%s has actions of its own" % ref


# ---- colours and pictures


@rule("6.2.2", ANY_A)
def output_intent(pdf):
    intents = [pdf.get(i) for i in pdf.list(pdf.catalog.get("/OutputIntents"))]
    intents = [i for i in intents if i.get("/S") == "/GTS_PDFA1"]
    if not intents:
        yield "there is no output intent"
        return
    if len({i.get("/DestOutputProfile") for i in intents}) > 1 or any("/DestOutputProfileRef" in i for i in intents):
        yield "the intents do not agree"
    ref = intents[0].get("/DestOutputProfile")
    if not pdf.is_stream(ref):
        yield "the intent has no profile"
        return
    profile, n = pdf.data(ref), pdf.get(ref).get("/N")
    if profile[12:16] not in (b"mntr", b"prtr") or profile[16:20] != b"RGB " or profile[36:40] != b"acsp" or n != 3:
        yield "the profile is none of a display in RGB"
    elif int.from_bytes(profile[:4], "big") != len(profile):
        yield "the profile is not as long as it says"
    elif profile[8] > (2 if "A1" in pdf.claims else 4):
        yield "the profile's version is %d" % profile[8]


@rule("6.2.3", ANY_A)
def device_colours(pdf):
    """The intent is of RGB: no colours of a press."""
    for ref, data, resources, _ in pdf.contents():
        if "/DefaultCMYK" in (pdf.get(resources.get("/ColorSpace")) or {}):
            continue
        for op, operands in pdf.operators(data):
            if op in ("k", "K") or b"/DeviceCMYK" in operands or (op == "ID" and b"/CMYK" in operands):
                yield "%s paints in CMYK" % ref
                break
    for key, value in pdf.values():
        if isinstance(value, list) and "/DeviceCMYK" in value or isinstance(value, dict) and "/DeviceCMYK" in (value.get("/ColorSpace"), value.get("/CS")):
            yield "%s is in CMYK" % key


@rule("6.2.3.2", ANY_A)
def icc_profiles(pdf):
    for key, value in pdf.values():
        if isinstance(value, list) and value[:1] == ["/ICCBased"] and len(value) > 1 and pdf.is_stream(value[1]):
            data = pdf.data(value[1])
            if data[8:9] > (b"\2" if "A1" in pdf.claims else b"\4") or data[36:40] != b"acsp":
                yield "%s has a profile that is not read" % key


def images(pdf):
    return [(ref, d) for ref, d in pdf.streams() if d.get("/Subtype") == "/Image"]


@rule("6.2.4", ANY_A)
def pictures(pdf):
    depths = (None, 1, 2, 4, 8) if "A1" in pdf.claims else (None, 1, 2, 4, 8, 16)
    for ref, d in images(pdf):
        for key in {"/Alternates", "/OPI"} & set(d):
            yield "%s has %s" % (ref, key)
        if d.get("/Interpolate") is True:
            yield "%s is smoothed" % ref
        if d.get("/BitsPerComponent") not in depths:
            yield "%s has %s bits" % (ref, d.get("/BitsPerComponent"))
    for ref, data, _, _ in pdf.contents():
        for op, operands in pdf.operators(data):
            if op == "ID":
                pairs = dict(zip(operands[::2], operands[1::2]))
                if b"true" in (pairs.get(b"/I"), pairs.get(b"/Interpolate")) or {b"/LZW", b"/LZWDecode", b"/Crypt"} & set(operands):
                    yield "%s has a picture that is smoothed or packed by LZW" % ref


@rule("6.2.5", ANY_A)
def forms(pdf):
    for ref, d in pdf.streams():
        if d.get("/Subtype") == "/Form":
            for key in {"/OPI", "/PS", "/Ref", "/Subtype2"} & set(d):
                yield "%s has %s" % (ref, key)
        if d.get("/Subtype") == "/PS":
            yield "%s is PostScript" % ref


BLENDS = set("/Normal /Compatible /Multiply /Screen /Overlay /Darken /Lighten /ColorDodge /ColorBurn /HardLight /SoftLight /Difference /Exclusion /Hue /Saturation /Color /Luminosity".split())


def states(pdf):
    for _, _, resources, _ in pdf.contents():
        for ref in (pdf.get(resources.get("/ExtGState")) or {}).values():
            yield ref, pdf.get(ref) or {}


@rule("6.2.8", ANY_A)
def graphics_states(pdf):
    for ref, d in states(pdf):
        for key in {"/TR", "/HTP", "/HTO"} & set(d):
            yield "%s has %s" % (ref, key)
        if d.get("/TR2", "/Default") != "/Default":
            yield "%s has /TR2" % ref
        if d.get("/RI", "/RelativeColorimetric") not in ("/RelativeColorimetric", "/AbsoluteColorimetric", "/Perceptual", "/Saturation"):
            yield "%s has an unknown intent" % ref
        if any(b not in BLENDS for b in pdf.list(d.get("/BM"))):
            yield "%s blends by %s" % (ref, d.get("/BM"))
        halftone = pdf.get(d.get("/HT"))
        if isinstance(halftone, dict) and (halftone.get("/HalftoneType") not in (1, 5) or "/HalftoneName" in halftone):
            yield "%s has a halftone of another kind" % ref


@rule("6.4", "A1")
def nothing_clear(pdf):
    for ref, d in states(pdf):
        if d.get("/SMask", "/None") != "/None" or d.get("/ca", 1) != 1 or d.get("/CA", 1) != 1:
            yield "%s is see-through" % ref
        if any(b not in ("/Normal", "/Compatible") for b in pdf.list(d.get("/BM"))):
            yield "%s blends" % ref
    for key, d in pdf.dicts():
        if d.get("/S") == "/Transparency":
            yield "%s is a transparent group" % key
    for ref, d in images(pdf):
        if "/SMask" in d or d.get("/SMaskInData", 0):
            yield "%s has a soft mask" % ref


@rule("6.2.10", LATER_A)
def blending_space(pdf):
    if pdf.catalog.get("/OutputIntents"):
        return
    for ref in pdf.pages:
        if "/CS" not in (pdf.key(ref, "/Group") or {}):
            yield "page %s has no space to blend in" % ref


OPERATORS = set(
    "b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re "
    "RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' \"".split()
)
KINDS = {"Tf": "/Font", "Do": "/XObject", "gs": "/ExtGState", "sh": "/Shading"}


@rule("6.2.10", ANY_A)
def content_operators(pdf):
    """Operators that there are, with resources that the stream itself names."""
    for ref, data, resources, _ in pdf.contents():
        for op, operands in pdf.operators(data):
            if op not in OPERATORS:
                yield "%s: there is no operator %s" % (ref, op)
                break
            if op in KINDS and operands:
                name = [o for o in operands if o[:1] == b"/"][-1:]
                if name and name[0].decode("latin-1") not in (pdf.get(resources.get(KINDS[op])) or {}):
                    yield "%s: %s names no %s" % (ref, name[0].decode("latin-1"), KINDS[op])
            if op == "ri" and operands[-1:] and operands[-1] not in (b"/RelativeColorimetric", b"/AbsoluteColorimetric", b"/Perceptual", b"/Saturation"):
                yield "%s: an unknown intent" % ref


# ---- fonts


@rule("6.3.2", ALL)
def font_dictionaries(pdf):
    for ref, font in pdf.fonts():
        kind = font.get("/Subtype")
        if font.get("/Type") != "/Font" or kind not in ("/Type0", "/Type1", "/MMType1", "/TrueType", "/Type3"):
            yield "%s is no font" % ref
        elif kind != "/Type3" and not str(font.get("/BaseFont", "")).startswith("/"):
            yield "%s has no name" % ref
        elif kind != "/Type0":
            widths = pdf.list(font.get("/Widths"))
            if len(widths) != font.get("/LastChar", -1) - font.get("/FirstChar", 0) + 1:
                yield "%s: widths of %d characters" % (ref, len(widths))


@rule("6.3.4", ALL)
def fonts_embedded(pdf):
    for ref, font in pdf.fonts():
        key, program, _ = pdf.program(font)
        if font.get("/Subtype") == "/Type3":
            continue
        if not key or not pdf.is_stream(program):
            yield "%s is not embedded" % ref
        elif key == "/FontFile3" and pdf.get(program).get("/Subtype") not in ("/Type1C", "/CIDFontType0C", "/OpenType"):
            yield "%s is a font of no known format" % ref


@rule("6.3.3", ALL)
def composite_fonts(pdf):
    for ref, font in pdf.fonts():
        if font.get("/Subtype") != "/Type0":
            continue
        below = pdf.descendant(font)
        encoding = font.get("/Encoding")
        if encoding not in ("/Identity-H", "/Identity-V") and not pdf.is_stream(encoding):
            yield "%s is encoded by %s" % (ref, encoding)
        if "/CIDSystemInfo" not in below:
            yield "%s has no /CIDSystemInfo" % ref
        to = below.get("/CIDToGIDMap")
        if below.get("/Subtype") == "/CIDFontType2" and to != "/Identity" and not pdf.is_stream(to):
            yield "%s has no /CIDToGIDMap" % ref


@rule("7.21.4.2", ALL)
def subset_names(pdf):
    """Parts of fonts say so; ours are always such."""
    for ref, font in pdf.fonts():
        if font.get("/Subtype") == "/Type0" and not re.match(r"/[A-Z]{6}\+", font.get("/BaseFont", "")):
            yield "%s has no tag" % ref


def cff_index(data, at):
    count = int.from_bytes(data[at : at + 2], "big")
    if not count:
        return [], at + 2
    size, base = data[at + 2], at + 3
    offsets = [int.from_bytes(data[base + i * size : base + (i + 1) * size], "big") for i in range(count + 1)]
    start = base + (count + 1) * size - 1
    return [data[start + a : start + b] for a, b in zip(offsets, offsets[1:])], start + offsets[-1]


def cff_dict(data):
    out, operands, i = {}, [], 0
    while i < len(data):
        b = data[i]
        i += 1
        if b == 28:
            operands.append(struct.unpack(">h", data[i : i + 2])[0])
            i += 2
        elif b == 29:
            operands.append(struct.unpack(">i", data[i : i + 4])[0])
            i += 4
        elif b == 30:
            text = ""
            while not text.endswith("f"):
                text += "%02x" % data[i]
                i += 1
            text = text[: text.index("f")].replace("a", ".").replace("b", "E").replace("c", "E-").replace("e", "-")
            operands.append(float(text or 0))
        elif b >= 251:
            operands.append(-(b - 251) * 256 - data[i] - 108)
            i += 1
        elif b >= 247:
            operands.append((b - 247) * 256 + data[i] + 108)
            i += 1
        elif b >= 32:
            operands.append(b - 139)
        else:
            if b == 12:
                b = 1200 + data[i]
                i += 1
            out[b] = operands
            operands = []
    return out


class Cff:
    """CIDs and widths of a bare CFF program (Adobe technical notes 5176 and 5177)."""

    def __init__(self, data):
        self.data = data
        _, at = cff_index(data, data[2])
        tops, at = cff_index(data, at)
        _, at = cff_index(data, at)
        self.gsubrs, _ = cff_index(data, at)
        self.top = cff_dict(tops[0])
        self.strings, _ = cff_index(data, self.top[17][0])
        self.keyed = 1230 in self.top
        self.charset = self.read_charset()
        self.fds, self.select = [self.private(self.top)], None
        if self.keyed:
            self.fds = [self.private(cff_dict(d)) for d in cff_index(data, self.top[1236][0])[0]]
            self.select = self.read_select()
        self.scale = self.top.get(1207, [0.001])[0] * 1000

    def private(self, top):
        size, at = top.get(18, [0, 0])
        own = cff_dict(self.data[int(at) : int(at + size)])
        subrs = cff_index(self.data, int(at + own[19][0]))[0] if 19 in own else []
        return own.get(20, [0])[0], own.get(21, [0])[0], subrs

    def read_charset(self):
        n, at = len(self.strings), self.top.get(15, [0])[0]
        if at <= 2:
            return list(range(n))
        out, kind, i = [0], self.data[at], at + 1
        while len(out) < n:
            first = int.from_bytes(self.data[i : i + 2], "big")
            left = 0 if kind == 0 else int.from_bytes(self.data[i + 2 : i + 2 + kind], "big")
            out.extend(range(first, first + left + 1))
            i += 2 + kind
        return out[:n]

    def read_select(self):
        at, n = self.top[1237][0], len(self.strings)
        if self.data[at] == 0:
            return list(self.data[at + 1 : at + 1 + n])
        ranges, out = int.from_bytes(self.data[at + 1 : at + 3], "big"), []
        for i in range(ranges):
            first, fd, end = struct.unpack(">HBH", self.data[at + 3 + 3 * i : at + 8 + 3 * i])
            out.extend([fd] * (end - first))
        return out

    def width(self, glyph):
        """The first operand where there is one too many; the default else."""
        default, nominal, subrs = self.fds[self.select[glyph] if self.select else 0]
        stack, todo, even = [], [(self.strings[glyph], 0)], {1, 3, 18, 23, 19, 20}
        while todo:
            code, i = todo.pop()
            while i < len(code):
                b = code[i]
                i += 1
                if b == 28:
                    stack.append(struct.unpack(">h", code[i : i + 2])[0])
                    i += 2
                elif b == 255:
                    stack.append(struct.unpack(">i", code[i : i + 4])[0] / 65536)
                    i += 4
                elif b >= 251:
                    stack.append(-(b - 251) * 256 - code[i] - 108)
                    i += 1
                elif b >= 247:
                    stack.append((b - 247) * 256 + code[i] + 108)
                    i += 1
                elif b >= 32:
                    stack.append(b - 139)
                elif b in (10, 29):
                    table = subrs if b == 10 else self.gsubrs
                    bias = 107 if len(table) < 1240 else 1131 if len(table) < 33900 else 32768
                    todo.append((code, i))
                    code, i = table[int(stack.pop()) + bias], 0
                elif b == 11:
                    break
                elif b in even:
                    return nominal + stack[0] if len(stack) % 2 else default
                elif b in (22, 4):
                    return nominal + stack[0] if len(stack) > 1 else default
                elif b == 21:
                    return nominal + stack[0] if len(stack) > 2 else default
                elif b == 14:
                    return nominal + stack[0] if len(stack) in (1, 5) else default
                else:
                    return None
        return default


class TrueType:
    def __init__(self, data):
        self.tables = {}
        for i in range(int.from_bytes(data[4:6], "big")):
            tag, _, at, n = struct.unpack(">4sIII", data[12 + 16 * i : 28 + 16 * i])
            self.tables[tag] = data[at : at + n]
        self.n = int.from_bytes(self.tables[b"maxp"][4:6], "big")
        self.upem = int.from_bytes(self.tables[b"head"][18:20], "big")
        self.long = int.from_bytes(self.tables[b"hhea"][34:36], "big")

    def width(self, glyph):
        at = 4 * min(glyph, self.long - 1)
        return int.from_bytes(self.tables[b"hmtx"][at : at + 2], "big") * 1000 / self.upem


def cid_widths(pdf, below):
    out, w, i = {}, pdf.list(below.get("/W")), 0
    while i < len(w):
        if isinstance(pdf.get(w[i + 1]), list):
            for k, v in enumerate(pdf.get(w[i + 1])):
                out[w[i] + k] = v
            i += 2
        else:
            for k in range(w[i], w[i + 1] + 1):
                out[k] = w[i + 2]
            i += 3
    return out


def cid_program(pdf, font):
    """CIDs of a composite font's program, each with its width; None for what is not read here."""
    key, ref, _ = pdf.program(font)
    below = pdf.descendant(font)
    if key == "/FontFile3" and pdf.get(ref).get("/Subtype") == "/CIDFontType0C":
        cff = Cff(pdf.data(ref))
        cids = cff.charset if cff.keyed else range(len(cff.strings))
        return {cid: (None if cff.width(i) is None else cff.width(i) * cff.scale) for i, cid in enumerate(cids)}
    if key == "/FontFile2" and below.get("/CIDToGIDMap") == "/Identity":
        face = TrueType(pdf.data(ref))
        return {i: face.width(i) for i in range(face.n)}
    return None


@rule("6.3.5", ANY_A)
def glyph_lists(pdf):
    """PDF/A-1 wants lists of what parts of fonts have; later parts want them right when they are there."""
    for ref, font in pdf.fonts():
        key, _, descriptor = pdf.program(font)
        if not key or not re.match(r"/[A-Z]{6}\+", font.get("/BaseFont", "")):
            continue
        if font.get("/Subtype") == "/Type0":
            if "/CIDSet" not in descriptor:
                if "A1" in pdf.claims:
                    yield "%s has no /CIDSet" % ref
                continue
            bits = pdf.data(descriptor["/CIDSet"])
            listed = {8 * i + k for i, b in enumerate(bits) for k in range(8) if b & 0x80 >> k}
            program = cid_program(pdf, font)
            if program is not None and listed != set(program):
                yield "%s: the list is not that of its glyphs" % ref
        elif "A1" in pdf.claims and font.get("/Subtype") in ("/Type1", "/MMType1") and "/CharSet" not in descriptor:
            yield "%s has no /CharSet" % ref


@rule("6.3.6", ALL)
def widths(pdf):
    used = collections.defaultdict(set)
    for font, code, _ in pdf.shown():
        used[id(font)].add(code)
    for ref, font in pdf.fonts():
        if font.get("/Subtype") != "/Type0" or font.get("/Encoding") != "/Identity-H":
            continue
        program, below = cid_program(pdf, font), pdf.descendant(font)
        if program is None:
            continue
        said = cid_widths(pdf, below)
        for cid in sorted(used[id(font)]):
            if cid not in program:
                yield "%s has no glyph %d" % (ref, cid)
            elif program[cid] is not None and abs(said.get(cid, below.get("/DW", 1000)) - program[cid]) > 1:
                yield "%s: glyph %d is %s wide, not %s" % (ref, cid, program[cid], said.get(cid))


@rule("6.2.11.7.2", "A2 A3 U1 U2")
def characters(pdf):
    """From level U on: every glyph that is shown has characters."""
    if not pdf.claims & {"U1", "U2"} and pdf.level == "B":
        return
    maps = {id(font): pdf.to_unicode(font) for _, font in pdf.fonts()}
    for font, code, _ in pdf.shown():
        texts = maps.get(id(font))
        if texts is None:
            encoding = pdf.get(font.get("/Encoding"))
            names = isinstance(encoding, str) and encoding.endswith("Encoding") or isinstance(encoding, dict)
            if font.get("/Subtype") == "/Type0" or not names:
                yield "%s has no /ToUnicode" % font.get("/BaseFont")
        elif code not in texts and font.get("/Subtype") == "/Type0":
            yield "%s: %04X has no text" % (font.get("/BaseFont"), code)


@rule("6.2.10.7", "A2 A3 A4 U1 U2")
def characters_valid(pdf):
    for ref, font in pdf.fonts():
        for code, text in (pdf.to_unicode(font) or {}).items():
            if set(text) & {"\0", "\ufeff", "\ufffe"}:
                yield "%s: %04X is %r" % (ref, code, text)


@rule("6.2.11.7.3", "A2 A3 U2")
def private_characters(pdf):
    """Level A and PDF/UA-2: what is of private use has a text besides."""
    if "U2" not in pdf.claims and pdf.level != "A":
        return
    maps = {id(font): pdf.to_unicode(font) or {} for _, font in pdf.fonts()}
    for font, code, actual in pdf.shown():
        if not actual and is_private(maps[id(font)].get(code, "")):
            yield "%s: %04X is of private use" % (font.get("/BaseFont"), code)


@rule("6.2.10.8", "A4 U2")
def private_texts(pdf):
    """Texts for people have no characters of private use."""
    for key, d in pdf.dicts():
        for name in ("/ActualText",) if "U2" not in pdf.claims else ("/ActualText", "/Alt", "/Contents", "/Title", "/Desc", "/T"):
            if isinstance(d.get(name), str) and is_private(text_of(d[name])):
                yield "%s: %s" % (key, name)


@rule("6.2.11.8", "A2 A3 A4 U1 U2")
def no_missing_glyphs(pdf):
    for font, code, _ in pdf.shown():
        if font.get("/Subtype") == "/Type0" and font.get("/Encoding") == "/Identity-H" and code == 0:
            yield "%s shows a glyph that is none" % font.get("/BaseFont")


@rule("6.3.7", ALL)
def encodings(pdf):
    """TrueType fonts of letters are encoded as such; those of symbols are not."""
    for ref, font in pdf.fonts():
        if font.get("/Subtype") != "/TrueType":
            continue
        flags = pdf.program(font)[2].get("/Flags", 0)
        encoding = pdf.get(font.get("/Encoding"))
        base = encoding.get("/BaseEncoding") if isinstance(encoding, dict) else encoding
        if flags & 4 and encoding is not None:
            yield "%s is symbolic and encoded" % ref
        if not flags & 4 and base not in ("/WinAnsiEncoding", "/MacRomanEncoding"):
            yield "%s is encoded by %s" % (ref, base)


# ---- annotations

NOTES = "Text Link FreeText Line Square Circle Highlight Underline Squiggly StrikeOut Stamp Ink Popup Widget PrinterMark TrapNet".split()


@rule("6.5", ANY_A)
def annotations(pdf):
    for _, ref, d in pdf.annotations():
        kind, flags = d.get("/Subtype", "/")[1:], d.get("/F")
        if kind not in NOTES + ([] if "A1" in pdf.claims else ["Polygon", "PolyLine", "Caret", "Watermark", "Redact"]):
            yield "%s is a %s" % (ref, kind)
        if not isinstance(flags, int) or not flags & 4 or flags & (1 | 2 | 32 | (0 if "A1" in pdf.claims else 256)):
            yield "%s is not printed, or hidden" % ref
        if "A1" in pdf.claims and d.get("/CA", 1) != 1:
            yield "%s is see-through" % ref
        appearance = pdf.get(d.get("/AP"))
        if appearance is None and kind not in ("Link", "Popup") and "A1" not in pdf.claims:
            yield "%s has no appearance" % ref
        if appearance is not None and set(appearance) != {"/N"}:
            yield "%s has more appearances" % ref


@rule("7.18.1", ANY_UA)
def annotations_tagged(pdf):
    tree = pdf.tree()
    for page, ref, d in pdf.annotations():
        owner = tree.annots.get(ref) if tree else None
        if owner is None or tree.parents.get(d.get("/StructParent")) != owner.ref:
            yield "%s is not in the tree" % ref
        elif d.get("/Subtype") == "/Link" and owner.kind not in (("Link",) if "U1" in pdf.claims else ("Link", "Reference")):
            yield "%s is in a %s" % (ref, owner.kind)
        elif "/Alt" in owner.d and "/Contents" in d and owner.d["/Alt"] != d["/Contents"]:
            yield "%s says two things" % ref
        if not text_of(d.get("/Contents")) and d.get("/Subtype") == "/Link":
            yield "%s does not say what it is" % ref


@rule("7.18.3", ANY_UA)
def tab_order(pdf):
    for page in {page for page, _, _ in pdf.annotations()}:
        if pdf.get(page).get("/Tabs") != "/S":
            yield "page %s has another order" % page


# ---- metadata


@rule("6.7.2", ALL)
def metadata_stream(pdf):
    ref = pdf.catalog.get("/Metadata")
    d = dict(pdf.streams()).get(ref)
    if d is None or d.get("/Type") != "/Metadata" or d.get("/Subtype") != "/XML":
        yield "there are no metadata"
        return
    if "/Filter" in d and "A1" in pdf.claims:
        yield "the metadata are packed"
    head = re.match(rb"<\?xpacket[^>]*\?>", pdf.xmp)
    if not head or re.search(rb"\s(bytes|encoding)\s*=", head.group(0)):
        yield "the packet does not begin as it should"
    if pdf.root is None:
        yield "the metadata are no XML in UTF-8"


@rule("6.7.11", ALL)
def claims_spelt(pdf):
    def value(name):
        return (pdf.property(name) or [None])[0]

    part, level, rev = value(AID + "part"), value(AID + "conformance"), value(AID + "rev")
    if part is not None:
        good = {"1": ("A", "B"), "2": ("A", "B", "U"), "3": ("A", "B", "U"), "4": (None, "F", "E")}.get(part.text, ())
        if (level.text if level is not None else None) not in good:
            yield "PDF/A-%s has no level %s" % (part.text, level.text if level is not None else "nothing")
        if (part.text == "4") != (rev is not None) or (rev is not None and not re.fullmatch(r"\d{4}", rev.text or "")):
            yield "the year of PDF/A-%s" % part.text
    elif pdf.claims & {"A1", "A2", "A3", "A4"}:
        yield "pdfaid:part is in another namespace"
    part, rev = value(UAID + "part"), value(UAID + "rev")
    if part is not None and part.text == "2" and (rev is None or rev.text != "2024"):
        yield "the year of PDF/UA-2"
    if part is None and pdf.claims & {"U1", "U2"}:
        yield "pdfuaid:part is in another namespace"


@rule("6.7.3", "A1 A2 A3")
def info_agrees(pdf):
    info = pdf.get(pdf.trailer.get("/Info")) or {}
    places = {"/Title": (DC + "title", "Alt"), "/Author": (DC + "creator", "Seq"), "/Subject": (DC + "description", "Alt")}
    for key, (name, container) in places.items():
        if key in info:
            items = [li.text or "" for e in pdf.property(name) for li in e.iter(RDF + "li")]
            if items != [text_of(info[key])]:
                yield "%s is %r" % (key, items)
    simple = {"/Keywords": "{http://ns.adobe.com/pdf/1.3/}Keywords", "/Producer": "{http://ns.adobe.com/pdf/1.3/}Producer", "/Creator": "{http://ns.adobe.com/xap/1.0/}CreatorTool"}
    for key, name in simple.items():
        if key in info and [e.text for e in pdf.property(name)] != [text_of(info[key])]:
            yield "%s is another" % key
    for key, name in {"/CreationDate": "CreateDate", "/ModDate": "ModifyDate"}.items():
        if key in info:
            digits = re.sub(r"\D", "", text_of(info[key]))[:14]
            said = [re.sub(r"\D", "", e.text)[:14] for e in pdf.property("{http://ns.adobe.com/xap/1.0/}" + name)]
            if said != [digits]:
                yield "%s is %r" % (key, said)


KNOWN = (DC, AID, "{http://ns.adobe.com/xap/1.0/}", "{http://ns.adobe.com/pdf/1.3/}", EXTENSION, RDF)


@rule("6.7.8", "A1 A2 A3")
def schemas_described(pdf):
    """Properties of schemas that PDF/A does not know are described in the file."""
    described = {e.text for e in pdf.property("{http://www.aiim.org/pdfa/ns/schema#}namespaceURI")}
    names = {e.text for e in pdf.property("{http://www.aiim.org/pdfa/ns/property#}name")}
    for block in pdf.property(RDF + "Description"):
        for e in block:
            space, name = e.tag[1:].split("}")
            if "{" + space + "}" not in KNOWN and (space not in described or name not in names):
                yield "%s is not described" % e.tag


@rule("7.1", ANY_UA)
def title(pdf):
    titles = [li.text for e in pdf.property(DC + "title") for li in e.iter(RDF + "li")]
    if not titles or not (titles[0] or "").strip():
        yield "there is no title"
    if pdf.key(pdf.catalog, "/ViewerPreferences", "/DisplayDocTitle") is not True:
        yield "the title is not shown"


# ---- files inside


def specifications(pdf):
    return [(key, d) for key, d in pdf.dicts() if "/EF" in d]


@rule("6.1.11", "A1 A2 A4")
def no_files(pdf):
    """Only parts 3 and 4f let files of any kind in; ours are never PDF/A."""
    if "A4" in pdf.claims and pdf.level == "F":
        return
    for key, _ in specifications(pdf):
        yield "%s is a file" % key
    if "/EmbeddedFiles" in (pdf.key(pdf.catalog, "/Names") or {}):
        yield "there is a list of files"


@rule("6.8", ALL)
def files(pdf):
    """Each file inside says what it is, and belongs to something."""
    associated = {ref for _, d in pdf.dicts() for ref in pdf.list(d.get("/AF")) if isinstance(ref, str)}
    for key, d in specifications(pdf):
        if "/F" not in d or "/UF" not in d:
            yield "%s has no name" % key
        if pdf.claims & {"A3", "A4"} and key[4:] not in associated:
            yield "%s belongs to nothing" % key
        if "/AFRelationship" not in d and not pdf.claims <= {"U1"}:
            yield "%s is in no relation" % key
        if "U2" in pdf.claims and not text_of(d.get("/Desc")):
            yield "%s is not described" % key
        for name in ("/F", "/UF"):
            stream = pdf.get(d["/EF"]).get(name)
            kind = (pdf.get(stream) or {}).get("/Subtype", "")
            if stream and not re.fullmatch(r"/[-\w+.]+/[-\w+.]+", kind.replace("#2F", "/").replace("#2f", "/")):
                yield "%s is of type %s" % (key, kind)


# ---- structure


def tagged(pdf):
    return pdf.claims & {"U1", "U2"} or pdf.level == "A"


@rule("6.8.2", ALL)
def is_tagged(pdf):
    if tagged(pdf) and (pdf.key(pdf.catalog, "/MarkInfo", "/Marked") is not True or pdf.tree() is None):
        yield "the file is not tagged"
    if tagged(pdf) and pdf.key(pdf.catalog, "/MarkInfo", "/Suspects") is True:
        yield "its tags are suspect"


TAG = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")


@rule("7.2", ANY_UA)
def languages(pdf):
    if not TAG.fullmatch(text_of(pdf.catalog.get("/Lang", "u:"))):
        yield "the document has no language"
    for e in pdf.tree().elements if pdf.tree() else []:
        if "/Lang" in e.d and not TAG.fullmatch(text_of(e.d["/Lang"])):
            yield "%s is in %r" % (e.ref, text_of(e.d["/Lang"]))


PAINTS = set("Tj TJ ' \" f F f* S s B B* b b* Do sh EI".split())


@rule("7.1", ALL)
def content_marked(pdf):
    """What is painted is in the tree, or an artifact, and not both; the parent tree agrees."""
    tree = pdf.tree()
    if not tagged(pdf) or not tree:
        return
    for fault in tree.faults:
        yield fault
    for ref, data, _, is_page in pdf.contents():
        if not is_page:
            continue
        page, stack, seen = pdf.get(ref), [], set()
        row = pdf.list(tree.parents.get(page.get("/StructParents")))
        for op, operands in pdf.operators(data):
            if op in ("BDC", "BMC"):
                mcid = None
                for a, b in zip(operands, operands[1:]):
                    mcid = int(b) if a == b"/MCID" else mcid
                artifact = operands[:1] == [b"/Artifact"]
                if artifact and any(isinstance(s, int) for s in stack) or mcid is not None and "artifact" in stack:
                    yield "%s: an artifact in what is tagged, or the other way round" % ref
                stack.append("artifact" if artifact else mcid)
                if mcid is None:
                    continue
                owner = tree.pieces.get((ref, mcid))
                if mcid in seen or owner is None:
                    yield "%s: MCID %d is in no element, or twice" % (ref, mcid)
                elif mcid >= len(row) or row[mcid] != owner.ref:
                    yield "%s: the parent tree has another element for MCID %d" % (ref, mcid)
                seen.add(mcid)
            elif op == "EMC":
                if not stack:
                    yield "%s: too many ends" % ref
                    break
                stack.pop()
            elif op in PAINTS and not any(s is not None for s in stack):
                yield "%s: %s is not marked" % (ref, op)
                break
        for mcid in {m for p, m in tree.pieces if p == ref} - seen:
            yield "%s: there is no MCID %s" % (ref, mcid)
    for e in tree.elements:
        if e.d.get("/P") != (e.parent.ref if e.parent else tree.root_ref):
            yield "%s has another parent" % e.ref


@rule("7.1", ANY_UA)
def artifacts(pdf):
    kinds = {b"/Pagination", b"/Layout", b"/Page", b"/Background"} | ({b"/Inline"} if "U2" in pdf.claims else set())
    for ref, data, _, _ in pdf.contents():
        for op, operands in pdf.operators(data):
            if op == "BDC" and operands[:1] == [b"/Artifact"] and b"/Type" in operands:
                if operands[operands.index(b"/Type") + 1] not in kinds:
                    yield "%s: an artifact of no known kind" % ref


OLD = set(
    "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private H H1 H2 H3 H4 H5 H6 P L LI Lbl LBody "
    "Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP "
    "Figure Formula Form".split()
)
NEW = set(
    "Document DocumentFragment Part Sect Div Aside NonStruct P H Title FENote Sub Lbl Span Em Strong Link Annot Form Ruby "
    "RB RT RP Warichu WT WP L LI LBody Table TR TH TD THead TBody TFoot Caption Figure Formula Artifact".split()
)


def is_heading(kind):
    return re.fullmatch(r"H[1-9]\d*", kind)


@rule("7.1", ALL)
def types(pdf):
    """Types are standard ones or stand for such; standard ones stand for themselves."""
    tree = pdf.tree()
    if not tagged(pdf) or not tree:
        return
    for key in (pdf.get(tree.root.get("/RoleMap")) or {}):
        if key[1:] in OLD:
            yield "%s stands for another" % key
    for space in pdf.list(tree.root.get("/Namespaces")):
        uri = text_of(pdf.get(space).get("/NS"))
        for key in (pdf.get(pdf.get(space).get("/RoleMapNS")) or {}):
            if key[1:] in {PDF1: OLD, PDF2: NEW}.get(uri, ()):
                yield "%s stands for another" % key
    spaces = set(pdf.list(tree.root.get("/Namespaces")))
    for e in tree.elements:
        known = {PDF1: OLD, PDF2: NEW}.get(e.space)
        if known is not None and e.kind not in known and not (is_heading(e.kind) and (e.space == PDF2 or e.kind in OLD)):
            yield "%s is a %s" % (e.ref, e.kind)
        if known is None and e.space != MATHML:
            yield "%s is of %s" % (e.ref, e.space)
        if "/NS" in e.d and e.d["/NS"] not in spaces:
            yield "%s is of a namespace that is not listed" % e.ref


@rule("7.4.2", ANY_UA)
def headings(pdf):
    last = 0
    for e in pdf.tree().elements if pdf.tree() else []:
        if e.kind == "H":
            yield "%s is a heading without a level" % e.ref
        if is_heading(e.kind):
            if int(e.kind[1:]) > last + 1:
                yield "%s follows level %d" % (e.kind, last)
            last = int(e.kind[1:])


def kinds_of(e):
    return [k.kind for k in e.kids if isinstance(k, Element)]


@rule("7.6", ANY_UA)
def lists(pdf):
    for e in pdf.tree().elements if pdf.tree() else []:
        inside = set(kinds_of(e))
        if e.kind == "L" and inside - {"LI", "L", "Caption", "Artifact", "NonStruct"}:
            yield "%s holds %s" % (e.ref, " ".join(inside))
        if e.kind == "LI" and (inside - {"Lbl", "LBody", "Div", "Artifact", "NonStruct"} or "MC" in e.kids):
            yield "%s holds %s" % (e.ref, " ".join(inside))
        if e.kind == "L" and "U2" in pdf.claims:
            labels = any(k.kind == "Lbl" for li in e.kids if isinstance(li, Element) for k in li.kids if isinstance(k, Element))
            numbering = [pdf.get(a).get("/ListNumbering") for a in pdf.list(e.d.get("/A")) if isinstance(pdf.get(a), dict)]
            if labels and not [n for n in numbering if n and n != "/None"]:
                yield "%s has labels of no kind" % e.ref
        if e.kind in ("LI", "LBody") and e.parent and e.parent.kind not in ({"LI": ("L", "Div"), "LBody": ("LI", "Div")}[e.kind]):
            yield "%s is in a %s" % (e.ref, e.parent.kind)


def attribute(pdf, e, name):
    for a in pdf.list(e.d.get("/A")):
        a = pdf.get(a)
        if isinstance(a, dict) and name in a:
            return a[name]
    return None


@rule("7.5", ANY_UA)
def tables(pdf):
    """Tables have the parts of tables, all rows are of one width, and heads say of what."""
    for e in pdf.tree().elements if pdf.tree() else []:
        if e.kind == "TR" and set(kinds_of(e)) - {"TH", "TD"}:
            yield "%s holds %s" % (e.ref, " ".join(kinds_of(e)))
        if e.kind == "TH" and attribute(pdf, e, "/Scope") not in ("/Row", "/Column", "/Both") and not attribute(pdf, e, "/Headers"):
            yield "%s heads nothing" % e.ref
        if e.kind != "Table":
            continue
        if set(kinds_of(e)) - {"TR", "THead", "TBody", "TFoot", "Caption"} or "MC" in e.kids:
            yield "%s holds %s" % (e.ref, " ".join(kinds_of(e)))
        rows = []
        for k in e.kids:
            if isinstance(k, Element):
                rows += [k] if k.kind == "TR" else [r for r in k.kids if isinstance(r, Element) and r.kind == "TR"]
        busy, wide, taken = collections.Counter(), set(), set()
        for y, row in enumerate(rows):
            x = 0
            for cell in (c for c in row.kids if isinstance(c, Element)):
                while (y, x) in taken:
                    x += 1
                across, down = attribute(pdf, cell, "/ColSpan") or 1, attribute(pdf, cell, "/RowSpan") or 1
                for i in range(down):
                    for k in range(across):
                        if (y + i, x + k) in taken:
                            yield "%s: cells lie over each other" % e.ref
                        taken.add((y + i, x + k))
                        busy[y + i] += 1
        wide = {busy[y] for y in range(len(rows))}
        if len(wide) > 1 or any(y >= len(rows) for y, _ in taken):
            yield "%s: rows of %s" % (e.ref, sorted(wide))


@rule("7.3", ALL)
def alternatives(pdf):
    if not tagged(pdf):
        return
    for e in pdf.tree().elements if pdf.tree() else []:
        if e.kind in ("Figure", "Formula") and not (text_of(e.d.get("/Alt")) or text_of(e.d.get("/ActualText"))):
            if not (e.kind == "Formula" and "/AF" in e.d and "U2" in pdf.claims):
                yield "%s %s says nothing to those who do not see it" % (e.kind, e.ref)


@rule("7.9", ANY_UA)
def notes(pdf):
    ids = set()
    elements = pdf.tree().elements if pdf.tree() else []
    refs = {e.ref: set(pdf.list(e.d.get("/Ref"))) for e in elements}
    for e in elements:
        if e.kind == "Note":
            if "U2" in pdf.claims:
                yield "%s is a Note" % e.ref
            if "/ID" not in e.d or e.d["/ID"] in ids:
                yield "the note %s has no identifier of its own" % e.ref
            ids.add(e.d.get("/ID"))
        if e.kind == "FENote":
            if attribute(pdf, e, "/NoteType") not in ("/Footnote", "/Endnote", "/None"):
                yield "%s is a note of no kind" % e.ref
            if not refs[e.ref]:
                yield "%s is nobody's note" % e.ref
            for other in refs:
                if (e.ref in refs[other]) != (other in refs[e.ref]):
                    yield "%s and %s do not refer to each other" % (e.ref, other)


@rule("8.2.5.8", ANY_UA)
def contents_lists(pdf):
    for e in pdf.tree().elements if pdf.tree() else []:
        if e.kind == "TOC" and set(kinds_of(e)) - {"TOC", "TOCI", "Caption", "Artifact"}:
            yield "%s holds %s" % (e.ref, " ".join(kinds_of(e)))
        if e.kind == "TOCI":
            if e.parent.kind not in ("TOC", "Div"):
                yield "%s is in a %s" % (e.ref, e.parent.kind)
            stack, found = [e], False
            while stack:
                k = stack.pop()
                found = found or bool(pdf.list(k.d.get("/Ref")))
                stack += [x for x in k.kids if isinstance(x, Element)]
            if "U2" in pdf.claims and not found:
                yield "%s names nothing" % e.ref


@rule("8.2.5.2", "U2")
def one_document(pdf):
    top = pdf.tree().top if pdf.tree() else []
    if [e.kind for e in top] != ["Document"] or top[0].space != PDF2:
        yield "the tree has not one Document of PDF 2.0"


# What an element may hold (ISO/TS 32005, table 5), of the types that dossier writes; MC is content. Div and Part may
# hold what their own parent may.
MAY = {
    "Document": "Title Sect Part Div Hn P BlockQuote TOC L Table FENote Code Link Figure Formula",
    "Title": "Part Div P Caption L Lbl Table Span Quote FENote Reference BibEntry Code Link Figure Formula Em Strong MC",
    "Sect": "Title Sect Part Div Hn P BlockQuote Caption TOC L Lbl Table FENote Code Link Figure Formula",
    "Hn": "Sect Lbl Span Quote FENote Reference BibEntry Code Link Figure Formula Em Strong Sub MC",
    "P": "L Lbl Span Quote FENote Reference BibEntry Code Link Figure Formula Em Strong Sub MC",
    "BlockQuote": "Title Sect Part Div Hn P BlockQuote Caption TOC L Lbl Table FENote Reference Code Link Figure Formula MC",
    "Caption": "Sect Part Div Hn P BlockQuote L Lbl Table Span Quote FENote Reference BibEntry Code Link Figure Formula "
    "Em Strong Sub MC",
    "TOC": "Div Caption TOC TOCI",
    "TOCI": "Div P Caption TOC Lbl Reference",
    "L": "Caption L LI",
    "LI": "Div Lbl LBody MC",
    "Lbl": "Span Quote FENote Reference BibEntry Code Link Figure Formula Em Strong Sub MC",
    "LBody": "Sect Part Div Hn P BlockQuote Caption L Table Span Quote FENote Reference BibEntry Code Link Figure Formula "
    "Em Strong Sub MC",
    "Table": "Caption TR THead TBody TFoot",
    "TR": "TH TD",
    "TH": "Sect Div Hn P L Lbl Table Span Quote FENote Reference BibEntry Code Link Figure Formula Em Strong MC",
    "THead": "TR",
    "Span": "Lbl Span Quote FENote Reference BibEntry Code Link Figure Formula Em Strong Sub MC",
    "FENote": "Sect Part Div P BlockQuote L Lbl Table Span Quote FENote Reference Code Link Figure Formula Em Strong Sub MC",
    "Reference": "Lbl Span FENote BibEntry Link Figure Em Strong MC",
    "BibEntry": "Part Div P Lbl Span FENote Reference Link Figure Em Strong MC",
    "Code": "Part Div Span Reference BibEntry Link Em Strong MC",
    "Link": "Sect Div Lbl Span Quote FENote Reference BibEntry Code Figure Formula Em Strong Sub MC",
    "Figure": "Sect Part Div Hn P BlockQuote Caption L Lbl Table Span Quote FENote Reference BibEntry Code Link Figure "
    "Formula Em Strong MC",
    "Formula": "Part Div Hn P BlockQuote Caption L Lbl Table Span Quote FENote Reference BibEntry Code Link Figure Formula "
    "Em Strong Sub MC",
}
MAY = {kind: set(inside.split()) for kind, inside in MAY.items()}
for same, like in {"TD": "TH", "TBody": "THead", "TFoot": "THead", "Quote": "Span", "Em": "Span", "Strong": "Span", "Sub": "Span"}.items():
    MAY[same] = MAY[like]


@rule("8.2.1", "U2")
def containment(pdf):
    for e in pdf.tree().elements if pdf.tree() else []:
        holder = e
        while holder and holder.kind in ("Div", "Part", "NonStruct"):
            holder = holder.parent
        may = MAY.get("Hn" if holder and is_heading(holder.kind) else holder.kind) if holder else None
        for k in e.kids:
            kind = k if isinstance(k, str) else "Hn" if is_heading(k.kind) else k.kind
            if kind == "OBJ" or kind in ("Artifact", "NonStruct"):
                continue
            if kind == "MC" and e.kind in ("Div", "Part") or may is not None and kind not in may and kind not in ("Div", "Part"):
                yield "%s (%s) holds %s%s" % (e.kind, e.ref, kind, "" if isinstance(k, str) else " " + k.ref)
        if kinds_of(e).count("Caption") and "Caption" in kinds_of(e)[1:-1]:
            yield "%s has its caption in the middle" % e.ref


@rule("8.8", ALL)
def destinations(pdf):
    """Links and the outline lead somewhere; in PDF/UA-2 to elements."""
    places = [(ref, d.get("/Dest") or pdf.key(d, "/A", "/D")) for _, ref, d in pdf.annotations() if d.get("/Dest") or pdf.key(d, "/A", "/S") == "/GoTo"]
    stack = [pdf.key(pdf.catalog, "/Outlines", "/First") and pdf.get(pdf.catalog["/Outlines"])["/First"]]
    seen = set()
    while stack:
        ref = stack.pop()
        if not ref or ref in seen:
            continue
        seen.add(ref)
        item = pdf.get(ref)
        stack += [item.get("/First"), item.get("/Next")]
        if "/Dest" in item:
            places.append((ref, item["/Dest"]))
    tree = pdf.tree()
    for ref, value in places:
        to = pdf.destination(value)
        if isinstance(to, dict):
            element = pdf.list(to.get("/SD"))[:1]
            to = pdf.get(to.get("/D"))
        else:
            element = []
        if not isinstance(to, list) or not to or to[0] not in pdf.pages:
            yield "%s leads nowhere" % ref
        elif "U2" in pdf.claims and not (element and tree and element[0] in tree.by_ref):
            yield "%s leads to no element" % ref


@rule("8.2.5.20", "U2")
def one_link_one_place(pdf):
    for e in pdf.tree().elements if pdf.tree() else []:
        places = set()
        for ref in e.objects:
            d = pdf.get(ref) or {}
            places.add(json.dumps([d.get("/Dest"), pdf.get(d.get("/A"))], sort_keys=True))
        if len(places) > 1:
            yield "%s leads to %d places" % (e.ref, len(places))


@rule("14.13", "U2")
def mathml(pdf):
    """ISO 32000-2: what is attached to a formula is MathML, and a supplement to it."""
    for e in pdf.tree().elements if pdf.tree() else []:
        for ref in pdf.list(e.d.get("/AF")) if e.kind == "Formula" else []:
            d = pdf.get(ref)
            stream = pdf.get(d.get("/EF", {})).get("/F", "")
            if d.get("/AFRelationship") != "/Supplement" or not pdf.is_stream(stream):
                yield "%s is in another relation" % ref
                continue
            try:
                root = ET.fromstring(pdf.data(stream))
                if root.tag != "{%s}math" % MATHML or not len(root):
                    yield "%s is no MathML" % ref
            except ET.ParseError as e2:
                yield "%s is no XML: %s" % (ref, e2)


# ---- running


def look(path, expected=None):
    """(rule, fault) of a file; the rule is None for what is no rule's."""
    try:
        pdf = Pdf(path)
    except (ValueError, KeyError, TypeError, OSError) as error:
        return [(None, "it cannot be read: %s" % error)]
    faults = []
    if expected is not None and named(pdf) != expected:
        faults.append((None, "it claims %s, not %s" % (" ".join(sorted(named(pdf))) or "nothing", " ".join(sorted(expected)))))
    for check in RULES:
        if check.standards & pdf.claims:
            for n, fault in enumerate(check(pdf)):
                faults.append((check, fault))
                if n == 4:
                    break
    return faults


def named(pdf):
    """The claims as `pdf-standard` spells them."""
    out = set()
    for claim in pdf.claims:
        kind = "ua" if claim[0] == "U" else "a"
        out.add("%s-%s%s" % (kind, claim[1:], pdf.level.lower() if kind == "a" else ""))
    return out


def main(arguments):
    expected, bad = None, 0
    if arguments and arguments[0].startswith("--claims="):
        expected = set(filter(None, arguments.pop(0)[9:].split(",")))
    for n, path in enumerate(arguments, 1):
        faults = look(path, expected)
        bad += bool(faults)
        print("not ok" if faults else "ok", n, "-", os.path.basename(path))
        for check, fault in faults[:20]:
            print("#  ", "%s %s: %s" % (check.clause, check.__name__, fault) if check else fault)
    print("1..%d" % len(arguments))
    return 1 if bad or not arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
