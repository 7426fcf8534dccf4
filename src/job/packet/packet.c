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

DIAG_USE(DIAG_CANNOT_WRITE);
DIAG_USE(DIAG_PACKET);
DIAG_USE(DIAG_UNKNOWN_KEY);
DIAG_USE(DIAG_UNKNOWN_VARIABLE);

#define MAX_RECIPIENTS 10000

struct packet_part {
    struct str path, title;
    struct span at;
    const struct node *limits, *only; /* may be NULL */
    bool is_pdf;
    bool varies, variants; /* the part has variables or variants; it has variants */
    struct buf same;       /* the PDF for all recipients, after it has been made */
    bool made, faulty;     /* `same` has been made; it has errors */
};

struct packet {
    const struct packet_options *opt;
    struct arena *arena;
    struct file_host host; /* inside of the fence, in the sandbox */
    struct build_job job;  /* the findings of the packet itself */
    struct diags *d;
    struct str dir;
    struct packet_part *parts;
    size_t nparts;
    const struct node *recipients; /* a list of maps */
    struct str name;
    const struct node *limits;
    struct span name_at;
    struct buf table;
    bool failed;
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

/** Reports keys that are not in the list of words. */
static void check_keys(struct packet *p, const struct node *map, const char *what,
                       const struct str *words, size_t n) {
    for (size_t i = 0; i < map->n; i++) {
        bool known = false;
        for (size_t k = 0; k < n; k++) {
            known = known || str_eq(map->keys[i], words[k]);
        }
        if (!known) {
            struct diag *g = diag_add(p->d, DIAG_UNKNOWN_KEY, map->key_spans[i],
                                      "%s has no key `%.*s`", what, STR_ARG(map->keys[i]));
            struct str near = diag_nearest(map->keys[i], words, n);
            if (near.n) {
                diag_hint(p->d, g, "did you mean `%.*s`?", STR_ARG(near));
            }
        }
    }
}

static bool is_plain_name(struct str id) {
    bool right = id.n > 0 && id.n < 200 && id.p[0] != '.';
    for (size_t i = 0; i < id.n; i++) {
        right = right && id.p[i] != '/' && id.p[i] != '\\' && (unsigned char)id.p[i] >= ' ' &&
                id.p[i] != 0x7F;
    }
    return right;
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
    out->is_pdf = str_ieq(path_ext(file), STR("pdf"));
    struct source *src = open_file(p, out->path, out->at);
    out->variants = src && str_find(src->text, STR("variant")) != STR_NONE;
    out->varies = out->variants || (src && str_find(src->text, STR("{{")) != STR_NONE);
    buf_init(&out->same, 0);
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
        p->nparts += read_part(p, parts->items[i], &p->parts[p->nparts]);
    }
    return true;
}

/* ---- values ---- */

static struct str values_of(struct packet *p, const struct node *recipient) {
    struct buf b;
    buf_init(&b, 0);
    json_write(&b, recipient, 0);
    struct str text = buf_keep(&b, p->arena);
    buf_drop(&b);
    return text;
}

/** A title or name with the recipient's values. */
static struct str filled(struct packet *p, struct str text, const struct node *recipient,
                         struct span at) {
    struct buf b;
    buf_init(&b, 0);
    for (size_t from = 0; from < text.n;) {
        size_t begin = str_find(str_from(text, from), STR("{{"));
        size_t end =
            begin == STR_NONE ? STR_NONE : str_find(str_from(text, from + begin), STR("}}"));
        if (end == STR_NONE) {
            buf_str(&b, str_from(text, from));
            break;
        }
        buf_str(&b, str_slice(text, from, from + begin));
        struct str name = str_trim(str_slice(text, from + begin + 2, from + begin + end));
        size_t index = node_index(recipient, name);
        if (index == STR_NONE) {
            (void)diag_add(p->d, DIAG_UNKNOWN_VARIABLE, at, "no column is named `%.*s`",
                           STR_ARG(name));
        } else {
            buf_str(&b, node_text(recipient->items[index]));
        }
        from += begin + end + 2;
    }
    struct str all = buf_keep(&b, p->arena);
    buf_drop(&b);
    return all;
}

/* ---- parts ---- */

static bool is_wanted(const struct packet_part *part, struct str id) {
    bool wanted = !part->only;
    for (size_t i = 0; part->only && part->only->kind == NODE_LIST && i < part->only->n; i++) {
        wanted = wanted || str_eq(node_text(part->only->items[i]), id);
    }
    return wanted || str_eq(node_text(part->only), id);
}

static bool build_part(struct packet *p, const struct packet_part *part,
                       const struct node *recipient, struct buf *out, bool *faulty) {
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
        vec_push(&all, ((struct markdown_override){.key = STR("limits"),
                                                   .value = (struct node *)(uintptr_t)part->limits,
                                                   .replaces = true}));
    }
    opt.overrides = all;
    opt.variables = values_of(p, recipient);
    struct build_target target = {.output = build_output_named(STR("pdf"))};
    struct build_job job = {.input = part->path, .targets = &target, .ntargets = 1};
    build_run(&job, &opt);
    buf_clear(out);
    buf_str(out, target.data);
    *faulty = job.diags.errors > 0;
    p->failed = p->failed || job.io_failed;
    p->opt->report(p->opt->user, &job);
    build_drop(&job);
    vec_drop(&all);
    return out->n > 0;
}

/** Returns the bytes of a part for a recipient. They live until the next call for a part that
 * varies. */
static bool take_part(struct packet *p, struct packet_part *part, const struct node *recipient,
                      struct buf *own, struct str *bytes, bool *faulty) {
    if (part->varies && !part->is_pdf) {
        bool right = build_part(p, part, recipient, own, faulty);
        *bytes = arena_str(p->arena, buf_view(own));
        return right;
    }
    if (!part->made && part->is_pdf) {
        struct source *src = open_file(p, part->path, part->at);
        buf_str(&part->same, src ? src->text : STR_EMPTY);
    } else if (!part->made) {
        (void)build_part(p, part, recipient, &part->same, &part->faulty);
    }
    part->made = true;
    *faulty = part->faulty;
    *bytes = buf_view(&part->same);
    return part->same.n > 0;
}

/* ---- packets ---- */

static void write_file(struct packet *p, struct str path, struct str data) {
    int err = file_has_bytes(path, data) ? 0 : file_write(path, data);
    if (err) {
        struct diag *g =
            diag_add(p->d, DIAG_CANNOT_WRITE, SPAN_NONE, "cannot write `%.*s`", STR_ARG(path));
        diag_hint(p->d, g, "%.*s", STR_ARG(file_why_unwritten(p->arena, path, err)));
        p->failed = true;
    }
}

static void add_row(struct packet *p, struct str id, struct str path, size_t pages, size_t bytes,
                    struct str verdict) {
    buf_printf(&p->table, "%.*s\t%.*s\t%zu\t%zu\t%.*s\n", STR_ARG(id), STR_ARG(path), pages, bytes,
               STR_ARG(verdict));
}

/** Writes the joined PDF and compares it with the limits. Returns the result of the comparison. */
static void finish_packet(struct packet *p, const struct node *recipient,
                          const struct pdfread_part *parts, size_t n, bool faulty) {
    struct str id = node_text(node_get(recipient, "id"));
    struct str name = filled(p, p->name, recipient, p->name_at),
               dir = path_join(p->arena, p->opt->out, id);
    struct buf out;
    buf_init(&out, 0);
    size_t pages = n ? pdfread_join(p->arena, parts, n, parts[0].title, STR_EMPTY, &out) : 0;
    if (!is_plain_name(name) || !str_ieq(path_ext(name), STR("pdf"))) {
        diag_hint(
            p->d,
            fault(p, p->name_at,
                  arena_printf(p->arena, "the name `%.*s` is not that of a PDF", STR_ARG(name))),
            "write `name: application.pdf`");
    } else if (pages && file_make_dirs(dir) == 0) {
        struct limits_request request = {.arena = p->arena, .d = p->d};
        size_t errors = p->d->errors;
        struct str verdict = p->limits && p->limits->kind == NODE_MAP
                                 ? limits_check_file(&request, p->limits, pages, out.n)
                                 : STR_EMPTY;
        verdict = faulty                  ? STR("errors in a part")
                  : p->d->errors > errors ? arena_join(p->arena, 2, STR("too much: "), verdict)
                  : verdict.n             ? arena_join(p->arena, 2, STR("ok: "), verdict)
                                          : STR("ok");
        write_file(p, path_join(p->arena, dir, name), buf_view(&out));
        add_row(p, id, path_join(p->arena, id, name), pages, out.n, verdict);
    } else {
        add_row(p, id, STR("-"), 0, 0, STR("nothing could be made"));
        p->failed = p->failed || pages > 0;
    }
    buf_drop(&out);
}

static void make_packet(struct packet *p, const struct node *recipient) {
    struct pdfread_part *parts = ARENA_ARRAY(p->arena, struct pdfread_part, p->nparts + 1);
    struct str id = node_text(node_get(recipient, "id"));
    struct buf own;
    size_t n = 0;
    bool any = false;
    buf_init(&own, 0);
    for (size_t i = 0; i < p->nparts; i++) {
        struct packet_part *part = &p->parts[i];
        struct str bytes;
        bool faulty = false;
        if (!is_wanted(part, id)) {
            continue;
        }
        bool right = take_part(p, part, recipient, &own, &bytes, &faulty);
        parts[n].doc =
            right ? pdfread_document_open(p->arena, part->path, bytes, part->at, p->d) : NULL;
        parts[n].title = filled(p, part->title, recipient, part->at);
        any = any || faulty || !parts[n].doc;
        n += parts[n].doc != NULL;
    }
    finish_packet(p, recipient, parts, n, any);
    for (size_t i = 0; i < n; i++) {
        pdfread_document_close(parts[i].doc);
    }
    buf_drop(&own);
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
        if (file_make_dirs(opt->out) == 0) {
            write_file(&p, path_join(p.arena, opt->out, STR("packet.tsv")), buf_view(&p.table));
        }
    }
    diags_sort(p.d);
    p.job.io_failed = p.failed;
    opt->report(opt->user, &p.job);
    for (size_t i = 0; i < p.nparts; i++) {
        buf_drop(&p.parts[i].same);
    }
    diags_drop(p.d);
    buf_drop(&p.table);
    arena_drop(p.arena);
    return !p.failed;
}
