/* SPDX-License-Identifier: MIT */
/*
 * Reads the beginning of style files. About ten thousand styles are installed. So only the text
 * before </info> is read and parsed. The macros and layouts after it are many times longer.
 */
#include "job/build/styles.h"

#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/map.h"
#include "core/base/utf8.h"
#include "core/base/vec.h"
#include "core/data/xml.h"
#include "job/build/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* The number of bytes that are read first. Nearly all styles have a shorter head. */
#define HEAD_BYTES (16u * 1024u)

/* ---- the head of a file ---- */

/** Reads the first bytes of a file. `*whole` is set if these are all bytes of the file. Returns 0
 * or an errno value. */
static int read_head(struct arena *a, struct str path, struct str *out, bool *whole) {
    int fd = open(arena_str(a, path).p, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return errno;
    }
    char *p = arena_alloc(a, HEAD_BYTES);
    size_t n = 0;
    int err = 0;
    *whole = false;
    while (n < HEAD_BYTES && !*whole) {
        ssize_t k = read(fd, p + n, HEAD_BYTES - n);
        if (k < 0 && errno != EINTR) {
            err = errno;
            break;
        }
        *whole = k == 0;
        n += k > 0 ? (size_t)k : 0;
    }
    close(fd);
    *out = (struct str){p, n};
    return err;
}

static const struct xml_node *parse(struct arena *a, struct str text) {
    struct diags d;
    diags_init(&d, a);
    const struct xml_node *root = xml_parse(a, source_new(a, STR_EMPTY, text), &d);
    diags_drop(&d);
    return root;
}

/** Sets `*root` to the root element with its info, or to NULL if the file is not XML. Returns 0 or
 * an errno value. */
static int parse_style(struct arena *a, struct str path, const struct xml_node **root) {
    struct str head;
    bool whole = false;
    *root = NULL;
    int err = read_head(a, path, &head, &whole);
    if (err) {
        return err;
    }
    size_t end = str_find(head, STR("</info>"));
    if (end != STR_NONE) {
        struct str info = str_slice(head, 0, end + STR("</info>").n);
        *root = parse(a, arena_join(a, 2, info, STR("</style>")));
    }
    if (*root) {
        return 0;
    }
    /* the beginning was not enough: the file has a long head or namespace prefixes */
    if (!whole) {
        err = file_read(a, path, LIMIT_STYLE, &head);
    }
    if (!err) {
        *root = parse(a, head);
    }
    return err;
}

/* ---- the info of a style ---- */

/** Whether a character would move the cursor, change colours or change the direction of text in a
 * terminal. */
static bool is_unprintable(uint32_t cp) {
    return cp < 0x20 || (cp >= 0x7F && cp < 0xA0) || (cp >= 0x202A && cp <= 0x202E) ||
           (cp >= 0x2066 && cp <= 0x2069);
}

struct str build_plain_line(struct arena *a, struct str s) {
    struct buf b = BUF_INIT;
    for (size_t at = 0; at < s.n;) {
        uint32_t cp = utf8_next(s, &at);
        if (!is_unprintable(cp) && cp != ' ') {
            buf_rune(&b, cp);
        } else if (b.n && b.p[b.n - 1] != ' ') {
            buf_putc(&b, ' ');
        }
    }
    struct str out = str_trim(buf_keep(&b, a));
    buf_drop(&b);
    return out;
}

struct str build_style_id_name(struct str id) {
    while (id.n && id.p[id.n - 1] == '/') {
        id.n--;
    }
    return path_base(id);
}

static struct str *keep_list(str_list *list, struct arena *a, size_t *n) {
    *n = list->n;
    return vec_finish(list, a);
}

static void read_link(struct arena *a, const struct xml_node *k, struct build_style *s) {
    struct str rel = xml_attr(k, "rel"), href = xml_attr(k, "href");
    if (str_is(rel, "independent-parent")) {
        s->parent = build_plain_line(a, build_style_id_name(href));
    } else if (str_is(rel, "documentation") && !s->documentation.n) {
        s->documentation = build_plain_line(a, href);
    }
}

static void read_info(struct arena *a, struct arena *tmp, const struct xml_node *info,
                      struct build_style *s) {
    const struct {
        const char *name;
        struct str *to;
    } texts[] = {{"title", &s->title},     {"title-short", &s->title_short},
                 {"id", &s->id},           {"summary", &s->summary},
                 {"updated", &s->updated}, {"rights", &s->rights}};
    str_list fields = VEC_INIT, authors = VEC_INIT;
    for (const struct xml_node *k = info->first; k; k = k->next) {
        for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
            if (str_is(k->name, texts[i].name)) {
                *texts[i].to = build_plain_line(a, xml_text(tmp, k));
            }
        }
        if (str_is(k->name, "category")) {
            struct str format = xml_attr(k, "citation-format"), field = xml_attr(k, "field");
            s->format = format.n ? build_plain_line(a, format) : s->format;
            if (field.n) {
                vec_push(&fields, build_plain_line(a, field));
            }
        } else if (str_is(k->name, "link")) {
            read_link(a, k, s);
        } else if (str_is(k->name, "author") && xml_child(k, "name")) {
            vec_push(&authors, build_plain_line(a, xml_text(tmp, xml_child(k, "name"))));
        }
    }
    s->fields = keep_list(&fields, a, &s->nfields);
    s->authors = keep_list(&authors, a, &s->nauthors);
}

int build_style_read(struct arena *a, struct str path, struct build_style *out) {
    *out = (struct build_style){.path = arena_str(a, path)};
    out->name = path_stem(out->path);
    struct arena *tmp = arena_new();
    const struct xml_node *root;
    int err = parse_style(tmp, path, &root);
    if (!err && root && str_is(root->name, "style")) {
        const struct xml_node *info = xml_child(root, "info");
        out->note = str_is(xml_attr(root, "class"), "note");
        out->locale = build_plain_line(a, xml_attr(root, "default-locale"));
        if (info) {
            read_info(a, tmp, info, out);
        }
    } else {
        out->damaged = true;
    }
    arena_drop(tmp);
    return err;
}

/* ---- installed styles ---- */

size_t build_style_folders(struct arena *a, const struct str *data_dirs, size_t ndirs,
                           struct str out[BUILD_STYLE_FOLDERS]) {
    size_t n = 0;
    for (size_t i = 0; i < ndirs && n < BUILD_DATA_DIRS; i++) {
        if (data_dirs[i].n) {
            out[n++] = path_join(a, data_dirs[i], STR("styles"));
        }
    }
    out[n++] = STR(BUILD_SYSTEM_STYLES);
    out[n++] = STR(BUILD_SYSTEM_STYLES "/dependent");
    return n;
}

struct build_style *build_styles_installed(struct arena *a, const struct str *data_dirs,
                                           size_t ndirs, size_t *n) {
    struct str dirs[BUILD_STYLE_FOLDERS];
    size_t nfolders = build_style_folders(a, data_dirs, ndirs, dirs);
    VEC(struct build_style) all = VEC_INIT;
    struct map seen = MAP_INIT;
    for (size_t i = 0; i < nfolders; i++) {
        size_t count = 0;
        const struct str *names = file_names(a, dirs[i], STR(".csl"), &count);
        for (size_t k = 0; k < count; k++) {
            struct build_style s;
            if (utf8_check(names[k]) == STR_NONE && !map_find(&seen, path_stem(names[k])) &&
                build_style_read(a, path_join(a, dirs[i], names[k]), &s) == 0) {
                map_put(&seen, s.name, a);
                vec_push(&all, s);
            }
        }
    }
    map_drop(&seen);
    vec_sort(&all, str_order);
    struct build_style *out = vec_finish(&all, a);
    *n = all.n;
    return out;
}

struct str *build_style_names(struct arena *a, const struct str *data_dirs, size_t ndirs,
                              struct str prefix, size_t *n) {
    struct str dirs[BUILD_STYLE_FOLDERS];
    size_t nfolders = build_style_folders(a, data_dirs, ndirs, dirs);
    str_list all = VEC_INIT;
    for (size_t i = 0; i < nfolders; i++) {
        size_t count = 0;
        const struct str *names = file_names(a, dirs[i], STR(".csl"), &count);
        for (size_t k = 0; k < count; k++) {
            if (str_starts(names[k], prefix)) {
                vec_push(&all, path_stem(names[k]));
            }
        }
    }
    struct str *out = vec_finish(&all, a);
    *n = all.n;
    return out;
}

struct str build_style_path(struct arena *a, const struct str *data_dirs, size_t ndirs,
                            struct str name) {
    struct str dirs[BUILD_STYLE_FOLDERS];
    size_t n = build_style_folders(a, data_dirs, ndirs, dirs);
    struct str file = arena_join(a, 2, name, STR(".csl"));
    for (size_t i = 0; i < n && str_index(name, '/') == STR_NONE; i++) {
        struct str path = path_join(a, dirs[i], file);
        if (file_exists(path)) {
            return path;
        }
    }
    return STR_EMPTY;
}
