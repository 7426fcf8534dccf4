# SPDX-License-Identifier: MIT
"""Breaks sound files and looks that the rules of src/verify see it: each rule at least once. TAP.

    standards_broken.py PROGRAM FOLDER    of files NAME.pdf, NAME being what `pdf-standard` says with `+` for `, `

A file goes through qpdf's JSON and back, unpacked, which must leave it sound; then one thing is changed.
"""
import base64
import json
import os
import re
import subprocess
import sys
import tempfile

REF = re.compile(r"^(\d+) (\d+) R$")
RULES_H = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "src", "verify", "rules.h")


def rules():
    """The names of all rules, by the table that the program is made of."""
    with open(RULES_H) as f:
        return re.findall(r'X\("[\d.]+", (\w+),', f.read())


def look(program, path):
    """(rule, what is said) of all that the program finds in a file; the rule is None for what is no rule's."""
    run = subprocess.run([program, "verify", "--diagnostics", "json", path], capture_output=True, text=True)
    said = json.loads(run.stderr)
    said = said if isinstance(said, list) else said["findings"] if "findings" in said else said["diagnostics"]
    for finding in said:
        m = re.search(r"rule `(\w+)`", finding["message"])
        yield m.group(1) if m else None, finding["message"]


class Broken:
    """A file as qpdf's JSON, to be changed and written."""

    def __init__(self, path):
        call = ["qpdf", "--json=2", path, "--json-stream-data=inline", "--decode-level=generalized"]
        self.json = json.loads(subprocess.run(call, capture_output=True).stdout)
        self.objects = self.json["qpdf"][1]
        self.version = self.json["qpdf"][0]["pdfversion"]
        self.patch = None

    def get(self, value):
        while isinstance(value, str) and REF.match(value):
            obj = self.objects["obj:" + value]
            value = obj["value"] if "value" in obj else obj["stream"]["dict"]
        return value

    @property
    def trailer(self):
        return self.objects["trailer"]["value"]

    @property
    def catalog(self):
        return self.get(self.trailer["/Root"])

    def find(self, **entries):
        """The first dictionary with these entries."""
        for value in self.all(**entries):
            return value
        raise LookupError("nothing has %s" % entries)

    def all(self, **entries):
        want = {"/" + k: v for k, v in entries.items()}
        for key in sorted(self.objects, key=lambda k: [int(n) for n in k[4:].split()[:2]] if k[:4] == "obj:" else [0]):
            obj = self.objects[key]
            value = obj["value"] if "value" in obj else obj["stream"]["dict"]
            if isinstance(value, dict) and all(value.get(k) == v if v is not ... else k in value for k, v in want.items()):
                yield value

    def reference(self, value):
        for key, obj in self.objects.items():
            if (obj["value"] if "value" in obj else obj.get("stream", {}).get("dict")) is value:
                return key[4:]
        raise LookupError("no such object")

    def add(self, value=None, stream=None):
        number = 1 + max(int(k[4:].split()[0]) for k in self.objects if k[:4] == "obj:")
        ref = "%d 0 R" % number
        data = base64.b64encode(stream or b"").decode()
        self.objects["obj:" + ref] = {"value": value} if stream is None else {"stream": {"dict": value or {}, "data": data}}
        self.json["qpdf"][0]["maxobjectid"] = number
        return ref

    def edit(self, ref, change):
        stream = self.objects["obj:" + ref]["stream"]
        data = base64.b64decode(stream["data"])
        new = change(data)
        assert new != data, "nothing was changed"
        stream["data"] = base64.b64encode(new).decode()

    def page(self):
        return self.find(Type="/Page", Contents=...)

    def paint(self, what):
        """Appends to the content of a page."""
        contents = self.page()["/Contents"]
        self.edit(contents if isinstance(contents, str) else contents[0], lambda d: d + b"\n" + what + b"\n")

    def metadata(self, change):
        self.edit(self.catalog["/Metadata"], change)

    def font(self):
        """A Type0 font of PDF/A-1, a simple font of later parts."""
        return next(f for kind in ("/Type1", "/Type0") for f in self.all(Type="/Font", Subtype=kind))

    def below(self):
        font = self.font()
        return self.get(self.get(font["/DescendantFonts"])[0]) if "/DescendantFonts" in font else font

    def write(self, path):
        with open(path + ".json", "w") as f:
            json.dump(self.json, f)
        call = ["qpdf", "--json-input", path + ".json", path, "--object-streams=disable", "--stream-data=preserve"]
        run = subprocess.run(call + ["--newline-before-endstream", "--deterministic-id", "--force-version=" + self.version], capture_output=True, text=True)
        assert run.returncode in (0, 3), run.stderr
        if self.patch:
            with open(path, "rb") as f:
                data = f.read()
            new = self.patch(data)
            assert new != data, "nothing was changed"
            with open(path, "wb") as f:
                f.write(new)


# ---- what is broken: (file, rule, how)

OLD, TWO, THREE, FOUR, NEW = "a-1b", "ua-1+a-2a", "a-3b", "a-4", "ua-2+a-4f"
CASES = []


def breaks(file, *names):
    def register(function):
        for name in names:
            CASES.append((file, name, function))
        return function

    return register


def bytes_of(file, name, before, after):
    def change(b):
        b.patch = lambda data: data.replace(before, after, 1)

    CASES.append((file, name, change))


bytes_of(OLD, "header", b"%PDF-1.4", b"%PDF-2.0")
bytes_of(NEW, "header", b"%PDF-2.0", b"%PDF-1.7")
bytes_of(TWO, "identifier", b"/ID [", b"/IX [")
bytes_of(FOUR, "objects_spelt", b" 0 obj\n", b" 0 obj ")


@breaks(OLD, "not_encrypted")
def encrypt(b):
    def change(data):
        with tempfile.TemporaryDirectory() as folder:
            a, z = os.path.join(folder, "a.pdf"), os.path.join(folder, "z.pdf")
            with open(a, "wb") as f:
                f.write(data)
            subprocess.run(["qpdf", "--encrypt", "", "owner", "256", "--", a, z], capture_output=True)
            with open(z, "rb") as f:
                return f.read()

    b.patch = change


@breaks(TWO, "ending")
def more(b):
    b.patch = lambda data: data + b"% more\n"


@breaks(FOUR, "no_info")
def info(b):
    b.trailer["/Info"] = b.add({"/Title": "u:A title"})


@breaks(OLD, "old_references")
def later(b):
    def change(data):
        with tempfile.TemporaryDirectory() as folder:
            a, z = os.path.join(folder, "a.pdf"), os.path.join(folder, "z.pdf")
            with open(a, "wb") as f:
                f.write(data)
            subprocess.run(["qpdf", "--object-streams=generate", a, z], capture_output=True)
            with open(z, "rb") as f:
                return f.read()

    b.patch = change


@breaks(TWO, "streams_spelt")
def length(b):
    def change(data):
        at = data.index(b"/Length ") + 8
        return data[:at] + (b"1" if data[at : at + 1] != b"1" else b"2") + data[at + 1 :]

    b.patch = change


@breaks(OLD, "hexadecimal")
def half(b):
    b.paint(b"/Artifact<</Type/Layout/X<123>>>BDC EMC")


@breaks(OLD, "limits")
def large(b):
    b.catalog["/X"] = 3000000000


@breaks(OLD, "limits")
def long_array(b):
    b.catalog["/X"] = [0] * 8192


@breaks(TWO, "limits")
def long_string(b):
    b.catalog["/X"] = "u:" + "x" * 32768


@breaks(TWO, "limits")
def long_name(b):
    b.catalog["/" + "x" * 128] = 1


@breaks(OLD, "limits")
def deep(b):
    b.paint(b"q " * 29 + b"Q " * 29)


@breaks(OLD, "filters")
def packed(b):
    b.find(Subtype="/Image")["/Filter"] = "/LZWDecode"


@breaks(OLD, "no_outside_streams")
def outside(b):
    b.find(Subtype="/Image")["/F"] = "u:elsewhere"


@breaks(OLD, "no_layers")
def layers(b):
    b.catalog["/OCProperties"] = {"/OCGs": [], "/D": {}}


@breaks(TWO, "catalog_is_calm")
def events(b):
    b.catalog["/OpenAction"] = {"/S": "/Named", "/N": "/Print"}


@breaks(OLD, "actions")
def launch(b):
    b.find(Subtype="/Link")["/A"] = {"/S": "/Launch", "/F": "u:x"}


@breaks(OLD, "output_intent")
@breaks(TWO, "blending_space")
def no_intent(b):
    del b.catalog["/OutputIntents"]
    for page in b.all(Type="/Page"):
        page.pop("/Group", None)


@breaks(OLD, "output_intent")
def late_profile(b):
    ref = b.get(b.get(b.catalog["/OutputIntents"])[0])["/DestOutputProfile"]
    b.edit(ref, lambda d: d[:8] + b"\4" + d[9:])


@breaks(TWO, "device_colours")
def press(b):
    b.paint(b"/Artifact<</Type/Layout>>BDC 0 0 0 1 k EMC")


@breaks(OLD, "icc_profiles")
def bad_profile(b):
    b.find(Subtype="/Image")["/ColorSpace"] = ["/ICCBased", b.add({"/N": 3}, b"no profile")]


@breaks(OLD, "pictures")
def smooth(b):
    b.find(Subtype="/Image")["/Interpolate"] = True


@breaks(TWO, "forms")
def proxy(b):
    b.find(Subtype="/Form")["/OPI"] = {}


@breaks(TWO, "graphics_states")
def transfer(b):
    b.get(b.page()["/Resources"])["/ExtGState"] = {"/X": {"/TR": "/Identity"}}


@breaks(OLD, "nothing_clear")
def veil(b):
    b.get(b.page()["/Resources"])["/ExtGState"] = {"/X": {"/ca": 0.5}}


@breaks(OLD, "nothing_clear")
def group(b):
    b.page()["/Group"] = {"/S": "/Transparency", "/CS": "/DeviceRGB"}


@breaks(OLD, "nothing_clear")
def mask(b):
    image = b.find(Subtype="/Image")
    image["/SMask"] = b.reference(image)


@breaks(FOUR, "content_operators")
def no_operator(b):
    b.paint(b"foo")


@breaks(TWO, "content_operators")
def no_resource(b):
    b.paint(b"/Artifact<</Type/Layout>>BDC /Nothing Do EMC")


@breaks(TWO, "font_dictionaries")
def no_font(b):
    b.font()["/Subtype"] = "/Type9"


@breaks(FOUR, "fonts_embedded")
def bare(b):
    descriptor = b.get(b.below()["/FontDescriptor"])
    for key in ("/FontFile2", "/FontFile3"):
        descriptor.pop(key, None)


@breaks(OLD, "composite_fonts")
def coded(b):
    b.font()["/Encoding"] = "/Own-H"


@breaks(TWO, "subset_names")
def untagged(b):
    b.font()["/BaseFont"] = "/Font"


@breaks(OLD, "glyph_lists")
def unlisted(b):
    del b.get(b.below()["/FontDescriptor"])["/CIDSet"]


@breaks(OLD, "glyph_lists")
def listed_wrong(b):
    b.edit(b.get(b.below()["/FontDescriptor"])["/CIDSet"], lambda d: b"\x80" + b"\0" * len(d))


@breaks(OLD, "widths")
def wider(b):
    w = b.get(b.below()["/W"])
    w[1] = [x + 50 for x in b.get(w[1])]


@breaks(FOUR, "widths")
def wider_simple(b):
    font = b.font()
    font["/Widths"] = [x + 50 for x in b.get(font["/Widths"])]


@breaks(TWO, "characters")
def unreadable(b):
    del b.font()["/ToUnicode"]


def all_texts(text):
    def change(b):
        for font in b.all(Type="/Font", Subtype="/Type1"):
            b.edit(font["/ToUnicode"], lambda d: re.sub(rb"><[0-9A-F]+>\n", b"><" + text + b">\n", d))

    return change


CASES.append((FOUR, "characters_valid", all_texts(b"0000")))
CASES.append((TWO, "private_characters", all_texts(b"E000")))
CASES.append((NEW, "private_characters", all_texts(b"E000")))


@breaks(NEW, "private_texts")
def private(b):
    b.find(S="/Figure")["/Alt"] = "u:\ue000"


@breaks(TWO, "no_missing_glyphs")
def missing(b):
    name = next(iter(b.get(b.get(b.page()["/Resources"])["/Font"])))
    b.paint(b"/Artifact<</Type/Layout>>BDC BT %s 9 Tf <00> Tj ET EMC" % name.encode())


@breaks(TWO, "encodings")
def symbols(b):
    b.font().update({"/Subtype": "/TrueType", "/Encoding": "/OwnEncoding"})


@breaks(FOUR, "annotations")
def unprinted(b):
    b.find(Subtype="/Link")["/F"] = 0


@breaks(TWO, "annotations_tagged")
def stray(b):
    b.find(Subtype="/Link")["/StructParent"] = 9999


@breaks(TWO, "tab_order")
def rows(b):
    for page in b.all(Type="/Page"):
        page["/Tabs"] = "/R"


@breaks(NEW, "metadata_stream")
def other(b):
    b.get(b.catalog["/Metadata"])["/Subtype"] = "/Text"


@breaks(OLD, "metadata_stream")
def packet(b):
    b.metadata(lambda d: d.replace(b"<?xpacket begin", b'<?xpacket bytes="1" begin', 1))


@breaks(OLD, "claims_spelt")
def no_level(b):
    b.metadata(lambda d: d.replace(b"conformance>B<", b"conformance>Q<"))


@breaks(NEW, "claims_spelt")
def no_year(b):
    b.metadata(lambda d: d.replace(b"<pdfuaid:rev>2024</pdfuaid:rev>", b""))


@breaks(FOUR, "claims_spelt")
def bad_year(b):
    b.metadata(lambda d: d.replace(b"<pdfaid:rev>2020<", b"<pdfaid:rev>20<"))


@breaks(TWO, "info_agrees")
def other_title(b):
    b.get(b.trailer["/Info"])["/Title"] = "u:Another"


@breaks(OLD, "schemas_described")
def foreign(b):
    b.metadata(lambda d: d.replace(b"</rdf:Description>", b'<x:y xmlns:x="http://example.org/">1</x:y></rdf:Description>', 1))


@breaks(TWO, "title")
def hidden_title(b):
    b.catalog["/ViewerPreferences"] = {"/DisplayDocTitle": False}


@breaks(OLD, "no_files")
@breaks(TWO, "no_files")
@breaks(FOUR, "no_files")
def attach(b):
    file = b.add({"/Type": "/EmbeddedFile", "/Subtype": "/text/plain"}, b"text")
    b.catalog["/AF"] = [b.add({"/Type": "/Filespec", "/F": "u:x", "/UF": "u:x", "/EF": {"/F": file}, "/AFRelationship": "/Data"})]


@breaks(THREE, "files")
@breaks(NEW, "files")
def nameless(b):
    del b.find(Type="/Filespec")["/UF"]


@breaks(THREE, "files")
def unrelated(b):
    del b.catalog["/AF"]


@breaks(NEW, "files")
def undescribed(b):
    del b.find(Type="/Filespec")["/Desc"]


@breaks(TWO, "is_tagged")
def unmarked_file(b):
    b.catalog["/MarkInfo"] = {"/Marked": False}


@breaks(NEW, "languages")
def no_language(b):
    b.catalog["/Lang"] = "u:en_US"


@breaks(TWO, "content_marked")
@breaks(NEW, "content_marked")
def unmarked(b):
    b.paint(b"0 0 9 9 re f")


@breaks(TWO, "content_marked")
def parents(b):
    element = b.find(S="/P", K=...)
    element["/P"] = b.reference(element)


@breaks(TWO, "artifacts")
def no_kind(b):
    b.paint(b"/Artifact<</Type/Own>>BDC EMC")


@breaks(TWO, "types")
def own_type(b):
    b.find(S="/P", K=...)["/S"] = "/Own"


@breaks(NEW, "types")
def not_in_space(b):
    element = b.find(S="/P", K=...)
    element["/S"] = "/BlockQuote"


@breaks(NEW, "types")
def circle(b):
    b.get(b.catalog["/StructTreeRoot"])["/RoleMap"] = {"/P": "/P"}


@breaks(TWO, "headings")
@breaks(NEW, "headings")
def jump(b):
    b.find(S="/H2" if any(True for _ in b.all(S="/H2")) else "/H1")["/S"] = "/H5"


@breaks(TWO, "lists")
def no_body(b):
    b.find(S="/LBody")["/S"] = "/P"


@breaks(NEW, "lists")
def no_numbering(b):
    for element in b.all(S="/L"):
        element.pop("/A", None)


@breaks(TWO, "tables")
@breaks(NEW, "tables")
def heads_nothing(b):
    del b.find(S="/TH", A=...)["/A"]


@breaks(TWO, "tables")
def ragged(b):
    row = b.find(S="/TR")
    row["/K"] = row["/K"][:-1]


@breaks(TWO, "alternatives")
@breaks(NEW, "alternatives")
def unspoken(b):
    del b.find(S="/Figure")["/Alt"]


@breaks(TWO, "notes")
def no_identifier(b):
    del b.find(S="/Note")["/ID"]


@breaks(NEW, "notes")
def one_way(b):
    del b.find(S="/FENote")["/Ref"]


@breaks(NEW, "notes")
def no_sort(b):
    del b.find(S="/FENote")["/A"]


@breaks(NEW, "notes")
def old_note(b):
    note = b.find(S="/FENote")
    note["/S"] = "/Note"
    del note["/NS"]


@breaks(NEW, "contents_lists")
def nowhere(b):
    del b.find(S="/TOCI")["/Ref"]


@breaks(TWO, "contents_lists")
def contents_hold(b):
    b.find(S="/TOCI")["/S"] = "/P"


@breaks(NEW, "one_document")
def old_document(b):
    del b.find(S="/Document")["/NS"]


@breaks(NEW, "containment")
def holds(b):
    b.find(S="/LBody")["/S"] = "/TR"


@breaks(NEW, "destinations")
def page_only(b):
    for value in b.all(Names=...):
        for to in value["/Names"]:
            if isinstance(b.get(to), dict):
                b.get(to).pop("/SD", None)
    for action in b.all(S="/GoTo"):
        action.pop("/SD", None)


@breaks(TWO, "destinations")
def leads_nowhere(b):
    actions = [b.get(link["/A"]) for link in b.all(Subtype="/Link")]
    next(a for a in actions if a["/S"] == "/GoTo")["/D"] = "u:nowhere"


@breaks(NEW, "one_link_one_place")
def two_places(b):
    links = [b.reference(a) for a in b.all(Subtype="/Link")]
    element = b.find(S="/Link")
    element["/K"] = element["/K"] + [{"/Type": "/OBJR", "/Obj": ref} for ref in links]


@breaks(NEW, "mathml")
def no_supplement(b):
    b.find(Type="/Filespec", AFRelationship="/Supplement")["/AFRelationship"] = "/Data"


@breaks(NEW, "mathml")
def no_mathml(b):
    file = b.find(Type="/Filespec", AFRelationship="/Supplement")
    b.edit(b.get(file["/EF"])["/F"], lambda d: b"<p/>")


def main(program, folder):
    count = bad = 0
    sound = {}

    def report(good, name, *why):
        nonlocal count, bad
        count += 1
        bad += not good
        print("ok" if good else "not ok", count, "-", name)
        for line in why if not good else ():
            print("#  ", line)

    path = os.path.join(folder, "broken.pdf")
    for file in sorted({file for file, _, _ in CASES}):
        b = Broken(os.path.join(folder, file + ".pdf"))
        sound[file] = json.dumps(b.json)
        b.write(path)
        faults = [message for _, message in look(program, path)]
        report(not faults, "%s is sound when nothing is broken" % file, *("%s" % (f,) for f in faults))
    for file, name, change in CASES:
        b = Broken.__new__(Broken)
        b.json, b.patch = json.loads(sound[file]), None
        b.objects, b.version = b.json["qpdf"][1], b.json["qpdf"][0]["pdfversion"]
        what = "%s: %s, by %s" % (file, name, getattr(change, "__name__", "bytes"))
        try:
            change(b)
            b.write(path)
            seen = {name for name, _ in look(program, path) if name}
        except (LookupError, AssertionError, ValueError) as error:
            report(False, what, "it cannot be broken: %r" % error)
            continue
        report(name in seen, what, "seen by: " + " ".join(sorted(seen)))
    covered = {name for _, name, _ in CASES}
    rest = [name for name in rules() if name not in covered]
    report(not rest, "every rule has a file that breaks it", *rest)
    print("1..%d" % count)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
