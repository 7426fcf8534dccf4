/* SPDX-License-Identifier: MIT */
/*
 * Reads a packet file, and makes and joins the parts of packets. A part without variables and
 * variants is built once for all recipients.
 */
#include "job/packet/packet.h"

#include "check/limits/limits.h"
#include "core/base/bounds.h"
#include "core/data/csv.h"
#include "core/data/json.h"
#include "core/data/yaml.h"
#include "print/pdfread/join.h"

DIAG_USE(DIAG_PACKET);
DIAG_USE(DIAG_PACKET_PART);
DIAG_USE(DIAG_UNKNOWN_KEY);

#define MAX_RECIPIENTS 10000

struct packet_part {
    struct str path, title;
    struct span at;
    const struct node *limits, *only; /* `limits` and `only` of the part, or NULL */
    bool is_pdf;
    bool varies, variants; /* `varies`: the part has variables or variants */
    bool examined;
    /* for a part that is the same for all recipients: whether it was made, and whether it has
     * errors */
    bool made, faulty;
    struct pdfread_document *doc; /* the opened PDF, or NULL */
};

struct packet {
    const struct packet_options *opt;
    struct arena *arena;
    /* reads the files; in the sandbox, it reads only those in the allowed folders */
    struct file_host host;
    struct build_job job; /* the findings of the packet itself */
    struct diags *d;
    struct str dir;
    struct packet_part *parts;
    size_t nparts;
    const struct node *recipients; /* the recipients, a list of maps */
    struct str name;
    const struct node *limits;
    struct span name_at;
    /* size of the first page of the packet in points, as portrait; 0 before it is known */
    double width, height;
    struct buf table;
    bool failed, lacks; /* `lacks`: a part cannot be read at all */
};

/* ---- reading ---- */

static struct diag *fault(struct packet *p, struct span at, struct str what) {
    return diag_add(p->d, DIAG_PACKET, at, "%.*s", STR_ARG(what));
}

static struct source *open_file(struct packet *p, struct str path, struct span at) {
    struct str text;
    int err = file_host_read(&p->host, p->arena, path, LIMIT_SOURCE, &text);
    if (err) {
        file_host_report(&p->host, p->d, at, path, err);
        return NULL;
    }
    return source_new(p->arena, path, text);
}

/** Reports a problem of a part. The part stays in the packet. */
static struct diag *remark(struct packet *p, struct span at, struct str what) {
    return diag_add(p->d, DIAG_PACKET_PART, at, "%.*s", STR_ARG(what));
}

/** Reports keys that are not in the list of words. */
static void check_keys(struct packet *p, const struct node *map, const char *what,
                       const struct str *words, size_t n) {
    for (size_t i = 0; i < map->n; i++) {
        if (!str_in(map->keys[i], words, n)) {
            struct diag *g = diag_add(p->d, DIAG_UNKNOWN_KEY, map->key_spans[i],
                                      "%s has no key `%.*s`", what, STR_ARG(map->keys[i]));
            (void)diag_suggest(p->d, g, map->keys[i], words, n);
        }
    }
}

/** Whether a name can be the name of a file or folder on every system. */
static bool is_plain_name(struct str name) {
    return path_is_portable(name) && str_index(name, '/') == STR_NONE;
}

static const struct node *read_recipients(struct packet *p, const struct node *given) {
    if (!given || given->kind == NODE_LIST) {
        return given;
    }
    struct str name = node_text(given), path = path_join(p->arena, p->dir, name);
    struct source *src = name.n ? open_file(p, path, given->span) : NULL;
    if (!src) {
        return NULL;
    }
    bool yaml = str_ieq(path_ext(path), STR("yml")) || str_ieq(path_ext(path), STR("yaml"));
    return yaml ? yaml_parse(p->arena, src, 0, src->text.n, p->d)
                : csv_rows(p->arena, src, csv_separator(src->text), MAX_RECIPIENTS);
}

/** Reports recipients whose id is not plain or not unique. They get no packet. */
static void check_recipients(struct packet *p) {
    struct map seen = MAP_IN(p->arena);
    struct node *kept = node_new_list(p->arena, SPAN_NONE);
    for (size_t i = 0; p->recipients && i < p->recipients->n && i < MAX_RECIPIENTS; i++) {
        struct node *one = p->recipients->items[i];
        const struct node *id = node_get(one, "id");
        struct str name = node_text(id);
        if (!name.n) {
            diag_hint(p->d, fault(p, one->span, STR("a recipient has no `id`")),
                      "it is the name of the folder");
        } else if (!is_plain_name(name)) {
            diag_hint(
                p->d,
                fault(p, id->span,
                      arena_printf(p->arena, "the id `%.*s` is not a plain name", STR_ARG(name))),
                "it names a folder: letters, digits, hyphens");
        } else if (map_put(&seen, name, one)) {
            (void)fault(p, id->span,
                        arena_printf(p->arena, "two recipients have the id `%.*s`", STR_ARG(name)));
        } else {
            node_append(p->arena, kept, one);
        }
    }
    p->recipients = kept;
}

/** Reports words of `only` that are not the id of a recipient. */
static void check_only(struct packet *p, const struct node *only) {
    struct str *ids = ARENA_ARRAY(p->arena, struct str, p->recipients->n + 1);
    for (size_t i = 0; i < p->recipients->n; i++) {
        ids[i] = node_text(node_get(p->recipients->items[i], "id"));
    }
    for (size_t i = 0; i < node_count(only); i++) {
        const struct node *one = node_item(only, i);
        struct str id = node_text(one), near = diag_nearest(id, ids, p->recipients->n);
        if (str_in(id, ids, p->recipients->n)) {
            continue;
        }
        struct diag *g = remark(
            p, one->span, arena_printf(p->arena, "no recipient has the id `%.*s`", STR_ARG(id)));
        (void)diag_hint_near(p->d, g, near);
    }
}

static bool read_part(struct packet *p, const struct node *map, struct packet_part *out) {
    static const struct str words[] = {STR_INIT("file"), STR_INIT("title"), STR_INIT("limits"),
                                       STR_INIT("only")};
    struct str file = node_text(node_get(map, "file"));
    if (map->kind != NODE_MAP || !file.n) {
        diag_hint(p->d, fault(p, map->span, STR("a part has no `file`")),
                  "write `- file: letter.md`");
        return false;
    }
    check_keys(p, map, "a part", words, ARRAY_LEN(words));
    out->at = node_get(map, "file")->span;
    out->path = path_join(p->arena, p->dir, file);
    out->title = node_text(node_get(map, "title"));
    out->title = out->title.n ? out->title : path_stem(path_base(out->path));
    out->limits = node_get(map, "limits");
    out->only = node_get(map, "only");
    check_only(p, out->only);
    out->is_pdf = str_ieq(path_ext(file), STR("pdf"));
    struct source *src = open_file(p, out->path, out->at);
    out->variants = src && str_find(src->text, STR("variant")) != STR_NONE;
    out->varies =
        !out->is_pdf && (out->variants || (src && str_find(src->text, STR("{{")) != STR_NONE));
    return src != NULL;
}

static bool read_packet(struct packet *p) {
    static const struct str words[] = {STR_INIT("recipients"), STR_INIT("name"), STR_INIT("parts"),
                                       STR_INIT("limits")};
    struct source *src = open_file(p, p->opt->file, SPAN_NONE);
    const struct node *top = src ? yaml_parse(p->arena, src, 0, src->text.n, p->d) : NULL;
    const struct node *parts = node_get(top, "parts");
    if (!src) {
        p->failed = true;
        return false;
    }
    if (!top || top->kind != NODE_MAP || !parts || parts->kind != NODE_LIST || !parts->n) {
        diag_hint(p->d,
                  fault(p, span_make(src, 0, 0), STR("a packet needs `recipients` and `parts`")),
                  "`parts` is a list: `- file: letter.md`");
        return false;
    }
    check_keys(p, top, "a packet", words, ARRAY_LEN(words));
    const struct node *name = node_get(top, "name");
    p->name = name ? node_text(name) : STR("application.pdf");
    p->name_at = name ? name->span : top->span;
    p->limits = node_get(top, "limits");
    p->recipients = read_recipients(p, node_get(top, "recipients"));
    check_recipients(p);
    if (!p->recipients->n && !p->d->errors) {
        diag_hint(p->d, fault(p, top->span, STR("a packet needs recipients")),
                  "`recipients: recipients.csv`, with a column `id`");
    }
    p->parts = ARENA_ARRAY(p->arena, struct packet_part, parts->n);
    for (size_t i = 0; i < parts->n; i++) {
        bool right = read_part(p, parts->items[i], &p->parts[p->nparts]);
        p->nparts += right;
        p->lacks = p->lacks || !right;
    }
    return true;
}

/* ---- values ---- */

/** Returns a tree as JSON. */
static struct str values_of(struct arena *a, const struct node *tree) {
    struct buf b = BUF_INIT;
    json_write(&b, tree, 0);
    return buf_finish(&b, a);
}

static void place_of_value(void *user, struct str text, size_t begin, size_t end,
                           struct span *out) {
    (void)text;
    (void)begin;
    (void)end;
    *out = *(const struct span *)user;
}

/** Returns a title or name with the recipient's values. */
static struct str filled(struct packet *p, struct arena *a, struct str text,
                         const struct node *recipient, struct span at) {
    return build_fill_text(a, recipient, text, p->d, place_of_value, &at);
}

/* ---- parts ---- */

static bool is_wanted(const struct packet_part *part, struct str id) {
    bool wanted = !part->only;
    for (size_t i = 0; i < node_count(part->only); i++) {
        wanted = wanted || str_eq(node_text(node_item(part->only, i)), id);
    }
    return wanted;
}

/** Builds a document for a recipient. Returns the PDF, in `a`, or an empty text if none was
 * made. */
static struct str build_part(struct packet *p, struct arena *a, const struct packet_part *part,
                             const struct node *recipient, bool *faulty) {
    struct build_options opt = *p->opt->build;
    build_overrides all = VEC_INIT;
    for (size_t i = 0; i < opt.overrides.n; i++) {
        vec_push(&all, opt.overrides.p[i]);
    }
    struct str variant = node_text(node_get(recipient, "variant"));
    if (variant.n && part->variants) {
        vec_push(&all, ((struct markdown_override){.key = STR("variant"), .text = variant}));
    }
    if (part->limits) {
        /* the text is for the cache key; it begins with the offset of the value, because
         * diagnostics show the place of the value */
        struct str text = arena_printf(a, "%u %.*s", part->limits->span.begin,
                                       STR_ARG(values_of(a, part->limits)));
        vec_push(&all, ((struct markdown_override){.key = STR("limits"),
                                                   .text = text,
                                                   .value = (struct node *)(uintptr_t)part->limits,
                                                   .replaces = true}));
    }
    opt.overrides = all;
    opt.variables = values_of(a, recipient);
    struct build_target target = {.output = build_output_named(STR("pdf"))};
    struct build_job job = {.input = part->path, .targets = &target, .ntargets = 1};
    build_run(&job, &opt);
    struct str pdf = arena_str(a, target.data);
    *faulty = job.diags.errors > 0;
    p->failed = p->failed || job.io_failed;
    p->opt->report(p->opt->user, &job);
    build_drop(&job);
    vec_drop(&all);
    return pdf;
}

static struct pdfread_document *open_pdf(struct packet *p, struct arena *a,
                                         const struct packet_part *part, struct str pdf) {
    return pdf.n ? pdfread_document_open(a, part->path, pdf, part->at, p->d) : NULL;
}

static int in_mm(double points) {
    return (int)(points * 25.4 / 72 + 0.5);
}

/** Reports once if the PDF of a part is encrypted, was repaired, or has a page whose size differs
 * from that of the packet's first page. Portrait and landscape count as the same size. */
static void examine(struct packet *p, struct packet_part *part, struct pdfread_document *doc) {
    size_t n;
    const struct pdfread_page *pages = pdfread_pages(doc, &n);
    struct str name = path_base(part->path);
    for (size_t i = 0; i < n && !part->examined; i++) {
        double x = pages[i].right - pages[i].left, y = pages[i].top - pages[i].bottom;
        double wide = x > y ? x : y, narrow = x > y ? y : x;
        if (p->width <= 0) {
            p->width = narrow;
            p->height = wide;
        }
        double dx = narrow - p->width, dy = wide - p->height;
        if (dx * dx + dy * dy > 9) { /* the sizes differ by more than three points */
            struct str what = arena_printf(
                p->arena, "page %zu of `%.*s` has %d × %d mm, and the first page of all %d × %d mm",
                i + 1, STR_ARG(name), in_mm(narrow), in_mm(wide), in_mm(p->width),
                in_mm(p->height));
            diag_hint(p->d, remark(p, part->at, what),
                      part->is_pdf ? "portals and printers may cut it; print it to a file of the "
                                     "same size"
                                   : "`papersize` in the front matter sets the size");
            part->examined = true;
        }
    }
    part->examined = true;
    if (part->is_pdf && pdfread_entry(pdfread_trailer(doc), "Encrypt")->kind != PDFREAD_NULL) {
        struct str what = arena_printf(
            p->arena, "`%.*s` is encrypted, with restrictions that the joined PDF does not have",
            STR_ARG(name));
        diag_hint(p->d, remark(p, part->at, what), "make sure that you may join it");
    }
    if (part->is_pdf && pdfread_document_is_mended(doc)) {
        struct str what =
            arena_printf(p->arena, "`%.*s` is damaged, and was repaired", STR_ARG(name));
        diag_hint(p->d, remark(p, part->at, what), "look at its pages in the joined PDF");
    }
}

/** Opens a part for a recipient. Returns NULL if the part could not be made. A part that varies is
 * in `a`, and the caller closes it. Other parts are made once and remain open. */
static struct pdfread_document *open_part(struct packet *p, struct arena *a,
                                          struct packet_part *part, const struct node *recipient,
                                          bool *faulty) {
    if (part->varies) {
        return open_pdf(p, a, part, build_part(p, a, part, recipient, faulty));
    }
    if (!part->made) {
        struct source *src = part->is_pdf ? open_file(p, part->path, part->at) : NULL;
        struct str pdf = src            ? src->text
                         : part->is_pdf ? STR_EMPTY
                                        : build_part(p, p->arena, part, recipient, &part->faulty);
        part->doc = open_pdf(p, p->arena, part, pdf);
        part->made = true;
    }
    *faulty = part->faulty;
    return part->doc;
}

/* ---- packets ---- */

/** Writes a file into a folder, which is made if it is missing. */
static void write_file(struct packet *p, struct str folder, struct str name, struct str data) {
    struct str path = path_join(p->arena, folder, name);
    int err = 0;
    if (!file_has_bytes(path, data)) {
        err = file_make_dirs(folder);
        err = err ? err : file_write(path, data);
    }
    if (err) {
        file_host_report_unwritten(p->d, path, err);
        p->failed = true;
    }
}

static void add_row(struct packet *p, struct str id, struct str path, size_t pages, size_t bytes,
                    struct str verdict) {
    buf_printf(&p->table, "%.*s\t%.*s\t%zu\t%zu\t%.*s\n", STR_ARG(id), STR_ARG(path), pages, bytes,
               STR_ARG(verdict));
}

/** Compares a joined PDF with the limits. Returns the verdict for the table. */
static struct str judge(struct packet *p, size_t pages, size_t bytes, bool faulty) {
    struct limits_request request = {.arena = p->arena, .d = p->d};
    size_t errors = p->d->errors;
    struct str used = p->limits && p->limits->kind == NODE_MAP
                          ? limits_check_file(&request, p->limits, pages, bytes)
                          : STR_EMPTY;
    return faulty                  ? STR("errors in a part")
           : p->d->errors > errors ? arena_join(p->arena, 2, STR("too much: "), used)
           : used.n                ? arena_join(p->arena, 2, STR("ok: "), used)
                                   : STR("ok");
}

/** Writes the joined PDF of a recipient, and its row of the table. */
static void write_packet(struct packet *p, struct arena *a, const struct node *recipient,
                         const struct pdfread_part *parts, size_t n, bool faulty) {
    struct str id = node_text(node_get(recipient, "id"));
    struct str name = filled(p, a, p->name, recipient, p->name_at);
    struct buf out = BUF_INIT;
    size_t pages = n ? pdfread_join(a, parts, n, parts[0].title, STR_EMPTY, &out) : 0;
    if (!is_plain_name(name) || !str_ieq(path_ext(name), STR("pdf"))) {
        struct str what = arena_printf(a, "the name `%.*s` is not that of a PDF", STR_ARG(name));
        diag_hint(p->d, fault(p, p->name_at, what), "write `name: application.pdf`");
        pages = 0;
    }
    if (pages) {
        write_file(p, path_join(a, p->opt->out, id), name, buf_view(&out));
        add_row(p, id, path_join(a, id, name), pages, out.n, judge(p, pages, out.n, faulty));
    } else {
        add_row(p, id, STR("-"), 0, 0, STR("nothing could be made"));
    }
    buf_drop(&out);
}

static void make_packet(struct packet *p, const struct node *recipient) {
    struct arena *a = arena_new();
    struct pdfread_part *parts = ARENA_ARRAY(a, struct pdfread_part, p->nparts + 1);
    struct pdfread_document **own = ARENA_ARRAY(a, struct pdfread_document *, p->nparts + 1);
    size_t n = 0, nown = 0, wanted = 0;
    bool any = p->lacks;
    const struct node *id = node_get(recipient, "id");
    for (size_t i = 0; i < p->nparts; i++) {
        struct packet_part *part = &p->parts[i];
        bool faulty = false;
        if (!is_wanted(part, node_text(id))) {
            continue;
        }
        wanted++;
        struct pdfread_document *doc = open_part(p, a, part, recipient, &faulty);
        any = any || faulty || !doc;
        if (doc) {
            if (!part->examined) {
                examine(p, part, doc);
            }
            parts[n].doc = doc;
            parts[n++].title = filled(p, a, part->title, recipient, part->at);
            own[nown] = doc;
            nown += part->varies;
        }
    }
    if (!wanted && p->nparts) {
        struct str name = node_text(id);
        (void)fault(p, id->span,
                    arena_printf(p->arena, "no part is for the recipient `%.*s`", STR_ARG(name)));
    }
    write_packet(p, a, recipient, parts, n, any);
    for (size_t i = 0; i < nown; i++) {
        pdfread_document_close(own[i]);
    }
    arena_drop(a);
}

bool packet_run(const struct packet_options *opt) {
    struct packet p = {.opt = opt, .arena = arena_new(), .dir = path_dir(opt->file)};
    p.job = (struct build_job){.input = opt->file, .arena = p.arena};
    diags_init(&p.job.diags, p.arena);
    p.d = &p.job.diags;
    p.host = opt->build->host;
    if (opt->build->sandbox) {
        p.host.fence = build_fence(p.arena, opt->build, p.dir);
    }
    buf_init(&p.table, 0);
    buf_puts(&p.table, "id\tfile\tpages\tbytes\tverdict\n");
    if (read_packet(&p)) {
        for (size_t i = 0; i < p.recipients->n; i++) {
            make_packet(&p, p.recipients->items[i]);
        }
        write_file(&p, opt->out, STR("packet.tsv"), buf_view(&p.table));
    }
    diags_sort(p.d);
    p.job.io_failed = p.failed;
    opt->report(opt->user, &p.job);
    for (size_t i = 0; i < p.nparts; i++) {
        if (p.parts[i].doc) {
            pdfread_document_close(p.parts[i].doc);
        }
    }
    diags_drop(p.d);
    buf_drop(&p.table);
    arena_drop(p.arena);
    return !p.failed;
}
