# SPDX-License-Identifier: MIT
"""The other programs: how each is found, and its command line for a document. What is not there is left out with a
reason. Knows no sets."""
import os
import re
import shutil
import subprocess

from measure import steps

# Typst's compiler as npm has it; documents are compiled one behind another in one process.
DRIVER = """import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'; import fs from 'node:fs';
const [, folder, ...names] = process.argv;
const c = NodeCompiler.create({ workspace: folder });
for (const name of names) {
  const r = c.compile({ mainFilePath: folder + '/' + name + '.typ' });
  if (r.hasError()) { r.printDiagnostics(); process.exit(1); }
  fs.writeFileSync(folder + '/' + name + '-typst.pdf', c.pdf(r.result));
}"""
TYPST_HOME = os.path.abspath(os.environ.get('BENCH_TYPST', 'out'))
TYPST_MODULE = os.path.join(TYPST_HOME, 'node_modules', '@myriaddreamin', 'typst-ts-node-compiler')
QUIET = ['-interaction=batchmode', '-halt-on-error']


def pandoc(*words):
    return lambda folder, name: ['pandoc', name + '.md', '--citeproc', *words]


def tex(engine, bibliography, suffix=''):
    def command(folder, name):
        one = [engine, *QUIET, name + suffix + '.tex']
        return steps(one, [bibliography, name + suffix], one, one)
    return command


def typst(folder, *names):
    return ['sh', '-c', 'cd "$1" && shift && exec node --input-type=module -e "$@"', 'sh', TYPST_HOME, DRIVER, folder, *names]


def is_there(name):
    """A program, or a package of TeX's by its file."""
    if not name.endswith('.sty'):
        return bool(shutil.which(name))
    return bool(shutil.which('kpsewhich')) and subprocess.run(['kpsewhich', name], stdout=subprocess.DEVNULL).returncode == 0


class Peer:
    """`needs`: programs and packages of TeX's, the first a program; `command(folder, name)`: what makes NAME's file in the folder; `out`: that file, of NAME, or None
    when it comes on standard output."""

    def __init__(self, key, label, needs, command, out=None, slow=False, cites=True):
        self.key, self.label, self.needs, self.command, self.out = key, label, needs, command, out
        self.slow, self.cites = slow, cites

    def missing(self):
        """Why it cannot run here, or None."""
        gone = [n for n in self.needs if not is_there(n)]
        if gone:
            return 'there is no %s' % ' and no '.join(gone)
        if self.key == 'typst' and not os.path.isdir(TYPST_MODULE):
            return 'BENCH_TYPST names no folder with @myriaddreamin/typst-ts-node-compiler of npm'
        return None

    def version(self):
        if self.key == 'typst':
            with open(os.path.join(TYPST_MODULE, 'package.json')) as f:
                return re.search(r'"version": *"([^"]*)"', f.read()).group(1)
        try:
            r = subprocess.run([self.needs[0], '--version'], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return ''
        found = re.search(r'\d+(\.\d+)+', r.stdout + r.stderr)
        return found.group(0) if found else ''


PDF = [
    Peer('groff', 'groff with refer', ['groff', 'refer'], lambda folder, name: ['groff', '-R', '-k', '-ms', '-Tpdf', name + '.ms']),
    Peer('typst', 'Typst (npm)', ['node'], typst, '%s-typst.pdf'),
    Peer('pandoc-pdflatex', 'pandoc with pdflatex', ['pandoc', 'pdflatex'], pandoc('-o', 'pandoc.pdf'), 'pandoc.pdf'),
    Peer('latex-bibtex', 'LaTeX with bibtex', ['pdflatex', 'bibtex'], tex('pdflatex', 'bibtex'), '%s.pdf'),
    Peer('pandoc-weasyprint', 'pandoc with weasyprint', ['pandoc', 'weasyprint'],
         pandoc('--pdf-engine=weasyprint', '-t', 'html5', '-o', 'weasyprint.pdf'), 'weasyprint.pdf', slow=True),
    Peer('lualatex-bibtex', 'LuaLaTeX with bibtex', ['lualatex', 'bibtex'], tex('lualatex', 'bibtex'), '%s.pdf', slow=True),
    Peer('latex-biber', 'LaTeX with biber', ['pdflatex', 'biber', 'biblatex.sty'], tex('pdflatex', 'biber', '-biber'), '%s-biber.pdf', slow=True),
]
HTML = [
    Peer('cmark-gfm', 'cmark-gfm (no citations)', ['cmark-gfm'], lambda folder, name: ['cmark-gfm', name + '.md'], cites=False),
    Peer('lowdown', 'lowdown (no citations)', ['lowdown'], lambda folder, name: ['lowdown', '-s', name + '.md'], cites=False),
    Peer('pandoc', 'pandoc', ['pandoc'], pandoc('-s', '-o', 'pandoc.html'), 'pandoc.html'),
]


def citeproc(style):
    """pandoc's citation processor alone with a style."""
    return Peer('pandoc', 'pandoc --citeproc', ['pandoc'], pandoc('--csl', style, '-o', 'pandoc.html'), 'pandoc.html')


def one_by_one(peer, folder, names):
    """A peer over many documents: each a process of its own, as people and makefiles start them."""
    return steps(*[peer.command(folder, n) for n in names])
