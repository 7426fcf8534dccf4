#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""PDFs that mean no good, or cannot: `hostile.py FOLDER` writes them for check_extract.

Each is written from scratch, with a table of cross-references that fits, so that a reader comes as far as what is
wrong with it."""
import os
import sys
import zlib


def pdf(objects, trailer=b""):
    """A file of the bodies given, object 1 being the catalog."""
    out, places = bytearray(b"%PDF-1.7\n%\xd0\xcf\xd3\xd3\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for place in places:
        out += b"%010d 00000 n \n" % place
    out += b"trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, start)
    return bytes(out)


def pdf_packed(objects, inside):
    """The same with a stream of cross-references, where object `inside[0]` is the first of stream `inside[1]`."""
    out, places = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    places.append(len(out))
    rows = b"".join(b"\1" + place.to_bytes(4, "big") + b"\0\0" for place in places)
    rows = bytes(7) + rows + b"\2" + inside[1].to_bytes(4, "big") + b"\0\0"
    table = b"/Type/XRef/W[1 4 2]/Root 1 0 R/Size %d/Index[0 %d %d 1]" % (
        inside[0] + 1, len(places) + 1, inside[0])
    out += b"%d 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n" % (len(places), stream(rows, table), places[-1])
    return bytes(out)


def stream(data, entries=b""):
    return b"<<%s/Length %d>>\nstream\n%s\nendstream" % (entries, len(data), data)


def attached(files, names=None):
    """A catalog, a page, and the files: (name, data, entries of the stream, of the specification)."""
    objects, refs = [None, b"<</Type/Pages/Kids[]/Count 0>>"], []
    for name, data, entries, more in files:
        objects.append(stream(data, b"/Type/EmbeddedFile" + entries))
        name = b"<" + name.hex().encode() + b">"
        objects.append(b"<</Type/Filespec/F%s/UF%s%s/EF<</F %d 0 R>>>>" % (name, name, more, len(objects)))
        refs.append(b"%s %d 0 R" % (name, len(objects)))
    tree = names or b"<</Names[%s]>>" % b" ".join(refs)
    objects[0] = b"<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles %s>>>>" % tree
    return pdf(objects)


SOURCE = b"/AFRelationship/Source"
CSL = b"/Subtype/application#2Fvnd.citationstyles.csl+json"


def zeros(gigabytes):
    """That much nothing, deflated: a block that stands for a megabyte, over and over. The checksum at the end is
    wrong; nobody gets there."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    return b"\x78\xda" + block * (gigabytes << 10) + b"\x03\x00\0\0\0\1"


def names(*list_of_names):
    return attached([(n, b"text of " + n, b"", SOURCE) for n in list_of_names])


def cases(packed):
    flate = b"/Filter/FlateDecode"
    yield "empty", b""
    yield "text", b"This is no PDF, only a text.\n"
    yield "head", b"%PDF-1.7\n"
    yield "noise", b"%PDF-1.7\n" + bytes((i * i * 7919 >> 5) & 255 for i in range(20000))
    yield "nothing", attached([])
    yield "good", names(b"a.md", b"sub/b.bib")
    for kind, name in (("up", b"../out"), ("root", b"/tmp/dossier-hostile"), ("inside", b"a/../../out"),
                       ("dots", b".."), ("hidden", b".git/hooks/x"), ("backslash", b"..\\out"), ("line", b"a\nb"),
                       ("long", b"x" * 300), ("deep", b"a/" * 40 + b"b"), ("utf16", b"\xfe\xff\x00.\x00.\x00/\x00x"),
                       ("zero", b"a\x00b"), ("link", b"link/x"), ("none", b"")):
        yield "name-" + kind, names(name)
    yield "twice", names(b"a.md", b"a.md")
    yield "bomb", attached([(b"a.md", packed, flate, SOURCE)])
    yield "bomb-twice", attached([(b"a.md", zlib.compress(packed, 9), b"/Filter[/FlateDecode/FlateDecode]", SOURCE)])
    yield "bomb-announced", attached([(b"a.md", packed, flate + b"/Params<</Size 4294967296>>", SOURCE)])
    yield "bomb-objects", pdf_packed([b"<</Type/Catalog/Pages 2 0 R/Names 7 0 R>>", b"<</Type/Pages/Kids[]/Count 0>>",
                                      stream(packed, b"/Type/ObjStm/N 1/First 4" + flate)], (7, 3))
    yield "sum", attached([(b"a.md", b"text", b"/Params<</CheckSum<00>>>", SOURCE)])
    yield "filter", attached([(b"a.md", b"text", b"/Filter/Nonsense", SOURCE)])
    yield "broken", attached([(b"a.md", b"no deflated text", flate, SOURCE)])
    yield "circle", attached([(b"a.md", b"text", b"", SOURCE)], b"<</Kids[1 0 R 5 0 R]>>")
    circle = [b"<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles 3 0 R>>>>", b"<</Type/Pages/Kids[]/Count 0>>",
              b"<</Kids[3 0 R 3 0 R 3 0 R]/Names[(a) 3 0 R]>>"]
    yield "circle-kids", pdf(circle)
    yield "circle-length", pdf([circle[0], circle[1], b"<</Length 3 0 R>>\nstream\nx\nendstream"])
    yield "nested", pdf([b"<</Type/Catalog/Pages 2 0 R/Names " + b"[" * 500000 + b"]" * 500000 + b">>", circle[1]])
    yield "many", attached([(b"%d" % i, b"", b"", SOURCE) for i in range(1100)])
    yield "kinds", pdf([b"<</Type/Catalog/Pages 2 0 R/AF[null 1 (x) /y [] <<>> <</EF 7>> <</EF<</F(x)/UF 2 0 R>>>>]"
                        b"/Names<</EmbeddedFiles[1 2 3]>>>>", circle[1]])
    yield "json", attached([(b"r.json", b'[{"id": "a"}, \x1b[2J]', CSL, b"")])
    yield "refs", attached([(b"r.json", b'[{"id": "a"}]', CSL, b"")])


def main():
    os.makedirs(sys.argv[1], exist_ok=True)
    for name, data in cases(zeros(4)):
        with open(os.path.join(sys.argv[1], name + ".pdf"), "wb") as out:
            out.write(data)


if __name__ == "__main__":
    main()
