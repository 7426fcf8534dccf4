# SPDX-License-Identifier: MIT
"""What check and check_races share: folders with documents, commands that change files in them, and the state of such a
folder. A scene is a command that begins with the files of `make`, and ends with other files."""
import os
import re
import shutil
import subprocess
import tempfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
DOSSIER = os.path.join(os.path.abspath(os.path.join(TOP, os.environ.get('OUT', 'out'))), 'dossier')
BOX = tempfile.mkdtemp(prefix='dossier-faults-')


def shim():
    """The library that makes calls fail, or None and the reason."""
    out = os.path.join(BOX, 'fault.so')
    p = subprocess.run([os.environ.get('CC', 'cc').split()[-1], '-O1', '-shared', '-fPIC', '-w', '-o', out,
                        os.path.join(HERE, 'fault.c'), '-ldl'], capture_output=True, text=True, check=False)
    if p.returncode:
        return None, 'no shared library can be built: ' + p.stderr.split('\n')[0]
    status, said = run(BOX, ['--version'], LD_PRELOAD=out)
    if status or not said.startswith('dossier'):
        return None, 'the program cannot be run with a library in front (sanitizers)'
    return out, ''


def environment(box, **more):
    env = {k: v for k, v in os.environ.items() if not k.startswith(('XDG_', 'FAULT', 'LD_'))}
    env.update(HOME=os.path.join(box, 'home'), NO_COLOR='1', LC_ALL='C.UTF-8', SOURCE_DATE_EPOCH='1700000000')
    env.update({k: str(v) for k, v in more.items()})
    return env


def run(box, command, **more):
    """Exit status (negative: a signal; None: it does not end) and all that was printed."""
    try:
        p = subprocess.run([DOSSIER, *command], cwd=box, env=environment(box, **more), stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        return None, ''
    return p.returncode, p.stdout.decode('utf-8', 'replace')


def put(box, name, text):
    path = os.path.join(box, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as f:
        f.write(text if isinstance(text, bytes) else text.encode())


def get(path):
    with open(path, 'rb') as f:
        return f.read()


def works(stem, n):
    return ''.join('@article{%s%d,\n  AUTHOR = {Quill, N%d},\n  title="Work %d",\n  journaltitle = {Tides}, date = {20%02d}\n}\n\n'
                   % (stem, i, i, i, i % 30) for i in range(n))


def picture(side=24):
    def chunk(kind, data):
        return len(data).to_bytes(4, 'big') + kind + data + zlib.crc32(kind + data).to_bytes(4, 'big')
    rows = b''.join(b'\0' + bytes((x * y) % 251 for x in range(3 * side)) for y in range(side))
    head = side.to_bytes(4, 'big') * 2 + b'\x08\x02\0\0\0'
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', head) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b'')


def make_document(box):
    put(box, 'd.md', '---\ntitle: Harbours\nbibliography: w.bib\ncss: own.css\n---\n\n# First\n\nWords [@w1; @w2], $x^2$.\n\n'
        '![A picture](p.png)\n\n{{< include more.md >}}\n')
    put(box, 'more.md', 'Further words, *slanted*.\n')
    put(box, 'own.css', 'p { color: #234 }\n')
    put(box, 'p.png', picture())
    put(box, 'w.bib', works('w', 6))


def make_old_page(box):
    """A page and a PDF of an earlier version of the document."""
    make_document(box)
    put(box, 'more.md', 'Old words.\n')
    if run(box, ['build', 'd.md', '--to', 'html,pdf'])[0] != 0:
        raise SystemExit('the document cannot be built')
    put(box, 'more.md', 'Further words, *slanted*.\n')


def make_databases(box):
    put(box, 'w.bib', works('w', 30))
    put(box, 'v.bib', works('v', 30))
    put(box, 'c.md', ' '.join('[@w%d]' % i for i in range(30)) + '\n')


def make_library(box):
    make_databases(box)
    if run(box, ['library', 'import', '--library', 'l.db', 'v.bib'])[0] != 0:
        raise SystemExit('the library cannot be made')


def make_site(box):
    put(box, 's/site.yml', 'title: Institute\nurl: https://example.org\n')
    put(box, 's/w.bib', works('w', 4))
    put(box, 's/files/p.png', picture())
    for i in range(4):
        put(box, 's/p%d.md' % i, '---\ntitle: Page %d\nredirect_from: /old%d/\n---\n\n# Part\n\n[next](p%d.md)\n\n'
            '![A picture](files/p.png)\n' % (i, i, (i + 1) % 4))


def make_old_site(box):
    """A folder that an earlier run has written: pages change, one goes, one is new."""
    make_site(box)
    put(box, 's/gone.md', '# Gone\n')
    if run(box, ['site', 's', '-o', 'p'])[0] != 0:
        raise SystemExit('the site cannot be built')
    os.unlink(os.path.join(box, 's/gone.md'))
    put(box, 's/new/index.md', '# New\n')
    put(box, 's/p1.md', '# Other words\n\n[next](new/index.md)\n')


class Scene:
    def __init__(self, name, make, *command):
        self.name, self.make, self.command = name, make, list(command)
        self.may_lack = (1, 3) if self.command[:1] == ['site'] else (1,)  # exit statuses

    def box(self):
        box = tempfile.mkdtemp(dir=BOX)
        os.mkdir(os.path.join(box, 'home'))
        self.make(box)
        return box

    def state(self, box):
        """{file: bytes}. Of a library, what it exports; without the list of a site and what the program keeps in HOME."""
        files = {}
        for folder, folders, names in os.walk(box):
            if folder == box:
                folders.remove('home')
            for name in names:
                path = os.path.relpath(os.path.join(folder, name), box)
                if not path.startswith('l.db') and path != 'p/.dossier-site':
                    files[path] = get(os.path.join(folder, name))
        if os.path.exists(os.path.join(box, 'l.db')):
            sound = run(box, ['library', 'verify', '--library', 'l.db'])[0] == 0
            files['(library)'] = run(box, ['library', 'export', '--library', 'l.db'])[1].encode() if sound else b'unsound'
        return files


SCENES = [
    Scene('a page', make_document, 'build', 'd.md', '-o', 'o.html'),
    Scene('a PDF', make_document, 'build', 'd.md', '-o', 'o.pdf'),
    Scene('a page and a PDF again', make_old_page, 'build', 'd.md', '--to', 'html,pdf'),
    Scene('refs fmt', make_databases, 'refs', 'fmt', 'w.bib', 'v.bib'),
    Scene('refs keys', make_databases, 'refs', 'keys', '--pattern', '{author}{year}{word}', 'w.bib', 'c.md'),
    Scene('library import', make_library, 'library', 'import', '--library', 'l.db', 'w.bib'),
    Scene('a new site', make_site, 'site', 's', '-o', 'p'),
    Scene('a site again', make_old_site, 'site', 's', '-o', 'p'),
]


def drop(box=BOX):
    shutil.rmtree(box, ignore_errors=True)


def ids(said, otherwise=None):
    found = ' '.join(sorted(set(re.findall(r'\[([a-z-]+)\]', said))))
    return found or (said.strip()[:60] or 'nothing is said' if otherwise is None else otherwise)


def differences(a, b):
    return sorted(f for f in set(a) | set(b) if a.get(f) != b.get(f))
