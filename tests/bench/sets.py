# SPDX-License-Identifier: MIT
"""What is measured: each set is a function that asks the bench for its inputs and its rows. Knows the command lines of
dossier; those of others are peers.py's."""
import os
import shutil
import time

import inputs
import peers
from measure import PROGRAM

STYLES = '/usr/share/citation-style-language/styles'
BUILD = [PROGRAM, 'build', '-q', '--no-cache']
TO_BOTH = [*BUILD, 'statement.md', '-o', 'ours/']
# Seconds between a change and a run, as between a person's: what is younger than the clock of the file system can tell is
# not kept, and the next run reads all.
GRAIN = 0.1
TO_HTML = [*BUILD, 'statement.md', '--to', 'html', '-o', 'ours/']


def documents(b, name, folder, html=True):
    """A document to PDF and HTML beside those who make PDFs, and to HTML beside those who make pages."""
    b.row(name, 'PDF and HTML', folder, TO_BOTH, peers.PDF)
    if html:
        b.row(name, 'HTML', folder, TO_HTML, peers.HTML)


def start(b):
    b.row('start', 'version', b.work, [PROGRAM, '--version'], [])


def statement(b):
    folder = b.inputs('statement', inputs.make_statements, 1, 14)
    documents(b, 'statement', folder)
    b.row('statement', 'check', folder, [PROGRAM, 'check', '-q', '--no-cache', 'statement.md'], [])


def s100(b):
    documents(b, 's100', b.inputs('s100', inputs.make_statements, 25, 1000))


def s1000(b):
    documents(b, 's1000', b.inputs('s1000', inputs.make_statements, 250, 10000))


def lists(b):
    for n in (40, 1000) if b.quick else (40, 1000, 10000):
        documents(b, 'list of %d works' % n, b.inputs('list%d' % n, inputs.make_list, n), html=n == 40)


def batch(b):
    """Many statements in one process, beside peers that are started for each, and Typst in one."""
    n = 20 if b.quick else 200
    folder = b.inputs('batch%d' % n, inputs.make_batch, n)
    names = ['%03d' % i for i in range(n)]
    sources = [name + '.md' for name in names]
    ours = [*BUILD, *sources, '-o', 'ours/']
    together = [p for p in peers.PDF if not p.slow]
    name = '%d statements' % n
    b.row(name, 'PDF and HTML', folder, ours, together, names,
          lambda p: peers.typst(folder, *names) if p.key == 'typst' else peers.one_by_one(p, folder, names))
    cache = os.path.join(b.work, 'results')

    def first():
        shutil.rmtree(cache, ignore_errors=True)
        shutil.rmtree(os.path.join(folder, 'kept'), ignore_errors=True)
    cached = [PROGRAM, 'build', '-q', '--cache', cache, *sources, '-o', 'kept/']
    b.row(name, 'into an empty cache', folder, cached, [], before=first)
    b.row(name, 'again, nothing changed', folder, cached, [])
    b.row(name, 'again, one entry changed', folder, cached, [], before=lambda: touch_entry(folder))


def touch_entry(folder):
    """Another year for the first work of a database."""
    path = os.path.join(folder, 'refs.bib')
    with open(path, encoding='utf-8') as f:
        text = f.read()
    at = text.index('year = {') + len('year = {')
    year = int(text[at:at + 4])
    inputs.save(folder, 'refs.bib', text[:at] + str(1970 + (year - 1970 + 1) % 50) + text[at + 4:])


def citations(b):
    for n in (1000,) if b.quick else (1000, 10000):
        folder = b.inputs('citations%d' % n, inputs.make_citations, n)
        for style in ('ieee', 'apa'):
            path = os.path.join(STYLES, style + '.csl')
            if not os.path.exists(path):
                b.say('%s is not there: package citation-style-language-styles' % path)
                continue
            b.row('%d citations' % n, style.upper(), folder, [*TO_HTML, '--csl', style], [peers.citeproc(path)])


def large(b):
    """Twenty works of very many: read whole, which leaves an index; then by it."""
    n = 50000 if b.quick else 1000000
    folder = b.inputs('large%d' % n, inputs.make_large, n)
    cache = os.path.join(b.work, 'indexes')
    command = [PROGRAM, 'build', '-q', '--cache', cache, 'statement.md', '--to', 'html', '-o', 'ours/']
    name = '20 of %d works' % n
    b.row(name, 'no index yet', folder, command, [], before=lambda: shutil.rmtree(cache, ignore_errors=True))
    b.row(name, 'with the index', folder, command, [])


def site(b):
    n = 40 if b.quick else 200
    folder = b.inputs('site%d' % n, inputs.make_site, n)
    out, cache = os.path.join(b.work, 'site-out'), os.path.join(b.work, 'site-cache')
    page = os.path.join(folder, 'index.md')
    command = [PROGRAM, 'site', '-q', '--cache', cache, folder, '-o', out]

    def nothing():
        shutil.rmtree(out, ignore_errors=True)
        shutil.rmtree(cache, ignore_errors=True)

    def change():
        with open(page, encoding='utf-8') as f:
            text = f.read()
        inputs.save(folder, 'index.md', text + 'A further line.\n\n')
        time.sleep(GRAIN)

    def change_work():
        with open(os.path.join(folder, 'refs.bib'), encoding='utf-8') as f:
            text = f.read()
        at = text.index('title = {', len(text) // 2) + len('title = {')
        inputs.save(folder, 'refs.bib', text[:at] + 'Again ' + text[at:])
        time.sleep(GRAIN)
    name = 'site of %d people' % n
    b.row(name, 'from nothing', b.work, command, [], before=nothing)
    b.row(name, 'one page changed', b.work, command, [], before=change)
    b.row(name, 'one work changed', b.work, command, [], before=change_work)
    b.row(name, 'nothing changed', b.work, command, [])


def library(b):
    n = 20000 if b.quick else 200000
    folder = b.inputs('large%d' % n, inputs.make_large, n)
    store = os.path.join(b.work, 'library.db')
    command = [PROGRAM, 'library']

    def gone():
        for suffix in ('', '-wal', '-shm'):
            if os.path.exists(store + suffix):
                os.remove(store + suffix)
    name = 'library of %d works' % n
    b.row(name, 'import', folder, [*command, 'import', '-q', '--library', store, 'refs.bib'], [], before=gone)
    b.row(name, 'sync, nothing changed', folder, [*command, 'sync', '-q', '--library', store], [])
    for what, words in (('search for a word in many', ['meadow']), ('for a name and years', ['author:albring', 'year:1990..1992'])):
        b.row(name, what, folder, [*command, 'search', '--library', store, *words], [])


def databases(b):
    n = 1000 if b.quick else 20000
    folder = b.inputs('large%d' % n, inputs.make_large, n)
    name = 'database of %d works' % n
    b.row(name, 'to CSL JSON', folder, [PROGRAM, 'refs', 'convert', '-q', 'refs.bib', '-o', 'ours.json'],
          [peers.Peer('pandoc', 'pandoc', ['pandoc'],
                      lambda folder, name: ['pandoc', '-f', 'bibtex', '-t', 'csljson', 'refs.bib', '-o', 'pandoc.json'], 'pandoc.json')])
    b.row(name, 'refs check', folder, [PROGRAM, 'refs', 'check', '-q', 'refs.bib'], [], fails=True)
    b.row(name, 'refs fmt', folder, [PROGRAM, 'refs', 'fmt', '-q', '-n', 'refs.bib'], [])


ALL = {f.__name__: f for f in (start, statement, lists, citations, batch, s100, s1000, large, site, library, databases)}
