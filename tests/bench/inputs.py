# SPDX-License-Identifier: MIT
"""What is measured: documents and databases, made here from fixed seeds, so that each run has the same bytes. A document
is made once as a list of blocks and written in the syntax of each program: Markdown, LaTeX, Typst, groff's ms with
refer. Knows no program but by its syntax."""
import json
import os
import random

WORDS = '''water level gauge record instrument river reach slope measure meadow harbour reading observer notebook spring
winter current sediment channel delta estuary floodplain discharge velocity calibration uncertainty temperature pressure
salinity acoustic hydrophone thermocline stratification circulation boundary turbulence reservoir catchment infiltration
precipitation evaporation groundwater aquifer permeability conductivity observation interpolation assimilation forecast
ensemble probability distribution estimator regression covariance hypothesis experiment laboratory apparatus protocol
community archive catalogue manuscript correspondence expedition settlement navigation cartography triangulation benchmark
telegraph observatory institution university department responsibility collaboration infrastructure maintenance
reproducibility transparency international comparative systematic remarkable considerable sufficient independent
preliminary experimental theoretical computational statistical historical environmental sustainable continuous discrete
the of and to in a is that for it as was with by on are this be from at which or an have not had but were their one all
there been if more when who would what so no out up other into than could only time new some may these two then first any
like now such great many where through much before because good between those long under last after both most still
nobody several during without already often never almost upstream downstream everywhere elsewhere'''.split()
GIVEN = '''Ada Bertold Carla Dora Emil Finn Gunhild Hanna Ida Jakob Karl Lucia Nils Olga Per Rut Sven Tove Uno Wanda'''.split()
START = 'Al Ber Cor Dun El Far Gar Hol Ist Jor Kal Lor Mar Nor Ost Pel Quin Ros Sol Tor'.split()
END = 'berg by da dal er feld gren holm ic inen ley man nes ova quist rup sen stad ton wick'.split()
NOUNS = 'reach weir meadow tide gauge delta marsh ferry basin ford spring silt canal dike mill record slope harbour'.split()
VENUES = ['Journal of Slow Streams', 'River Research Letters', 'Annals of the Harbour Board', 'Transactions on Gauges',
          'Proceedings of the Shore Symposium', 'Proceedings of the Conference on Water and Time']
AUTHOR = 'Ines Alder'


def save(folder, name, text):
    """Writes a file that is old enough for caches: a day."""
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)
    day = os.stat(path).st_mtime - 86400
    os.utime(path, (day, day))


# ---- works

def family(r):
    return r.choice(START) + r.choice(END)


def title(r, n):
    return 'On the %s of %s %d' % (r.choice(NOUNS), ' and the '.join(r.sample(NOUNS, 3)), n)


def work(r, n):
    """One work as a map; names and venues come again."""
    w = {'key': 'w%d' % n, 'authors': [(family(r), r.choice(GIVEN)) for _ in range(r.choice((1, 1, 2, 2, 3, 4, 6)))],
         'title': title(r, n), 'year': r.randint(1970, 2024), 'first': r.randint(1, 900)}
    kind = r.random()
    if kind < .5:
        w.update(kind='article', venue=r.choice(VENUES[:4]), volume=r.randint(1, 60), number=r.randint(1, 12))
    elif kind < .85:
        w.update(kind='inproceedings', venue=r.choice(VENUES[4:]))
    else:
        w.update(kind='book', publisher='Pier Press')
    return w


def works(n, seed=1):
    r = random.Random(seed)
    return [work(r, i) for i in range(n)]


def bibtex(w):
    fields = [('author', ' and '.join('%s, %s' % a for a in w['authors'])), ('title', w['title'])]
    if w['kind'] == 'book':
        fields += [('publisher', w['publisher'])]
    else:
        fields += [('journal' if w['kind'] == 'article' else 'booktitle', w['venue']),
                   ('pages', '%d--%d' % (w['first'], w['first'] + 11)), ('doi', '10.5555/' + w['key'])]
    fields += [(k, w[k]) for k in ('volume', 'number', 'year') if k in w]
    return '@%s{%s,\n%s\n}\n' % (w['kind'], w['key'], ',\n'.join('  %s = {%s}' % f for f in fields))


def refer(w):
    lines = ['%K ' + w['key']] + ['%%A %s %s' % (g, f) for f, g in w['authors']] + ['%T ' + w['title']]
    if w['kind'] == 'book':
        lines.append('%I ' + w['publisher'])
    else:
        lines += ['%%%s %s' % ('J' if w['kind'] == 'article' else 'B', w['venue']),
                  '%%P %d\\(en%d' % (w['first'], w['first'] + 11)]
    lines += ['%%%s %d' % (mark, w[k]) for k, mark in (('volume', 'V'), ('number', 'N'), ('year', 'D')) if k in w]
    return '\n'.join(lines) + '\n'


def csl_json(w):
    item = {'id': w['key'], 'title': w['title'], 'author': [{'family': f, 'given': g} for f, g in w['authors']],
            'issued': {'date-parts': [[w['year']]]}}
    if w['kind'] == 'book':
        item.update(type='book', publisher=w['publisher'])
    else:
        item.update({'type': 'article-journal' if w['kind'] == 'article' else 'paper-conference',
                     'container-title': w['venue'], 'page': '%d-%d' % (w['first'], w['first'] + 11), 'DOI': '10.5555/' + w['key']})
        item.update({k: str(w[j]) for k, j in (('volume', 'volume'), ('issue', 'number')) if j in w})
    return item


# ---- documents: ('head', text) and ('text', [piece...]); a piece is (kind, text or list of keys)

def paragraph(r, keys):
    pieces = []
    for k in range(r.randint(4, 6)):
        words = r.sample(WORDS, r.randint(12, 26)) # none twice: that would be a finding
        words[0] = words[0].capitalize()
        at = r.randint(2, len(words) - 3)
        mark = r.choice(('plain', 'plain', 'plain', 'em', 'strong'))
        pieces += [('plain', ' '.join(words[:at]) + ' '), (mark, words[at]), ('plain', ' ' + ' '.join(words[at + 1:]))]
        if r.random() < .35:
            pieces += [('cite', r.sample(keys, min(len(keys), r.choice((1, 1, 2)))))]
        pieces += [('plain', '. ')]
    return ('text', pieces)


def statement(keys, seed):
    """Some 2,700 words under ten heads, which cite each of the keys: eight pages."""
    r = random.Random(seed)
    blocks = []
    for k in range(30):
        if k % 3 == 0:
            blocks.append(('head', ' '.join(r.sample(NOUNS, 3)).capitalize()))
        blocks.append(paragraph(r, keys))
    blocks.append(('text', [('plain', 'All of it rests on earlier work')] +
                   [p for key in keys for p in (('cite', [key]), ('plain', ' and'))][:-1] + [('plain', '.')]))
    return blocks


def join(blocks, head, marks, cite, end):
    out = []
    for kind, what in blocks:
        if kind == 'head':
            out.append(head % what)
        else:
            out.append(''.join(cite(text) if mark == 'cite' else marks[mark] % text for mark, text in what).strip() + end)
    return ''.join(out)


def markdown(blocks, name, front):
    text = join(blocks, '# %s\n\n', {'plain': '%s', 'em': '*%s*', 'strong': '**%s**'},
                lambda keys: ' [%s]' % '; '.join('@' + k for k in keys), '\n\n')
    return '---\ntitle: %s\nauthor: %s\nbibliography: refs.bib\n%s---\n\n%s# References\n' % (name, AUTHOR, front, text)


TEX = r'''\documentclass[11pt,letterpaper]{article}
\usepackage{iftex}
\ifpdftex\usepackage[T1]{fontenc}\usepackage{lmodern}\else\usepackage{fontspec}\fi
\usepackage[margin=1in]{geometry}
\usepackage{microtype}
%s
\usepackage[colorlinks,allcolors=blue]{hyperref}
\title{%s}\author{%s}\date{}
\begin{document}
\maketitle

%s%s
\end{document}
'''
BIBTEX = (r'\usepackage[numbers,sort]{natbib}', '\\bibliographystyle{plain}\n\\bibliography{refs}')
BIBER = ('\\usepackage[style=numeric,sorting=nyt,maxbibnames=99,backend=biber]{biblatex}\n\\addbibresource{refs.bib}',
         r'\printbibliography')


def latex(blocks, name, everything, engine):
    text = join(blocks, '\\section*{%s}\n\n', {'plain': '%s', 'em': r'\emph{%s}', 'strong': r'\textbf{%s}'},
                lambda keys: r'~\cite{%s}' % ','.join(keys), '\n\n')
    return TEX % (engine[0], name, AUTHOR, text, ('\\nocite{*}\n' if everything else '') + engine[1])


TYPST = '''#set document(title: "%s", author: "%s")
#set page(paper: "us-letter", margin: 1in, numbering: "1")
#set text(size: 11pt, font: "New Computer Modern", lang: "en")
#set par(justify: true, leading: 0.55em, spacing: 0.65em, first-line-indent: 1.5em)
#align(center)[#text(17pt)[%s]]

%s#bibliography("refs.bib", title: "References", style: "ieee"%s)
'''


def typst(blocks, name, everything):
    text = join(blocks, '= %s\n\n', {'plain': '%s', 'em': '_%s_', 'strong': '*%s*'},
                lambda keys: ' ' + ' '.join('#cite(<%s>)' % k for k in keys), '\n\n')
    return TYPST % (name, AUTHOR, name, text, ', full: true' if everything else '')


MS = '''.nr LL 6.5i
.nr PO 1i
.nr PS 11
.nr VS 13.6
.TL
%s
.AU
%s
.R1
database refs.ref
search-truncate 64
%ssort A+DT
bracket-label " [" ] ", "
move-punctuation
.R2
%s'''


def groff(blocks, name, everything):
    text = join(blocks, '.SH\n%s\n.PP\n', {'plain': '%s', 'em': '\\fI%s\\fP', 'strong': '\\fB%s\\fP'},
                lambda keys: '\n' + ''.join('.[\n%s\n.]\n' % k for k in keys), '\n.PP\n').replace('\n. ', '\n\\&. ')
    if everything:
        return MS % (name, AUTHOR, '', '.PP\n%s.R1\nbibliography refs.ref\n.R2\n' % text)
    return MS % (name, AUTHOR, 'accumulate\n', text + '.[\n$LIST$\n.]\n')


def write_document(folder, name, text_title, blocks, everything=False):
    front = 'nocite: |\n  @*\n' if everything else ''
    save(folder, name + '.md', markdown(blocks, text_title, front))
    save(folder, name + '.tex', latex(blocks, text_title, everything, BIBTEX))
    save(folder, name + '-biber.tex', latex(blocks, text_title, everything, BIBER))
    save(folder, name + '.typ', typst(blocks, text_title, everything))
    save(folder, name + '.ms', groff(blocks, text_title, everything))


def write_works(folder, list_of_works):
    save(folder, 'refs.bib', '\n'.join(map(bibtex, list_of_works)))
    save(folder, 'refs.ref', '\n'.join(map(refer, list_of_works)))


# ---- the folders of inputs

def make_statements(folder, copies, entries):
    """Copies of a statement as one document; each cites fourteen works of its own."""
    blocks = []
    for i in range(copies):
        blocks += statement(['w%d' % (i * 14 + k) for k in range(14)], i)
    write_works(folder, works(max(entries, copies * 14)))
    write_document(folder, 'statement', 'Research Statement', blocks)


def make_list(folder, entries):
    write_works(folder, works(entries))
    write_document(folder, 'statement', 'Publications',
                   [('text', [('plain', 'This list was compiled from the citation database.')])], everything=True)


def make_batch(folder, n):
    write_works(folder, works(14))
    for i in range(n):
        write_document(folder, '%03d' % i, 'Research Statement %d' % i, statement(['w%d' % k for k in range(14)], 1000 + i))


def make_citations(folder, n):
    """Each of the works cited once, in an order of their own."""
    r = random.Random(2)
    items = works(n, 3)
    save(folder, 'refs.json', json.dumps([csl_json(w) for w in items]))
    r.shuffle(items)
    text = ''.join('The %s of the %s differs [@%s].%s' % (r.choice(NOUNS), r.choice(NOUNS), w['key'], '\n\n' if k % 8 == 7 else '\n')
                   for k, w in enumerate(items))
    save(folder, 'statement.md', '---\nbibliography: refs.json\n---\n\n%s\n\n# References\n' % text)


def make_large(folder, n):
    """A database of very many works, of which a document cites twenty."""
    path = os.path.join(folder, 'refs.bib')
    os.makedirs(folder, exist_ok=True)
    r = random.Random(4)
    with open(path, 'w', encoding='utf-8') as f:
        for i in range(n):
            f.write(bibtex(work(r, i)) + '\n')
    day = os.stat(path).st_mtime - 86400
    os.utime(path, (day, day))
    keys = ['w%d' % (i * (n // 20)) for i in range(20)]
    save(folder, 'statement.md', markdown(statement(keys, 5), 'Twenty of many', ''))


def make_site(folder, people):
    """A department: a page for each of its people with the list of their works, a list of people, one of all works."""
    r = random.Random(6)
    items = works(people * 20, 7)
    names = [(START[i % 20] + END[i // 20 % 20] + ('' if i < 400 else 'son'), GIVEN[i % 20]) for i in range(people)]
    for k, w in enumerate(items):
        w['authors'] = [names[k % people]] + w['authors'][1:]
    save(folder, 'refs.bib', '\n'.join(map(bibtex, items)))
    save(folder, 'site.yml', 'title: Department of Inland Waters\nurl: https://waters.example.org\nbibliography: refs.bib\n')
    save(folder, 'index.md', '---\ntitle: Department of Inland Waters\n---\n\n%s::: {.people}\n:::\n' %
         join([paragraph(r, ['w1'])], '', {'plain': '%s', 'em': '*%s*', 'strong': '**%s**'}, lambda keys: '', '\n\n'))
    save(folder, 'publications.md', '---\ntitle: Publications\n---\n\n::: {.publications group-by="year"}\n:::\n')
    for i, (last, first) in enumerate(names):
        text = join([paragraph(r, ['w1']) for _ in range(4)], '', {'plain': '%s', 'em': '*%s*', 'strong': '**%s**'}, lambda keys: '', '\n\n')
        save(folder, 'people/%s-%s.md' % (first.lower(), last.lower()),
             '---\ntitle: %s %s\nperson: true\nrole: %s\n---\n\n%s# Works\n\n::: {.publications author="%s, %s"}\n:::\n' %
             (first, last, r.choice(('Professor', 'Postdoc', 'Doctoral student')), text, last, first))
