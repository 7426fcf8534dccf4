#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Figures that mean no good, or cannot: `hostile_figures.py FOLDER` writes them for check_hostile_figures. A name that
begins with `fine-` is of one that is odd and can be shown all the same."""
import os
import struct
import sys
import zlib

from hostile import pdf, pdf_packed, stream

FILES = {}


# ---- PDF


def page(content, resources=b"", entries=b"/MediaBox[0 0 100 100]", more=()):
    """A page: object 3 its content, from 4 on more objects."""
    pages = b"<</Type/Pages/Kids[5 0 R]/Count 1>>"
    body = b"<</Type/Page/Parent 2 0 R%s/Contents 3 0 R/Resources<<%s>>>>" % (entries, resources)
    return pdf([b"<</Type/Catalog/Pages 2 0 R>>", pages, content, b"null", body, *more])


def deflated(data, times=1, entries=b"", level=9):
    for _ in range(times):
        data = zlib.compress(data, level)
    names = b"/FlateDecode" * times
    return stream(data, b"/Filter[%s]%s" % (names, entries))


SQUARE = b"0 0 50 50 re f"
ZEROS = zlib.compressobj(9)
MEGA = bytes(1 << 20)
BOMB = b"".join(ZEROS.compress(MEGA) for _ in range(1024)) + ZEROS.flush()  # a gigabyte
FILES["bomb-content.pdf"] = page(stream(BOMB, b"/Filter/FlateDecode"))
FILES["bomb-twice.pdf"] = page(stream(zlib.compress(BOMB), b"/Filter[/FlateDecode/FlateDecode]"))
FILES["bomb-image.pdf"] = page(stream(b"/I Do"), b"/XObject<</I 6 0 R>>", more=[
    stream(BOMB, b"/Subtype/Image/Width 32768/Height 32768/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode")])
FILES["bomb-ascii.pdf"] = page(stream(BOMB.hex().encode() + b">", b"/Filter[/ASCIIHexDecode/FlateDecode]"))
FILES["bomb-runs.pdf"] = page(stream(b"\x81a" * (8 << 20), b"/Filter/RunLengthDecode"))
FILES["bomb-objects.pdf"] = pdf_packed(
    [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[9 0 R]/Count 1>>",
     stream(BOMB, b"/Type/ObjStm/N 1/First 5/Filter/FlateDecode")], (9, 3))
FILES["fine-bomb-array.pdf"] = page(stream(b"/I Do"), b"/XObject<</I 6 0 R>>", more=[
    b"[" * 100000 + b"]" * 100000])
FILES["bad-stream.pdf"] = page(stream(b"no zlib", b"/Filter/FlateDecode"))
FILES["no-such-filter.pdf"] = page(stream(SQUARE, b"/Filter/OwnDecode"))
FILES["fine-circle-form.pdf"] = page(stream(b"/A Do"), b"/XObject<</A 6 0 R>>", more=[
    stream(b"/B Do", b"/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</B 7 0 R>>>>"),
    stream(b"/A Do", b"/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A 6 0 R>>>>")])
FILES["fine-deep-forms.pdf"] = page(stream(b"/A Do"), b"/XObject<</A 6 0 R>>", more=[
    stream(b"/A Do" if i < 2999 else SQUARE,
           b"/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A %d 0 R>>>>" % (7 + i if i < 2999 else 6)) for i in range(3000)])
FILES["fine-wide-forms.pdf"] = page(stream(b"/A Do"), b"/XObject<</A 6 0 R>>", more=[
    stream(b"/A Do /A Do", b"/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A %d 0 R>>>>" % (7 + i)) for i in range(60)]
    + [stream(SQUARE, b"/Subtype/Form/BBox[0 0 9 9]")])
FILES["circle-pages.pdf"] = pdf([b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[2 0 R]/Count 1>>"])
FILES["fine-circle-parent.pdf"] = page(stream(SQUARE), entries=b"/Parent 5 0 R")
FILES["no-pages.pdf"] = pdf([b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[]/Count 0>>"])
FILES["no-catalog.pdf"] = pdf([b"null"])
FILES["fine-box-turned.pdf"] = page(stream(SQUARE), entries=b"/MediaBox[100 100 0 0]")
FILES["box-empty.pdf"] = page(stream(SQUARE), entries=b"/MediaBox[0 0 0 0]")
FILES["fine-box-far.pdf"] = page(stream(SQUARE), entries=b"/MediaBox[1e30 0 9e99 7]")
FILES["fine-box-words.pdf"] = page(stream(SQUARE), entries=b"/MediaBox[/A (b) null]")
FILES["fine-box-crop.pdf"] = page(stream(SQUARE), entries=b"/MediaBox[0 0 9 9]/CropBox[50 50 90 90]")
FILES["box-thin.pdf"] = page(stream(SQUARE), entries=b"/MediaBox[0 0 .000001 900000]")
FILES["fine-turned-oddly.pdf"] = page(stream(SQUARE), entries=b"/MediaBox[0 0 9 9]/Rotate 77")
FILES["fine-string-open.pdf"] = page(stream(b"(" * 100000))
FILES["fine-states.pdf"] = page(stream(b"q " * 100000 + SQUARE))
FILES["fine-hex-open.pdf"] = page(stream(b"<" + b"4" * 100000))
FILES["fine-many-pages.pdf"] = pdf(
    [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[%s]/Count 10000>>" % b" ".join(b"%d 0 R" % (3 + i) for i in range(10000))]
    + [b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"] * 10000)
FILES["many-objects.pdf"] = page(stream(SQUARE), b"/XObject<<%s>>" % b"".join(b"/A%d %d 0 R" % (i, 6 + i) for i in range(60000)),
                                 more=[b"<<>>"] * 60000)
FILES["cut.pdf"] = FILES["fine-box-turned.pdf"][:120]
FILES["head-alone.pdf"] = b"%PDF-1.7\n"


# ---- PNG


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, depth=8, colour=2, data=b"", extra=b"", interlace=0):
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + extra + chunk(b"IDAT", data) + chunk(b"IEND", b"")


ROWS = zlib.compress(b"\0" + bytes(30))
FILES["huge.png"] = png(2**31 - 1, 2**31 - 1, data=ROWS)
FILES["large.png"] = png(60000, 60000, data=BOMB)
FILES["long.png"] = png(50000000, 1, data=BOMB[:100000])
FILES["empty.png"] = png(0, 0, data=ROWS)
FILES["short.png"] = png(10, 10, data=ROWS)
FILES["bad-depth.png"] = png(10, 1, depth=7, data=ROWS)
FILES["bad-colour.png"] = png(10, 1, colour=9, data=ROWS)
FILES["no-palette.png"] = png(10, 1, colour=3, data=ROWS)
FILES["fine-bomb-text.png"] = png(10, 1, data=ROWS, extra=chunk(b"zTXt", b"a\0\0" + BOMB))
FILES["fine-bomb-profile.png"] = png(10, 1, data=ROWS, extra=chunk(b"iCCP", b"a\0\0" + BOMB))
FILES["cut.png"] = png(10, 1, data=ROWS)[:40]
FILES["head-alone.png"] = b"\x89PNG\r\n\x1a\n"


# ---- JPEG


def jpeg(width, height, components=3, marker=0xC0, after=b""):
    frame = struct.pack(">BHHB", 8, height, width, components) + b"".join(bytes([i + 1, 0x11, 0]) for i in range(components))
    return b"\xff\xd8\xff" + bytes([marker]) + struct.pack(">H", len(frame) + 2) + frame + after + b"\xff\xd9"


FILES["huge.jpg"] = jpeg(65535, 65535)
FILES["empty.jpg"] = jpeg(0, 0)
FILES["many-colours.jpg"] = jpeg(8, 8, 255)
FILES["lossless.jpg"] = jpeg(8, 8, marker=0xC3)
FILES["no-frame.jpg"] = b"\xff\xd8\xff\xd9"
FILES["long-segment.jpg"] = b"\xff\xd8\xff\xe1\xff\xff"
FILES["cut.jpg"] = jpeg(8, 8)[:12]
FILES["many-scans.jpg"] = jpeg(5000, 5000, 1, 0xC2, b"\xff\xda\0\x08\1\1\0\0\x3f\0" * 100000)


# ---- GIF


def gif(width, height, blocks, palette=True):
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80 if palette else 0, 0, 0) + (b"\0\0\0\xff\xff\xff" if palette else b"")
    return head + blocks


def frame(width, height, data, left=0, top=0):
    return b"," + struct.pack("<HHHHB", left, top, width, height, 0) + b"\2" + data + b"\0"


FILES["huge.gif"] = gif(65535, 65535, frame(65535, 65535, b"\2\x44\1") + b";")
FILES["empty.gif"] = gif(0, 0, frame(0, 0, b"\2\x44\1") + b";")
FILES["no-frame.gif"] = gif(9, 9, b";")
FILES["fine-no-palette.gif"] = gif(1, 1, frame(1, 1, b"\2\x44\1") + b";", palette=False)
FILES["outside.gif"] = gif(1, 1, frame(9, 9, b"\2\x44\1", 60000, 60000) + b";")
FILES["bad-codes.gif"] = gif(100, 100, frame(100, 100, b"\xff" + b"\xff" * 255) + b";")
FILES["cut.gif"] = gif(9, 9, frame(9, 9, b"\2\x44\1"))[:20]
FILES["many-extensions.gif"] = gif(9, 9, b"!\xfe\1a\0" * 300000 + b";")


# ---- TIFF


def tiff(entries, data=b"", order="<"):
    """One directory: (tag, type, count, value or offset)."""
    head = (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, 8)
    rows = b"".join(struct.pack(order + "HHII", *e) for e in sorted(entries))
    return head + struct.pack(order + "H", len(entries)) + rows + struct.pack(order + "I", 0) + data


def plain(width, height, **more):
    tags = {256: (4, 1, width), 257: (4, 1, height), 258: (3, 1, 8), 259: (3, 1, 1), 262: (3, 1, 1), 273: (4, 1, 200),
            277: (3, 1, 1), 278: (4, 1, height), 279: (4, 1, 100)}
    tags.update({int(k[1:]): v for k, v in more.items()})
    return tiff([(k, *v) for k, v in tags.items()], bytes(300))


FILES["huge.tif"] = plain(2**31, 2**31)
FILES["large.tif"] = plain(60000, 60000)
FILES["empty.tif"] = plain(0, 0)
FILES["far-strip.tif"] = plain(10, 10, t273=(4, 1, 2**32 - 1))
FILES["fine-long-strip.tif"] = plain(10, 10, t279=(4, 1, 2**32 - 1))
FILES["many-strips.tif"] = plain(10, 10, t273=(4, 2**30, 8), t279=(4, 2**30, 8))
FILES["bad-depth.tif"] = plain(10, 10, t258=(3, 1, 77))
FILES["bad-packing.tif"] = plain(10, 10, t259=(3, 1, 9999))
FILES["many-samples.tif"] = plain(10, 10, t277=(3, 1, 65535))
FILES["circle.tif"] = b"II*\0\x08\0\0\0\0\0\x08\0\0\0"
FILES["cut.tif"] = plain(10, 10)[:30]
FILES["bomb.tif"] = tiff([(256, 4, 1, 40000), (257, 4, 1, 1200), (258, 3, 1, 8), (259, 3, 1, 8), (262, 3, 1, 1), (273, 4, 1, 200),
                          (277, 3, 1, 1), (278, 4, 1, 1200), (279, 4, 1, len(BOMB))], bytes(64) + BOMB)


# ---- WebP


def webp(kind, data, size=None):
    body = b"WEBP" + kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
    return b"RIFF" + struct.pack("<I", len(body) if size is None else size) + body


def lossless(width, height, data=b""):
    bits = (width - 1) | (height - 1) << 14
    return webp(b"VP8L", b"\x2f" + struct.pack("<I", bits) + data)


FILES["huge.webp"] = lossless(16384, 16384, bytes(100))
FILES["short.webp"] = lossless(8, 8)
FILES["no-key-frame.webp"] = webp(b"VP8 ", b"\1\0\0\x9d\x01\x2a\x08\0\x08\0" + bytes(10))
FILES["wrong-size.webp"] = webp(b"VP8L", b"\x2f" + bytes(20), 2**32 - 2)
FILES["empty-film.webp"] = webp(b"VP8X", b"\2\0\0\0" + bytes(6))
FILES["cut.webp"] = lossless(8, 8, bytes(30))[:18]


# ---- SVG


def svg(inside, attributes='width="100" height="100"'):
    return ('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" %s>%s</svg>' % (attributes, inside)).encode()


LAUGHS = "".join('<g id="g%d">%s</g>' % (i, ('<use xlink:href="#g%d"/>' % (i - 1)) * 10 if i else '<path d="M0 0h9"/>') for i in range(12))
FILES["laughs.svg"] = svg("<defs>%s</defs><use xlink:href='#g11'/>" % LAUGHS)
FILES["fine-circle-use.svg"] = svg('<g id="a"><use xlink:href="#b"/></g><g id="b"><use xlink:href="#a"/></g>')
FILES["fine-circle-pattern.svg"] = svg('<pattern id="p" width="1" height="1" fill="url(#p)"><rect fill="url(#p)" width="9" height="9"/></pattern>'
                                       '<rect fill="url(#p)" width="90" height="90"/>')
FILES["deep.svg"] = svg("<g>" * 50000 + "</g>" * 50000)
FILES["many.svg"] = svg("<path d='M0 0h9'/>" * 250000)
FILES["entities.svg"] = b"""<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">%s]>
<svg xmlns="http://www.w3.org/2000/svg"><text>&h;</text></svg>""" % b"".join(
    b'<!ENTITY %c "%s">' % (98 + i, b"&%c;" % (97 + i) * 100) for i in range(7))
FILES["outside.svg"] = b"""<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>"""
FILES["fine-huge.svg"] = svg("<rect width='9' height='9'/>", 'width="1e30" height="1e30"')
FILES["filter-huge.svg"] = svg('<filter id="f" x="-100" y="-100" width="1e6" height="1e6"><feTurbulence baseFrequency=".9" numOctaves="99"/></filter>'
                               + '<rect filter="url(#f)" width="9000" height="9000"/>' * 50, 'width="9000" height="9000"')
FILES["filter-many.svg"] = svg('<filter id="f"><feGaussianBlur stdDeviation="90"/><feMorphology radius="300"/></filter>'
                               + '<rect filter="url(#f)" width="900" height="900"/>' * 3000, 'width="900" height="900"')
FILES["fine-dashes.svg"] = svg('<path d="M0 0H1000000" stroke="#000" stroke-dasharray="0.001"/>')
FILES["no-end.svg"] = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect'
FILES["cut.svg"] = b'<svg xmlns="http://www.w3.org'
FILES["fine-no-size.svg"] = svg("<rect width='9' height='9'/>", 'width="0" height="-5" viewBox="0 0 0 0"')


def main(folder):
    os.makedirs(folder, exist_ok=True)
    for name, data in FILES.items():
        with open(os.path.join(folder, name), "wb") as f:
            f.write(data)


if __name__ == "__main__":
    main(sys.argv[1])
