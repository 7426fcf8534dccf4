#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""beside.py OUT LEFT.pdf RIGHT.pdf: each page of the one beside the same page of the other, as OUT-1.png, OUT-2.png, ...
for the eye. Needs pdftoppm."""
import os
import re
import struct
import subprocess
import sys
import tempfile
import zlib

RESOLUTION = '60'


def pages(path, folder):
    """The pages as (width, height, rows of RGB)."""
    subprocess.run(['pdftoppm', '-r', RESOLUTION, path, os.path.join(folder, 'page')], check=True)
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), 'rb') as f:
            data = f.read()
        head = re.match(rb'P6\s+(\d+)\s+(\d+)\s+255\s', data)
        width, height = int(head.group(1)), int(head.group(2))
        start = head.end()
        yield width, height, [data[start + 3 * width * y:start + 3 * width * (y + 1)] for y in range(height)]


def beside(left, right):
    """Both in one picture with a grey line between; a page that is missing is grey."""
    width, height = (left or right)[:2]
    grey = [b'\xbb' * 3 * width] * height
    rows = [(left or (0, 0, grey))[2], (right or (0, 0, grey))[2]]
    return [a + b'\x88' * 12 + b for a, b in zip(*rows)]


def png(rows):
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    head = struct.pack('>IIBBBBB', len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', head) +
            chunk(b'IDAT', zlib.compress(b''.join(b'\0' + row for row in rows), 9)) + chunk(b'IEND', b''))


def main(out, left, right):
    with tempfile.TemporaryDirectory() as a, tempfile.TemporaryDirectory() as b:
        both = list(pages(left, a)), list(pages(right, b))
    for i in range(max(map(len, both))):
        with open('%s-%d.png' % (out, i + 1), 'wb') as f:
            f.write(png(beside(*(pair[i] if i < len(pair) else None for pair in both))))


if __name__ == '__main__':
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
