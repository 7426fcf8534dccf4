#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes tiny fonts in colour into a folder: the tests need none that is installed.

    colour_fonts.py FOLDER

bitmaps.ttf   CBDT and CBLC, no outlines      "Test Bitmaps"
strikes.ttf   sbix over outlines              "Test Strikes"
layers.ttf    COLR version 0 and CPAL         "Test Layers"
torn.ttf      bitmaps.ttf with damaged pixels "Test Torn"

Each has a space, a rocket (U+1F680), a red heart's base (U+2764), a thumb with a tone, two letters of flags and the flag of them
(SE), a woman, a microscope and both joined, a keycap of 1.  A picture is one colour all over, so that a test can tell which it sees.
"""
import os, struct, sys, zlib

EM = 1000
CHARACTERS = {0x20: 1, 0x31: 2, 0x200D: 3, 0x20E3: 4, 0x2764: 5, 0x1F1EA: 6, 0x1F1F8: 7, 0x1F3FD: 8, 0x1F44D: 9, 0x1F469: 10,
              0x1F52C: 11, 0x1F680: 12}
LIGATURES = {(7, 6): 13, (9, 8): 14, (10, 3, 11): 15, (2, 4): 16}  # glyphs to a glyph
GLYPHS = 17
INK = {5: (230, 20, 20), 6: (90, 90, 90), 7: (120, 120, 120), 8: (200, 150, 100), 9: (250, 200, 0), 10: (200, 0, 200), 11: (0, 200, 200),
       12: (0, 0, 240), 13: (0, 106, 167), 14: (160, 110, 60), 15: (0, 160, 0), 16: (60, 60, 160)}


def png(rgb, side=8, torn=False):
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    rows = (b'\0' + bytes(rgb + (255,)) * side) * side
    pixels = zlib.compress(rows, 9)
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', side, side, 8, 6, 0, 0, 0)) +
            chunk(b'IDAT', pixels[:6] if torn else pixels) + chunk(b'IEND', b''))


def advance(glyph):
    return 0 if glyph in (3, 4) else 250 if glyph == 1 else 1200


def box(x0, y0, x1, y1):
    """A glyph of 'glyf' with one rectangle."""
    points = struct.pack('>4h', x0, 0, x1 - x0, 0) + struct.pack('>4h', y0, y1 - y0, 0, y0 - y1)
    return struct.pack('>5hH', 1, x0, y0, x1, y1, 3) + struct.pack('>H', 0) + b'\1\1\1\1' + points


def cmap():
    groups = b''.join(struct.pack('>3I', c, c, g) for c, g in sorted(CHARACTERS.items()))
    table = struct.pack('>HHIII', 12, 0, 16 + len(groups), 0, len(CHARACTERS)) + groups
    return struct.pack('>HHHHI', 0, 1, 3, 10, 12) + table


def name(family):
    records, text = b'', b''
    for number, value in ((1, family), (2, 'Regular'), (4, family), (6, family.replace(' ', ''))):
        value = value.encode('utf-16-be')
        records += struct.pack('>6H', 3, 1, 0x409, number, len(value), len(text))
        text += value
    return struct.pack('>3H', 0, 4, 6 + len(records)) + records + text


def gsub():
    """One lookup of ligatures in the feature 'ccmp'."""
    firsts = sorted({k[0] for k in LIGATURES})
    coverage = struct.pack('>2H', 1, len(firsts)) + struct.pack('>%dH' % len(firsts), *firsts)
    sets, offsets, at = b'', [], 6 + 2 * len(firsts)
    for first in firsts:
        entry = b''.join(struct.pack('>2H', g, len(k)) + struct.pack('>%dH' % (len(k) - 1), *k[1:]) for k, g in LIGATURES.items() if k[0] == first)
        offsets.append(at + len(sets))
        sets += struct.pack('>2H', 1, 4) + entry
    table = struct.pack('>3H', 1, at + len(sets), len(firsts)) + struct.pack('>%dH' % len(firsts), *offsets) + sets + coverage
    lookups = struct.pack('>2H', 1, 4) + struct.pack('>4H', 4, 0, 1, 8) + table
    scripts = struct.pack('>H4sH', 1, b'DFLT', 8) + struct.pack('>2H', 4, 0) + struct.pack('>4H', 0, 0xFFFF, 1, 0)
    features = struct.pack('>H4sH', 1, b'ccmp', 8) + struct.pack('>3H', 0, 1, 0)
    return struct.pack('>HHHHH', 1, 0, 10, 10 + len(scripts), 10 + len(scripts) + len(features)) + scripts + features + lookups


def bitmaps(torn):
    """CBLC and CBDT: one strike of 8 pixels to the em, each glyph with its picture in format 17."""
    data, offsets = struct.pack('>HH', 3, 0), []
    for glyph in range(5, GLYPHS):
        offsets.append(len(data) - 4)
        picture = png(INK[glyph], torn=torn)
        data += struct.pack('>BBbbB', 8, 8, 0, 7, 10) + struct.pack('>I', len(picture)) + picture
    offsets.append(len(data) - 4)
    index = struct.pack('>HHI', 1, 17, 4) + struct.pack('>%dI' % len(offsets), *offsets)
    listing = struct.pack('>HHI', 5, GLYPHS - 1, 8)
    line = struct.pack('>bbBbbbbbbbbb', 7, -1, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    size = struct.pack('>4I', 56, len(listing) + len(index), 1, 0) + line * 2 + struct.pack('>HHBBBb', 5, GLYPHS - 1, 8, 8, 32, 1)
    return {'CBLC': struct.pack('>HHI', 3, 0, 1) + size + listing + index, 'CBDT': data}


def strikes():
    data, offsets = b'', []
    start = 4 + 4 * (GLYPHS + 1)
    for glyph in range(GLYPHS):
        offsets.append(start + len(data))
        if glyph in INK:
            data += struct.pack('>hh4s', 0, -1, b'png ') + png(INK[glyph])
    offsets.append(start + len(data))
    return {'sbix': struct.pack('>HHII', 1, 1, 1, 12) + struct.pack('>HH', 8, 72) + struct.pack('>%dI' % len(offsets), *offsets) + data}


def layers():
    """Each glyph a square in its colour and, over it, half as wide, one in the colour of the text; the rocket's second is see-through."""
    records, parts, colours, glyphs = b'', b'', [], sorted(INK)
    for k, glyph in enumerate(glyphs):
        records += struct.pack('>3H', glyph, 2 * k, 2)
        colours.append(INK[glyph])
        parts += struct.pack('>4H', GLYPHS, k, GLYPHS + 1, len(glyphs) if glyph == 12 else 0xFFFF)
    colour = b''.join(struct.pack('4B', b, g, r, 255) for r, g, b in colours) + struct.pack('4B', 255, 255, 255, 128)
    n = len(glyphs)
    return {'COLR': struct.pack('>HHIIH', 0, n, 14, 14 + len(records), 2 * n) + records + parts,
            'CPAL': struct.pack('>4HIH', 0, n + 1, 1, n + 1, 14, 0) + colour}


def font(family, tables, outlines):
    count = GLYPHS + (2 if outlines else 0)
    tables = dict(tables)
    tables['head'] = (struct.pack('>IIIIHH', 0x10000, 0x10000, 0, 0x5F0F3CF5, 0, EM) + b'\0' * 16 + struct.pack('>4h', 0, -200, 1200, 900) +
                      struct.pack('>HHhhh', 0, 8, 2, 1, 0))
    tables['hhea'] = struct.pack('>IhhhH', 0x10000, 900, -200, 0, 1200) + b'\0' * 6 + struct.pack('>h', 1) + b'\0' * 14 + struct.pack('>H', count)
    tables['maxp'] = struct.pack('>IH', 0x10000, count) + b'\0' * 26
    tables['hmtx'] = b''.join(struct.pack('>Hh', advance(g) if g < GLYPHS else EM, 0) for g in range(count))
    tables['cmap'] = cmap()
    tables['name'] = name(family)
    tables['GSUB'] = gsub()
    tables['post'] = struct.pack('>IIhhI', 0x30000, 0, -100, 50, 0) + b'\0' * 16
    if outlines:
        shapes = [b''] * GLYPHS + [box(100, -100, 1100, 900), box(100, -100, 600, 900)]
        shapes[12] = box(300, 0, 700, 600)
        loca, data = [0], b''
        for shape in shapes:
            data += shape + b'\0' * (-len(shape) % 4)
            loca.append(len(data))
        tables['glyf'], tables['loca'] = data, struct.pack('>%dI' % len(loca), *loca)
    directory, body = b'', b''
    start = 12 + 16 * len(tables)
    for tag in sorted(tables):
        data = tables[tag] + b'\0' * (-len(tables[tag]) % 4)
        total = sum(struct.unpack('>%dI' % (len(data) // 4), data)) & 0xFFFFFFFF
        directory += struct.pack('>4sIII', tag.encode(), total, start + len(body), len(tables[tag]))
        body += data
    return struct.pack('>IHHHH', 0x10000, len(tables), 128, 3, 16 * len(tables) - 128) + directory + body


def main():
    folder = sys.argv[1]
    fonts = {'bitmaps.ttf': font('Test Bitmaps', bitmaps(False), False), 'torn.ttf': font('Test Torn', bitmaps(True), False),
             'strikes.ttf': font('Test Strikes', strikes(), True), 'layers.ttf': font('Test Layers', layers(), True)}
    for path, data in fonts.items():
        with open(os.path.join(folder, path), 'wb') as out:
            out.write(data)


main()
