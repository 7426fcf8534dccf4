/* SPDX-License-Identifier: MIT */
/*
 * Quotes names for the languages of plans. The formats reject the names that cannot be quoted.
 */
#include "job/plan/plan_model.h"

/** Returns a path without empty parts, without "." and without pairs of a name and "..". */
static struct str shortened(struct arena *a, struct str path) {
    struct buf b = BUF_INIT;
    struct str rest = path;
    /* length of the beginning that ".." must not remove: "/", or leading parts ".." */
    size_t kept = str_starts(path, STR("/"));
    buf_puts(&b, kept ? "/" : "");
    while (rest.p) {
        struct str part = str_cut(&rest, '/');
        if (part.n == 0 || str_is(part, ".")) {
            continue;
        }
        if (str_is(part, "..") && b.n > kept) {
            struct str up = path_dir(buf_view(&b));
            b.n = up.n > kept ? up.n : kept;
            continue;
        }
        buf_puts(&b, b.n && b.p[b.n - 1] != '/' ? "/" : "");
        buf_str(&b, part);
        kept = str_is(part, "..") ? b.n : kept;
    }
    buf_puts(&b, b.n ? "" : ".");
    return buf_finish(&b, a);
}

struct str plan_tidy(const struct plan *p, struct arena *a, struct str path) {
    struct str out = shortened(a, path);
    if (str_starts(out, p->here) && out.n > p->here.n + 1 && out.p[p->here.n] == '/') {
        return str_from(out, p->here.n + 1);
    }
    bool up = str_find(path, STR("..")) != STR_NONE;
    if (up && !str_eq(file_real_path(a, out), file_real_path(a, path))) {
        return file_real_path(a, path); /* the part before ".." is a symbolic link */
    }
    return out;
}

void plan_shell_word(struct buf *out, struct str word) {
    bool plain = word.n > 0;
    for (size_t i = 0; i < word.n && plain; i++) {
        plain = is_alnum(word.p[i]) || str_index(STR("_-./,:+@%="), word.p[i]) != STR_NONE;
    }
    if (plain) {
        buf_str(out, word);
        return;
    }
    buf_putc(out, '\'');
    for (size_t i = 0; i < word.n; i++) {
        if (word.p[i] == '\'') {
            buf_puts(out, "'\\''");
        } else {
            buf_putc(out, word.p[i]);
        }
    }
    buf_putc(out, '\'');
}

void plan_shell_words(struct buf *out, const struct str *words, size_t n) {
    for (size_t i = 0; i < n; i++) {
        buf_putc(out, ' ');
        plan_shell_word(out, words[i]);
    }
}

void plan_ninja_path(struct buf *out, struct str path) {
    for (size_t i = 0; i < path.n; i++) {
        char c = path.p[i];
        if (c == '|') { /* a bar cannot be quoted; the plan defines the variable `bar` */
            buf_puts(out, "${bar}");
            continue;
        }
        if (c == '$' || c == ' ' || c == ':') {
            buf_putc(out, '$');
        }
        buf_putc(out, c);
    }
}

void plan_dollars(struct buf *out, struct str text) {
    for (size_t i = 0; i < text.n; i++) {
        buf_puts(out, text.p[i] == '$' ? "$" : "");
        buf_putc(out, text.p[i]);
    }
}
