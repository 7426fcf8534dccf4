/* SPDX-License-Identifier: MIT */
/*
 * Answers about the place of the cursor: completion, hover, definitions, references and quick
 * fixes.
 */
#include "job/build/build.h"
#include "job/build/styles.h"
#include "job/lsp/lsp_internal.h"
#include "model/doc/front.h"

#define MOST_OFFERED 1000

/** The values of CompletionItemKind. */
enum { ITEM_VALUE = 12, ITEM_FILE = 17, ITEM_REFERENCE = 18, ITEM_FIELD = 5 };

const struct item *lsp_item_of(struct lsp_doc *d, struct str key) {
    struct diags quiet;
    if (!d->checked || !d->job.bib) {
        return NULL;
    }
    diags_init(&quiet, d->job.arena);
    const struct item *it = bib_lookup(d->job.bib, key, &quiet);
    diags_drop(&quiet);
    return it;
}

static size_t cursor_of(const struct lsp_doc *d, const struct node *params) {
    return lsp_offset_of(&d->text, lsp_read_position(node_get(params, "position")));
}

/** Returns the entry whose key is at the cursor: in a citation, or in the database itself. NULL for
 * other words. */
static const struct item *entry_of(struct lsp_doc *d, const struct lsp_target *t) {
    const struct item *it = t->name.n ? lsp_item_of(d, t->name) : NULL;
    bool is_key = it && d->database && t->at >= it->id_span.begin && t->at <= it->id_span.end;
    bool file = it && it->id_span.src && str_starts(it->id_span.src->name, STR("/"));
    return file && (t->word.kind == LSP_WORD_USE || is_key) ? it : NULL;
}

struct lsp_target lsp_target_of(struct lsp_doc *d, const struct node *params) {
    struct lsp_target t = {.at = cursor_of(d, params)};
    t.word = lsp_word_at(d->text.s, t.at);
    t.name = str_slice(d->text.s, t.word.begin, t.word.end);
    t.place = t.word.kind ? lsp_node_of(d, t.name) : NULL;
    t.entry = t.place ? NULL : entry_of(d, &t);
    return t;
}

/* ---- completion ---- */

struct offers {
    struct buf *out;
    const struct lsp_text *text;
    struct str prefix;
    size_t begin, end; /* the offsets of the text that a completion replaces */
    size_t n;
};

static bool has_prefix(struct str s, struct str prefix) {
    return str_ieq(str_slice(s, 0, prefix.n), prefix);
}

/** Whether a word of a text begins with a prefix. */
static bool has_word(struct str s, struct str prefix) {
    bool found = false;
    for (size_t i = 0; i < s.n && !found && prefix.n; i++) {
        found = (i == 0 || !is_alnum(s.p[i - 1])) && has_prefix(str_from(s, i), prefix);
    }
    return found;
}

static void offer(struct offers *o, struct str label, int kind, struct str detail,
                  struct str about) {
    if (o->n >= MOST_OFFERED) {
        return;
    }
    buf_puts(o->out, o->n++ ? ",{" : "{");
    json_write_member(o->out, "label", label);
    buf_printf(o->out, ",\"kind\":%d", kind);
    json_write_member(o->out, "detail", detail);
    json_write_member(o->out, "documentation", about);
    if (!has_prefix(label, o->prefix)) { /* editors compare `filterText` with the typed word */
        json_write_member(o->out, "filterText", o->prefix);
    }
    buf_puts(o->out, ",\"textEdit\":{\"range\":");
    lsp_put_range(o->out, o->text, o->begin, o->end);
    json_write_member(o->out, "newText", label);
    buf_puts(o->out, "}}");
}

/** Returns the authors and the year of an entry: "Alder, Okonkwo (2024)". */
static struct str who_and_when(struct arena *a, const struct item *it) {
    struct item_names names = item_names(it, VAR_AUTHOR);
    const struct item_date *date = item_date(it, VAR_ISSUED);
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < names.n && i < 3; i++) {
        buf_puts(&b, i ? ", " : "");
        buf_str(&b, names.p[i].family.n ? names.p[i].family : names.p[i].literal);
    }
    buf_puts(&b, names.n > 3 ? " et al." : "");
    if (date && date->from.has_year) {
        buf_printf(&b, " (%d)", (int)date->from.year);
    }
    return buf_finish(&b, a);
}

static void offer_keys(struct lsp *s, struct lsp_doc *d, struct offers *o) {
    size_t n = 0;
    const struct str *keys = d->job.bib ? bib_keys(d->job.bib, &n) : NULL;
    size_t found = o->n;
    for (size_t i = 0; i < n && o->n < MOST_OFFERED; i++) {
        const struct item *it = has_prefix(keys[i], o->prefix) ? lsp_item_of(d, keys[i]) : NULL;
        if (it) {
            offer(o, keys[i], ITEM_REFERENCE, who_and_when(s->arena, it), item_text(it, VAR_TITLE));
        }
    }
    for (size_t i = 0; i < n && o->n == found && i < MOST_OFFERED; i++) {
        const struct item *it = lsp_item_of(d, keys[i]);
        struct str who = it ? who_and_when(s->arena, it) : STR_EMPTY;
        struct str title = it ? item_text(it, VAR_TITLE) : STR_EMPTY;
        if (has_word(who, o->prefix) || has_word(title, o->prefix)) {
            offer(o, keys[i], ITEM_REFERENCE, who, title);
            found += 1;
        }
    }
}

static void offer_identifiers(struct lsp *s, struct lsp_doc *d, struct offers *o) {
    struct doc_walk w = doc_walk_start(d->job.doc ? d->job.doc->root : NULL);
    while (doc_walk_next(&w)) {
        struct str id = w.enter ? doc_id(w.node) : STR_EMPTY;
        if (id.n && w.node->span.src && has_prefix(id, o->prefix)) {
            offer(o, id, ITEM_REFERENCE, lsp_title_of(s->arena, w.node), STR_EMPTY);
        }
    }
}

/** Whether an offset is in the front matter. The front matter is between `---` at the beginning and
 * the next line of three hyphens or full stops. */
static bool in_front_matter(struct str text, size_t at) {
    struct str rest = text;
    if (!str_is(str_trim_end(str_cut(&rest, '\n')), "---")) {
        return false;
    }
    while (rest.p) {
        size_t begin = (size_t)(rest.p - text.p);
        struct str line = str_trim_end(str_cut(&rest, '\n'));
        if (str_is(line, "---") || str_is(line, "...")) {
            return at < begin;
        }
    }
    return at > 0;
}

/** Offers the files whose paths begin with the typed text. */
static void offer_files(struct lsp *s, const struct lsp_doc *d, struct offers *o) {
    size_t n = 0;
    struct str part = path_dir(o->prefix), folder = path_join(s->arena, path_dir(d->path), part);
    struct str *names = file_names(s->arena, folder, STR_EMPTY, &n);
    for (size_t i = 0; i < n; i++) {
        struct str path = part.n ? path_join(s->arena, part, names[i]) : names[i];
        if (has_prefix(path, o->prefix)) {
            offer(o, path, ITEM_FILE, STR_EMPTY, STR_EMPTY);
        }
    }
}

/** A line of the front matter. `indent` is the number of blanks and hyphens before the key, and
 * `value` is the offset of the value. */
struct front_line {
    size_t indent, value;
    struct str key;
    bool has_key; /* the line has a colon */
};

static struct front_line front_line(struct str text, size_t begin, size_t end) {
    struct front_line l = {.indent = begin};
    while (l.indent < end && str_index(STR(" -"), text.p[l.indent]) != STR_NONE) {
        l.indent++;
    }
    size_t colon = str_index(str_slice(text, l.indent, end), ':');
    l.has_key = colon != STR_NONE;
    l.key = str_trim(str_slice(text, l.indent, l.has_key ? l.indent + colon : end));
    l.value = l.has_key ? l.indent + colon + 1 : l.indent;
    l.indent -= begin;
    return l;
}

/** Returns the path of the maps around a line, such as "author.", from the lines above that are
 * less indented. */
static struct str front_scope(struct arena *a, const struct lsp_text *t, size_t line,
                              size_t indent) {
    struct str scope = STR_EMPTY;
    while (line-- > 1 && indent > 0) {
        struct str rest = str_from(t->s, t->lines[line]), own = str_cut(&rest, '\n');
        struct front_line l = front_line(t->s, t->lines[line], t->lines[line] + own.n);
        if (l.indent < indent && l.has_key) {
            scope = arena_join(a, 3, l.key, STR("."), scope);
            indent = l.indent;
        }
    }
    return scope;
}

static const struct doc_front_key *front_row(struct str scope, struct str key) {
    const struct doc_front_key *row = doc_front_key(scope, key);
    return row ? doc_front_meant(row) : NULL;
}

static void offer_front_keys(struct offers *o, struct str scope) {
    size_t n;
    const struct doc_front_key *rows = doc_front_keys(&n);
    for (size_t i = 0; i < n; i++) {
        struct str name = doc_front_name(&rows[i], scope);
        bool shown = rows[i].text && !rows[i].same.n && !rows[i].quiet && name.n;
        if (shown && has_prefix(name, o->prefix)) {
            offer(o, name, ITEM_FIELD, str_of(rows[i].example), str_of(rows[i].text));
        }
    }
}

/** Offers values of a key: words, an example, names of styles, and files. */
static void offer_values(struct lsp *s, const struct lsp_doc *d, struct offers *o,
                         const struct doc_front_key *row) {
    bool simple = row->type != FRONT_MAP && row->type != FRONT_LIST && row->type != FRONT_CHOICE &&
                  row->type != FRONT_RICH && row->type != FRONT_RAW && row->type != FRONT_FLAG;
    struct str words = row->type == FRONT_FLAG ? STR("true false") : row->values;
    size_t n = 0;
    while (words.n) {
        struct str word = str_cut(&words, ' ');
        if (has_prefix(word, o->prefix)) {
            offer(o, word, ITEM_VALUE, STR_EMPTY, STR_EMPTY);
        }
    }
    if (str_is(row->name, "csl")) {
        const struct str *names = build_style_names(s->arena, s->opt.data_dirs,
                                                    ARRAY_LEN(s->opt.data_dirs), o->prefix, &n);
        for (size_t i = 0; i < n; i++) {
            offer(o, names[i], ITEM_VALUE, STR_EMPTY, STR_EMPTY);
        }
    } else if (simple && row->type != FRONT_FILE && has_prefix(str_of(row->example), o->prefix)) {
        offer(o, str_of(row->example), ITEM_VALUE, STR("an example"), STR_EMPTY);
    }
    if (row->type == FRONT_FILE || str_is(row->name, "bibliography") || str_is(row->name, "css")) {
        offer_files(s, d, o);
    }
}

/** Offers keys of the front matter, or values of a key. */
static void offer_front(struct lsp *s, const struct lsp_doc *d, struct offers *o, size_t at) {
    size_t number = lsp_line_of(o->text, at), begin = o->text->lines[number];
    struct front_line l = front_line(o->text->s, begin, at);
    struct str scope = front_scope(s->arena, o->text, number, l.indent);
    const struct doc_front_key *row = NULL;
    if (l.has_key) {
        row = front_row(scope, l.key);
    } else if (scope.n && str_index(str_slice(o->text->s, begin, at), '-') != STR_NONE) {
        /* the line is an item of a list, and `scope` ends with the key of the list */
        row = front_row(STR_EMPTY, str_slice(scope, 0, scope.n - 1));
        row = row && row->type == FRONT_MAP ? NULL : row;
    }
    o->begin = l.value;
    while (row && o->begin < at && str_index(STR(" [\"'"), o->text->s.p[o->begin]) != STR_NONE) {
        o->begin++;
    }
    o->prefix = str_slice(o->text->s, o->begin, at);
    if (row) {
        offer_values(s, d, o, row);
    }
    if (!l.has_key) {
        offer_front_keys(o, scope);
    }
}

/** Returns the offset where an address in `](` begins. Returns at + 1 if the cursor is not in an
 * address. */
static size_t address_before(struct str text, size_t at) {
    size_t i = at;
    while (i > 0 && text.p[i - 1] != '(' && !is_space(text.p[i - 1]) && at - i < 1000) {
        i--;
    }
    return i > 1 && text.p[i - 1] == '(' && text.p[i - 2] == ']' ? i : at + 1;
}

void lsp_completion(struct lsp *s, struct lsp_doc *d, const struct node *params, struct buf *out) {
    size_t at = cursor_of(d, params);
    struct str text = d->text.s;
    struct lsp_word w = lsp_word_before(text, at);
    struct offers o = {.out = out, .text = &d->text, .begin = w.begin, .end = at};
    o.prefix = str_slice(text, w.begin, at);
    buf_puts(out, "{\"items\":[");
    if (w.kind == LSP_WORD_USE) {
        offer_keys(s, d, &o);
        offer_identifiers(s, d, &o);
    } else if (w.kind == LSP_WORD_PLACE) {
        offer_identifiers(s, d, &o);
    } else if (!d->database && in_front_matter(text, at)) {
        offer_front(s, d, &o, at);
    } else if (address_before(text, at) <= at) {
        o.begin = address_before(text, at);
        o.prefix = str_slice(text, o.begin, at);
        offer_files(s, d, &o);
    }
    /* whether the editor must ask again when more is typed, because other entries may match then */
    bool more = o.n >= MOST_OFFERED || w.kind == LSP_WORD_USE;
    buf_printf(out, "],\"isIncomplete\":%s}", more ? "true" : "false");
}

/* ---- hover ---- */

static struct str formatted_entry(struct lsp *s, struct lsp_doc *d, const struct item *it) {
    struct build_options opt = s->opt;
    struct diags quiet;
    struct buf b = BUF_INIT;
    struct str csl = node_text(d->job.doc ? node_get(d->job.doc->front, "csl") : NULL);
    opt.csl = opt.csl.n || !csl.n ? opt.csl : path_join(s->arena, path_dir(d->path), csl);
    opt.csl = csl.n && !file_exists(opt.csl) ? csl : opt.csl;
    diags_init(&quiet, s->arena);
    if (!build_format_items(s->arena, &opt, &it, 1, &b, &quiet)) {
        opt.csl = STR_EMPTY;
        (void)build_format_items(s->arena, &opt, &it, 1, &b, &quiet);
    }
    struct str entry = str_trim(buf_keep(&b, s->arena));
    buf_drop(&b);
    diags_drop(&quiet);
    return entry;
}

/** Returns the sentence about the key of the front matter at an offset. Empty if there is no known
 * key. */
static struct str about_key(struct arena *a, const struct lsp_doc *d, size_t at) {
    struct str text = d->text.s;
    size_t begin = d->text.lines[lsp_line_of(&d->text, at)];
    struct str rest = str_from(text, begin), line = str_cut(&rest, '\n');
    size_t colon = str_index(line, ':');
    bool key =
        !d->database && colon != STR_NONE && at <= begin + colon && in_front_matter(text, at);
    struct front_line l = front_line(text, begin, begin + line.n);
    struct str scope = front_scope(a, &d->text, lsp_line_of(&d->text, at), l.indent);
    const struct doc_front_key *row = key ? front_row(scope, l.key) : NULL;
    return row && row->text ? str_of(row->text) : STR_EMPTY;
}

void lsp_hover(struct lsp *s, struct lsp_doc *d, const struct node *params, struct buf *out) {
    struct lsp_target t = lsp_target_of(d, params);
    struct str about = t.place   ? lsp_title_of(s->arena, t.place)
                       : t.entry ? formatted_entry(s, d, t.entry)
                                 : about_key(s->arena, d, t.at);
    if (!about.n) {
        buf_puts(out, "null");
        return;
    }
    buf_puts(out, "{\"contents\":{\"kind\":\"plaintext\"");
    json_write_member(out, "value", about);
    buf_puts(out, "}");
    if (t.word.kind) {
        buf_puts(out, ",\"range\":");
        lsp_put_range(out, &d->text, t.word.begin, t.word.end);
    }
    buf_putc(out, '}');
}

/* ---- definitions and references ---- */

/** Returns the word around an offset. It ends at white space, brackets, quotation marks and
 * commas. */
static struct str address_around(struct str text, size_t at) {
    struct str ends = STR("()[]{}<>\"',");
    size_t begin = at, end = at;
    while (begin > 0 && !is_space(text.p[begin - 1]) &&
           str_index(ends, text.p[begin - 1]) == STR_NONE) {
        begin--;
    }
    while (end < text.n && !is_space(text.p[end]) && str_index(ends, text.p[end]) == STR_NONE) {
        end++;
    }
    return str_slice(text, begin, end);
}

/** Writes the place of the note to which a mark belongs, or of the file that an address names.
 * Returns false if there is neither. */
static bool put_note_or_file(struct lsp *s, const struct lsp_doc *d, size_t at, struct buf *out) {
    struct str word = address_around(d->text.s, at), file = word;
    if (str_starts(word, STR("^"))) {
        struct str head = arena_join(s->arena, 3, STR("\n["), word, STR("]:"));
        size_t note = str_find(d->text.s, head);
        if (note != STR_NONE) {
            lsp_put_place(s, d->path, &d->text, note + 1, note + head.n - 1, out);
        }
        return note != STR_NONE;
    }
    struct str path = path_join(s->arena, path_dir(d->path), str_cut(&file, '#'));
    bool there = word.n && word.p[0] != '#' && file_exists(path) && !file_is_dir(path);
    if (there) {
        const struct lsp_text begin = lsp_text_read(s->arena, STR_EMPTY);
        lsp_put_place(s, path, &begin, 0, 0, out);
    }
    return there;
}

void lsp_definition(struct lsp *s, struct lsp_doc *d, const struct node *params, struct buf *out) {
    struct lsp_target t = lsp_target_of(d, params);
    struct span at = t.place   ? source_origin(t.place->span)
                     : t.entry ? t.entry->id_span
                               : SPAN_NONE;
    if (!at.src || !str_starts(at.src->name, STR("/"))) {
        buf_puts(out, put_note_or_file(s, d, t.at, out) ? "" : "null");
        return;
    }
    const struct lsp_text text = lsp_text_read(s->arena, at.src->text);
    lsp_put_place(s, at.src->name, &text, at.begin, t.place ? at.begin : at.end, out);
}

/** The arguments of put_uses(). */
struct uses {
    struct lsp *s;
    struct str name;
    bool all; /* the places where the name is defined are included */
    struct buf *out;
    const char *sep;
};

static void put_uses(void *user, struct str path) {
    struct uses *u = user;
    const struct lsp_text text = lsp_text_read(u->s->arena, lsp_text_of(u->s, path));
    lsp_words found = VEC_INIT;
    lsp_words_of(text.s, u->name, &found);
    for (size_t i = 0; i < found.n; i++) {
        if (u->all || found.p[i].kind != LSP_WORD_DEFINED) {
            buf_puts(u->out, u->sep);
            lsp_put_place(u->s, path, &text, found.p[i].begin, found.p[i].end, u->out);
            u->sep = ",";
        }
    }
    vec_drop(&found);
}

void lsp_references(struct lsp *s, struct lsp_doc *d, const struct node *params, struct buf *out) {
    struct lsp_target t = lsp_target_of(d, params);
    struct uses u = {s, t.name, false, out, ""};
    u.all = node_bool(node_get(node_get(params, "context"), "includeDeclaration"), 0) == 1;
    buf_putc(out, '[');
    if (t.entry) {
        const struct span key = t.entry->id_span;
        lsp_each_document(s, d, key.src->name, put_uses, &u);
        if (u.all) {
            const struct lsp_text text = lsp_text_read(s->arena, key.src->text);
            buf_puts(out, u.sep);
            lsp_put_place(s, key.src->name, &text, key.begin, key.end, out);
        }
    } else if (t.word.kind) {
        put_uses(&u, d->path);
    }
    buf_putc(out, ']');
}

/* ---- quick fixes ---- */

static void begin_action(struct lsp_doc *d, const char *sep, struct str title, struct buf *out) {
    buf_printf(out, "%s{", sep);
    json_write_member(out, "title", title);
    buf_puts(out, ",\"kind\":\"quickfix\",\"edit\":{\"changes\":{");
    json_write_string(out, d->uri);
    buf_puts(out, ":[");
}

/** Returns the text between the first backquotes of a sentence. */
static struct str quoted_in(struct str s) {
    size_t from = str_index(s, '`');
    struct str rest = from == STR_NONE ? STR_EMPTY : str_from(s, from + 1);
    size_t to = str_index(rest, '`');
    return to == STR_NONE ? STR_EMPTY : str_slice(rest, 0, to);
}

/** Writes the fixes of a diagnostic, or a fix that replaces the wrong word with the word of the
 * hint. Returns false if there is no fix. */
static bool put_action(struct lsp *s, struct lsp_doc *d, const struct diag *g, const char *sep,
                       struct buf *out) {
    if (g->nfixes && !g->unfixable) {
        begin_action(d, sep, arena_join(s->arena, 2, STR("Correct: "), g->text), out);
        for (size_t i = 0; i < g->nfixes; i++) {
            lsp_put_edit(out, &d->text, g->fixes[i].span.begin, g->fixes[i].span.end,
                         g->fixes[i].text, i ? "," : "");
        }
    } else {
        struct str wrong = quoted_in(g->text), right = quoted_in(g->hint),
                   place = span_text(g->span);
        size_t at = wrong.n ? str_find(place, wrong) : STR_NONE;
        if (!str_starts(g->hint, STR("did you mean")) || at == STR_NONE || !right.n) {
            return false;
        }
        begin_action(d, sep, arena_join(s->arena, 3, STR("Write `"), right, STR("`")), out);
        at += g->span.begin;
        lsp_put_edit(out, &d->text, at, at + wrong.n, right, "");
    }
    buf_puts(out, "]}}}");
    return true;
}

void lsp_actions(struct lsp *s, struct lsp_doc *d, const struct node *params, struct buf *out) {
    const struct node *range = node_get(params, "range");
    size_t begin = lsp_offset_of(&d->text, lsp_read_position(node_get(range, "start")));
    size_t end = lsp_offset_of(&d->text, lsp_read_position(node_get(range, "end")));
    const char *sep = "";
    buf_putc(out, '[');
    for (size_t i = 0; d->checked && i < d->job.diags.n; i++) {
        const struct diag *g = d->job.diags.list[i];
        bool here = g->span.src && str_eq(g->span.src->name, d->path) && g->span.begin <= end &&
                    g->span.end >= begin;
        if (here && str_eq(g->span.src->text, d->text.s) && put_action(s, d, g, sep, out)) {
            sep = ",";
        }
    }
    buf_putc(out, ']');
}
