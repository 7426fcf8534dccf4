/* SPDX-License-Identifier: MIT */
/*
 * The record of a site: which files and which works each page was made from, and a digest of all
 * that pages share (configuration, titles and addresses of all pages, the sheet, the program). What
 * it cannot tell apart, it does not hold: pages with listings or templates, sites of other engines,
 * pages with findings.
 *
 * A file counts as unchanged when it is the one that it was by name, size and times, and those are
 * older than the run that read it; else its text is compared by a digest. The record is a text of
 * lines, tabs between fields:
 *
 *     global DIGEST
 *     page PATH                        a page; until the next one:
 *     i PATH STAMP DIGEST              a file that it was made from; "-": a large database
 *     x DIGEST                         of its text, when no file has it
 *     o OUTPUT STAMP                   a file that was made
 *     d ID                             an identifier on it
 *     s                                it loads the site's script
 *     f OUTPUT                         a file that it leads to
 *     a PAGE ID FILE BEGIN END         an identifier of another page that it leads to
 *     t TRACE                          what it shows of its databases (build_trace_holds())
 *
 * A large database is known by its stamp, else by the trace and by the text of it that is kept
 * (delta.h): its digest would take longer than all pages that need not be made.
 *
 * Above them stands the digest of all lines: a line that is lost would take away what a page made.
 */
#include "job/site/delta.h"

#include "core/base/bounds.h"
#include "core/base/digest.h"
#include "dossier/version.h"

#include <time.h>

#define RECORD_HEAD "dossier-site-record 4\n"
#define MAX_RECORD (256u * 1024u * 1024u)
#define GRAIN 20000000 /* nanoseconds by which a file system's times may lag behind the clock */
#define DIGITS (DIGEST_HEX + 1)
#define LARGE (1u << 20) /* bytes of a database that has no digest */
#define NO_DIGEST "-"

/** A file that pages were made from, as it is now. */
struct input {
    char stamp[128];
    char digest[DIGITS];
    bool there, young; /* young: it may have changed while it was read */
    bool large;        /* a database that has no digest */
};

/** A database of pages, as it is and as it was kept. */
struct database {
    struct str path;          /* as a page opens it */
    struct str kept;          /* file of the cache */
    struct site_delta *delta; /* NULL: nobody has asked */
};

struct site_record {
    struct site *site;
    struct arena *arena;
    struct str path;      /* of its file */
    struct map old;       /* path of a page -> its lines */
    struct map inputs;    /* path -> struct input */
    struct map databases; /* path without links -> struct database */
    char global[DIGITS];
    bool same_global;
    int64_t begin, begin_ns; /* of the run */
    struct buf text;         /* the new record */
    struct buf page;         /* lines of the page that is being made */
    size_t outputs, anchors; /* how many there were before it */
};

/* ---- digests and stamps */

static void put_digest(struct site_record *rec, char out[DIGITS], struct str text) {
    struct digest sum = digest_of(text);
    memcpy(out, digest_hex(rec->arena, &sum).p, DIGITS);
}

static bool put_stamp(char out[128], struct str path, struct file_id *id) {
    struct buf b;
    buf_init(&b, 127);
    bool there = file_identify(path, id) == 0;
    if (there) {
        buf_printf(&b, "%llu.%llu.%llu.%lld.%u.%lld.%u", (unsigned long long)id->size,
                   (unsigned long long)id->device, (unsigned long long)id->inode,
                   (long long)id->modified, id->modified_ns, (long long)id->changed,
                   id->changed_ns);
    }
    struct str text = buf_view(&b);
    memcpy(out, text.p, text.n);
    out[text.n] = '\0';
    buf_drop(&b);
    return there;
}

static bool is_older(const struct site_record *rec, int64_t seconds, uint32_t ns) {
    int64_t behind = rec->begin - seconds;
    return behind > 1 || behind * 1000000000 + rec->begin_ns - (int64_t)ns > GRAIN;
}

/** A file as it is now; its digest is worked out when `digest` is asked for. */
static struct input *input_of(struct site_record *rec, struct str path, bool digest) {
    struct input *in = map_lookup(&rec->inputs, path);
    if (!in) {
        struct file_id id;
        in = ARENA_NEW(rec->arena, struct input);
        in->there = put_stamp(in->stamp, path, &id);
        in->young = in->there && !(is_older(rec, id.modified, id.modified_ns) &&
                                   is_older(rec, id.changed, id.changed_ns));
        in->large = in->there && id.size >= LARGE && bib_format_of_name(path) != BIB_FORMAT_COUNT;
        memcpy(in->digest, NO_DIGEST, in->large ? sizeof NO_DIGEST : 0);
        map_put(&rec->inputs, arena_str(rec->arena, path), in);
    }
    if (digest && in->there && !in->digest[0]) {
        struct arena *scratch = arena_new();
        struct str text;
        in->there = file_read(scratch, path, LIMIT_DATABASE, &text) == 0;
        if (in->there) {
            put_digest(rec, in->digest, text);
        }
        arena_drop(scratch);
    }
    return in;
}

/* ---- what pages share */

static void put(struct buf *b, struct str s) {
    buf_printf(b, "%zu:", s.n);
    buf_str(b, s);
}

static void put_list(struct buf *b, const struct str *list, size_t n) {
    for (size_t i = 0; i < n; i++) {
        put(b, list[i]);
    }
    buf_putc(b, '|');
}

static void put_page(struct buf *b, const struct site_page *p) {
    put(b, p->path);
    put(b, p->address);
    put(b, p->output);
    put(b, p->title);
    put(b, p->date);
    buf_printf(b, "%llx %d%d%d%d\n", (unsigned long long)p->head_hash, p->hidden, p->unlisted,
               p->absolute, p->pdf);
}

static void digest_global(struct site_record *rec) {
    struct site *s = rec->site;
    const struct build_options *o = &s->build;
    char program[128];
    struct file_id id;
    struct str config = STR_EMPTY;
    struct buf b;
    buf_init(&b, 0);
    buf_puts(&b, RECORD_HEAD DOSSIER_VERSION);
    (void)put_stamp(program, STR("/proc/self/exe"), &id); /* another build of the program */
    put(&b, str_of(program));
    if (s->config_file.n && file_read(rec->arena, s->config_file, LIMIT_SOURCE, &config) == 0) {
        put(&b, config);
    }
    put(&b, s->opt->dir);
    put(&b, s->opt->url);
    put(&b, o->from);
    put(&b, o->csl);
    put(&b, o->library);
    put_list(&b, o->databases.p, o->databases.n);
    put_list(&b, o->resource_dirs.p, o->resource_dirs.n);
    put_list(&b, o->sheets.p, o->sheets.n);
    put_list(&b, o->data_dirs, BUILD_DATA_DIRS);
    buf_printf(&b, "%lld", (long long)o->epoch);
    put(&b, s->sheet_file);
    put(&b, s->sheet.text);
    for (size_t i = 0; i < s->pages.n; i++) {
        put_page(&b, s->pages.p[i]);
    }
    for (size_t i = 0; i < s->files.n; i++) {
        put(&b, s->files.p[i]->output);
    }
    put_digest(rec, rec->global, buf_view(&b));
    buf_drop(&b);
}

/* ---- reading */

static void read_old(struct site_record *rec, struct str text) {
    if (!str_starts(text, STR(RECORD_HEAD))) {
        return;
    }
    text = str_from(text, sizeof RECORD_HEAD - 1);
    char digest[DIGITS];
    struct str said = str_cut(&text, '\n');
    put_digest(rec, digest, text);
    if (!str_eq(said, str_of(digest))) {
        return;
    }
    struct str global = str_cut(&text, '\n');
    rec->same_global = str_starts(global, STR("global ")) &&
                       str_eq(str_from(global, sizeof "global " - 1), str_of(rec->global));
    while (rec->same_global && str_starts(text, STR("page "))) {
        struct str path = str_from(str_cut(&text, '\n'), sizeof "page " - 1);
        size_t end = str_find(text, STR("\npage "));
        struct str *lines = ARENA_NEW(rec->arena, struct str);
        *lines = str_slice(text, 0, end == STR_NONE ? text.n : end + 1);
        text = str_from(text, lines->n);
        map_put(&rec->old, path, lines);
    }
}

struct site_record *site_record_open(struct site *s) {
    const struct build_options *o = &s->build;
    bool told_apart = !s->engine && !o->overrides.n && !o->metadata_files.n && !o->lint &&
                      !o->unused && !o->lines && !s->opt->build->host.read;
    for (size_t i = 0; i < MARKDOWN_PLACES; i++) {
        told_apart = told_apart && !o->includes[i].n;
    }
    struct timespec now;
    if (!told_apart || !o->cache.n || !s->real_out.n || clock_gettime(CLOCK_REALTIME, &now) != 0) {
        return NULL;
    }
    struct arena *a = arena_new();
    struct site_record *rec = ARENA_NEW(a, struct site_record);
    uint64_t hash = str_hash(s->real_out);
    *rec = (struct site_record){
        .site = s,
        .arena = a,
        .path = path_join(a, o->cache,
                          arena_printf(a, "%08x%08x.site", (unsigned)(hash >> 32),
                                       (unsigned)(hash & UINT32_MAX))),
        .old = MAP_IN(a),
        .inputs = MAP_IN(a),
        .databases = MAP_IN(a),
        .begin = (int64_t)now.tv_sec,
        .begin_ns = (int64_t)now.tv_nsec};
    buf_init(&rec->text, MAX_RECORD);
    buf_init(&rec->page, MAX_RECORD);
    digest_global(rec);
    struct str text;
    if (file_read(a, rec->path, MAX_RECORD, &text) == 0) {
        read_old(rec, text);
    }
    buf_printf(&rec->text, RECORD_HEAD "%*s\n", DIGITS - 1, ""); /* room for the digest */
    buf_printf(&rec->text, "global %s\n", rec->global);
    return rec;
}

static void put_field(struct buf *b, struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c == '\\' || c == '\n' || c == '\t') {
            buf_putc(b, '\\');
            c = c == '\n' ? 'n' : c == '\t' ? 't' : '\\';
        }
        buf_putc(b, c);
    }
}

static void put_row(struct buf *b, const char *word, struct str text) {
    buf_puts(b, word);
    put_field(b, text);
    buf_putc(b, '\n');
}

static struct str read_field(struct arena *a, struct str *rest) {
    struct str field = str_cut(rest, '\t');
    if (str_index(field, '\\') == STR_NONE) {
        return field;
    }
    struct buf b;
    buf_init(&b, 0);
    for (size_t i = 0; i < field.n; i++) {
        char c = field.p[i];
        if (c == '\\' && i + 1 < field.n) {
            c = field.p[++i];
            c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
        }
        buf_putc(&b, c);
    }
    struct str out = buf_keep(&b, a);
    buf_drop(&b);
    return out;
}

/* ---- does it hold? */

static bool input_holds(struct site_record *rec, struct str path, struct str stamp,
                        struct str digest) {
    const struct input *in = input_of(rec, path, false);
    if (!in->there || str_eq(stamp, str_of(in->stamp))) {
        return in->there;
    }
    return !in->large && str_eq(str_of(input_of(rec, path, true)->digest), digest);
}

/** Pages in several folders have several names for one database. */
static bool is_traced(struct arena *a, struct str trace, struct str path) {
    struct str real = file_real_path(a, path);
    while (trace.n) {
        struct str line = str_cut(&trace, '\n');
        if (str_starts(line, STR("db ")) && str_eq(file_real_path(a, str_from(line, 3)), real)) {
            return true;
        }
    }
    return false;
}

/** What a line says of its page must be so still. */
static bool line_holds(struct site_record *rec, const struct site_page *p, struct str line,
                       bool *databases) {
    struct site *s = rec->site;
    struct arena *a = rec->arena;
    if (line.n < 2) {
        return false;
    }
    struct str rest = str_from(line, 2), first = read_field(a, &rest);
    switch (line.p[0]) {
    case 'i': {
        struct str stamp = read_field(a, &rest), digest = read_field(a, &rest);
        if (!input_holds(rec, first, stamp, digest)) {
            *databases = true; /* it may be one of them: the trace tells */
        }
        return true;
    }
    case 'o': {
        char now[128];
        struct file_id id;
        return put_stamp(now, path_join(a, s->opt->out, first), &id) &&
               str_eq(read_field(a, &rest), str_of(now)) && map_find(&s->old_outputs, first);
    }
    case 'f':
        return map_lookup(&s->by_output, first) != NULL;
    case 'a': /* without a page it is a file that may be made with one */
        return !first.n || map_lookup(&s->by_path, first) != NULL;
    case 'x': {
        char now[DIGITS];
        put_digest(rec, now, p->text);
        return str_eq(first, str_of(now));
    }
    case 'd':
    case 's':
    case 't':
        return true;
    default:
        return false;
    }
}

/** Files that have changed are databases that the trace is of. */
static bool are_databases(struct site_record *rec, struct str lines, struct str trace) {
    while (lines.n) {
        struct str line = str_cut(&lines, '\n'), rest = str_from(line, 2);
        if (!str_starts(line, STR("i\t"))) {
            continue;
        }
        struct str path = read_field(rec->arena, &rest), stamp = read_field(rec->arena, &rest);
        if (!input_holds(rec, path, stamp, rest) && !is_traced(rec->arena, trace, path)) {
            return false;
        }
    }
    return true;
}

/* ---- an entry that has changed */

/** The database that a trace is of; NULL when it is of none, or of several. */
static struct database *database_of(struct site_record *rec, struct str trace) {
    struct arena *a = rec->arena;
    struct str path = build_trace_database(trace);
    if (!path.n) {
        return NULL;
    }
    struct str real = file_real_path(a, path);
    struct database *db = map_lookup(&rec->databases, real);
    if (!db) {
        uint64_t hash = str_hash(real);
        db = ARENA_NEW(a, struct database);
        *db = (struct database){.path = arena_str(a, path),
                                .kept = arena_printf(a, "%.*s-%08x%08x", STR_ARG(rec->path),
                                                     (unsigned)(hash >> 32),
                                                     (unsigned)(hash & UINT32_MAX))};
        map_put(&rec->databases, real, db);
    }
    return db;
}

/** Whether a page can be told from what it was: it has one output, nothing that its entries lead to
 * is looked for elsewhere. */
static bool is_simple(struct site_record *rec, const struct site_page *p, struct str lines) {
    size_t outputs = 0;
    while (lines.n) {
        struct str line = str_cut(&lines, '\n'), rest = str_from(line, 2);
        struct str first = read_field(rec->arena, &rest);
        outputs += line.p[0] == 'o';
        if (line.p[0] == 'a') {
            (void)read_field(rec->arena, &rest);
            struct str file = read_field(rec->arena, &rest);
            if (bib_format_of_name(file) != BIB_FORMAT_COUNT) {
                return false;
            }
        }
        if (line.p[0] == 'o' && !str_eq(first, p->output)) {
            return false;
        }
    }
    return outputs == 1 && !p->pdf;
}

/** A page that is made of one entry, and the lines of files that it leads to. */
static struct str try_with(struct site_record *rec, struct arena *a, struct site_page *p,
                           const struct site_stand_in *in, struct site_trial *t) {
    buf_clear(&rec->page);
    site_try_page(rec->site, a, p, in, t);
    struct str files = buf_keep(&rec->page, a);
    buf_clear(&rec->page);
    return files;
}

/** Puts an entry as it is into the place of that which the page has, and writes it. */
static enum site_spliced turn_page(struct site_record *rec, struct site_page *p,
                                   const struct site_delta *delta) {
    struct site *s = rec->site;
    struct arena *a = arena_new();
    struct site_trial was, is;
    struct str page, old = try_with(rec, a, p, &delta->before, &was),
                     now = try_with(rec, a, p, &delta->after, &is);
    struct buf b;
    buf_init(&b, 0);
    bool good = was.good && is.good && str_eq(was.inputs, is.inputs) && str_eq(old, now) &&
                was.anchors == is.anchors && was.scripted == is.scripted &&
                file_read(a, path_join(a, s->opt->out, p->output), LIMIT_BUF, &page) == 0;
    enum site_spliced spliced = good ? site_splice(page, was.html, is.html, &b) : SITE_SPLICE_NEVER;
    if (spliced == SITE_SPLICED &&
        (b.overflow || !site_put(s, p->output, buf_view(&b), p->source))) {
        spliced = SITE_SPLICE_NEVER;
    }
    buf_drop(&b);
    arena_drop(a);
    return spliced;
}

/** What a page is when files that it was made from have changed. */
enum turned { MADE_ANEW, AS_IT_WAS, TURNED };

/** One entry of the page's database has changed. `*trace` becomes that of the page as it is. */
static enum turned turn_entry(struct site_record *rec, struct site_page *p, struct str lines,
                              const struct site_delta *delta, struct str *trace) {
    struct str now;
    bool perhaps = false;
    switch (
        build_trace_turn(rec->arena, &delta->before.options, &delta->after.options, *trace, &now)) {
    case BUILD_TURNED_NOTHING:
        return AS_IT_WAS;
    case BUILD_TURNED_PERHAPS:
        perhaps = true;
        break;
    case BUILD_TURNED_ENTRY:
        break;
    case BUILD_TURNED_MORE:
        return MADE_ANEW;
    }
    if (!is_simple(rec, p, lines)) {
        return MADE_ANEW;
    }
    switch (turn_page(rec, p, delta)) {
    case SITE_SPLICED:
        *trace = now;
        return TURNED;
    case SITE_SPLICE_ABSENT:
        return perhaps ? AS_IT_WAS : MADE_ANEW;
    case SITE_SPLICE_NEVER:
        break;
    }
    return MADE_ANEW;
}

static enum turned turn(struct site_record *rec, struct site_page *p, struct str lines,
                        struct str *trace) {
    struct site *s = rec->site;
    struct database *db = trace->n ? database_of(rec, *trace) : NULL;
    if (!trace->n || !are_databases(rec, lines, *trace)) {
        return MADE_ANEW;
    }
    if (db && !db->delta) {
        db->delta = site_delta_open(s, db->path, db->kept);
    }
    if (!db || (!db->delta->same && !db->delta->single)) {
        return build_trace_holds(rec->arena, &s->build, *trace, &s->diags) ? AS_IT_WAS : MADE_ANEW;
    }
    return db->delta->same ? AS_IT_WAS : turn_entry(rec, p, lines, db->delta, trace);
}

static int by_text(const void *x, const void *y) {
    return str_cmp(*(const struct str *)x, *(const struct str *)y);
}

static size_t to_number(struct str s) {
    int64_t v;
    return str_to_i64(s, &v) && v >= 0 ? (size_t)v : 0;
}

/** Leaves what the making of the page left; its output when that was not `written` just now. */
static void replay(struct site_record *rec, struct site_page *p, struct str lines, bool written) {
    struct site *s = rec->site;
    struct arena *a = s->links;
    VEC(struct str) ids = VEC_INIT, inputs = VEC_INIT;
    while (lines.n) {
        struct str line = str_cut(&lines, '\n'), rest = str_from(line, 2);
        struct str first = arena_str(a, read_field(rec->arena, &rest));
        if (line.p[0] == 'i') {
            vec_push(&inputs, first);
            site_note_input(s, first);
        } else if (line.p[0] == 's') {
            p->scripted = s->scripted = true;
        } else if (line.p[0] == 'd') {
            vec_push(&ids, first);
        } else if (line.p[0] == 'o' && !written) {
            site_keep_old(s, first, p->source);
            s->counts.unchanged++;
        } else if (line.p[0] == 'f') {
            struct site_file *f = map_lookup(&s->by_output, first);
            f->linked = true;
        } else if (line.p[0] == 'a') {
            struct site_anchor anchor = {.from = p, .to = map_lookup(&s->by_path, first)};
            anchor.id = arena_str(a, read_field(rec->arena, &rest));
            anchor.file = arena_str(a, read_field(rec->arena, &rest));
            anchor.begin = (uint32_t)to_number(read_field(rec->arena, &rest));
            anchor.end = (uint32_t)to_number(rest);
            vec_push(&s->anchors, anchor);
        }
    }
    if (ids.n) {
        qsort(ids.p, ids.n, sizeof *ids.p, by_text);
    }
    p->ids = vec_keep(&ids, a);
    p->nids = ids.n;
    p->inputs = vec_keep(&inputs, a);
    p->ninputs = inputs.n;
    vec_drop(&ids);
    vec_drop(&inputs);
}

/** Writes the line of an output with its stamp; false when it is not there. */
static bool put_output(struct site_record *rec, struct str name) {
    char stamp[128];
    struct file_id id;
    if (!put_stamp(stamp, path_join(rec->arena, rec->site->opt->out, name), &id)) {
        return false;
    }
    buf_puts(&rec->page, "o\t");
    put_field(&rec->page, name);
    buf_printf(&rec->page, "\t%s\n", stamp);
    return true;
}

/** Writes the line of an input as it is now; false when it may be changing just now. */
static bool put_input_again(struct site_record *rec, struct str line) {
    struct buf *b = &rec->page;
    struct str rest = str_from(line, 2);
    struct str path = read_field(rec->arena, &rest), stamp = read_field(rec->arena, &rest);
    bool same = str_eq(stamp, str_of(input_of(rec, path, false)->stamp));
    const struct input *in = input_of(rec, path, !same);
    if (in->young && !same) {
        return false;
    }
    buf_puts(b, "i\t");
    put_field(b, path);
    buf_printf(b, "\t%s\t", in->stamp);
    buf_str(b, same ? rest : str_of(in->digest));
    buf_putc(b, '\n');
    return true;
}

/** The lines of a page once more, with files as they are now and this trace; none when one of them
 * may be changing just now. */
static void put_again(struct site_record *rec, const struct site_page *p, struct str lines,
                      struct str trace, bool written) {
    struct buf *b = &rec->page;
    bool good = true;
    buf_clear(b);
    while (lines.n && good) {
        struct str line = str_cut(&lines, '\n');
        if (line.p[0] == 'i') {
            good = put_input_again(rec, line);
        } else if (line.p[0] == 'o' && written) {
            good = put_output(rec, p->output);
        } else if (line.p[0] == 't') {
            put_row(b, "t\t", trace);
        } else {
            buf_str(b, line);
            buf_putc(b, '\n');
        }
    }
    if (good) {
        put_row(&rec->text, "page ", p->path);
        buf_str(&rec->text, buf_view(b));
    }
}

bool site_record_holds(struct site_record *rec, struct site_page *p) {
    const struct str *lines = rec && rec->same_global ? map_lookup(&rec->old, p->path) : NULL;
    if (!lines || !lines->n) {
        return false;
    }
    struct str rest = *lines, trace = STR_EMPTY;
    bool changed = false;
    while (rest.n) {
        struct str line = str_cut(&rest, '\n'), field = line.n > 2 ? str_from(line, 2) : STR_EMPTY;
        if (!line_holds(rec, p, line, &changed)) {
            return false;
        }
        trace = str_starts(line, STR("t\t")) ? read_field(rec->arena, &field) : trace;
    }
    enum turned turned = changed ? turn(rec, p, *lines, &trace) : AS_IT_WAS;
    if (turned == MADE_ANEW) {
        return false;
    }
    replay(rec, p, *lines, turned == TURNED);
    put_again(rec, p, *lines, trace, turned == TURNED);
    return true;
}

/* ---- writing */

void site_record_begin(struct site_record *rec, struct build_job *job) {
    if (rec) {
        buf_clear(&rec->page);
        rec->outputs = rec->site->outputs.n;
        rec->anchors = rec->site->anchors.n;
        job->wants_trace = true;
    }
}

void site_record_file(struct site_record *rec, const struct site_file *f) {
    if (rec) {
        buf_puts(&rec->page, "f\t");
        put_field(&rec->page, f->output);
        buf_putc(&rec->page, '\n');
    }
}

/** The files that the page was made from; false when one may have changed since it was read. */
static bool put_inputs(struct site_record *rec, const struct site_page *p) {
    if (p->text.n) {
        char digest[DIGITS];
        put_digest(rec, digest, p->text);
        put_row(&rec->page, "x\t", str_of(digest));
    }
    for (size_t i = 0; i < p->ninputs; i++) {
        if (p->text.n && str_eq(p->inputs[i], p->source)) {
            continue;
        }
        const struct input *in = input_of(rec, p->inputs[i], true);
        if (!in->there || in->young) {
            return false;
        }
        buf_puts(&rec->page, "i\t");
        put_field(&rec->page, p->inputs[i]);
        buf_printf(&rec->page, "\t%s\t%s\n", in->stamp, in->digest);
    }
    return true;
}

void site_record_end(struct site_record *rec, const struct site_page *p,
                     const struct build_job *job) {
    struct site *s = rec ? rec->site : NULL;
    if (!rec || p->lists || job->diags.errors || job->diags.warnings || job->io_failed ||
        job->refused || !put_inputs(rec, p)) {
        return;
    }
    bool any = false;
    for (size_t i = rec->outputs; i < s->outputs.n; i++) {
        any = put_output(rec, s->outputs.entries[i].key);
        if (!any) {
            return;
        }
    }
    for (size_t i = 0; i < p->nids; i++) {
        put_row(&rec->page, "d\t", p->ids[i]);
    }
    for (size_t i = rec->anchors; i < s->anchors.n; i++) {
        const struct site_anchor *x = &s->anchors.p[i];
        buf_puts(&rec->page, "a\t");
        put_field(&rec->page, x->to ? x->to->path : STR_EMPTY);
        buf_putc(&rec->page, '\t');
        put_field(&rec->page, x->id);
        buf_putc(&rec->page, '\t');
        put_field(&rec->page, x->file);
        buf_printf(&rec->page, "\t%u\t%u\n", x->begin, x->end);
    }
    if (p->scripted) {
        put_row(&rec->page, "s\t", STR_EMPTY);
    }
    if (job->trace.n) {
        put_row(&rec->page, "t\t", job->trace);
    }
    if (any) {
        (void)database_of(rec, job->trace);
        put_row(&rec->text, "page ", p->path);
        buf_str(&rec->text, buf_view(&rec->page));
    }
}

/** Keeps the databases as they are now, those that have not changed while pages were made. */
static void keep_databases(struct site_record *rec, bool keep) {
    for (size_t i = 0; i < rec->databases.n; i++) {
        const struct database *db = rec->databases.entries[i].value;
        struct file_id id;
        if (keep && file_identify(db->path, &id) == 0 &&
            is_older(rec, id.modified, id.modified_ns) &&
            is_older(rec, id.changed, id.changed_ns)) {
            site_delta_keep(rec->site, db->delta, db->path, &id, db->kept);
        }
        if (db->delta) {
            site_delta_close(db->delta);
        }
    }
}

static void put_own_digest(struct site_record *rec) {
    struct buf *record = &rec->text;
    size_t at = sizeof RECORD_HEAD - 1;
    char digest[DIGITS];
    put_digest(rec, digest, str_from(buf_view(record), at + DIGITS));
    memcpy(record->p + at, digest, DIGITS - 1);
}

void site_record_close(struct site_record *rec, bool keep) {
    if (!rec) {
        return;
    }
    if (keep && !rec->text.overflow && !rec->page.overflow &&
        file_make_dirs(path_dir(rec->path)) == 0) {
        put_own_digest(rec);
        (void)file_write(rec->path, buf_view(&rec->text)); /* without it all is made again */
    }
    keep_databases(rec, keep);
    buf_drop(&rec->text);
    buf_drop(&rec->page);
    arena_drop(rec->arena);
}
