/* SPDX-License-Identifier: MIT */
/*
 * Reads the explanations of ids: the files in src/core/diag/explain/, joined into one string. This
 * file interprets their format only.
 */
#include "core/diag/explain.h"

static const char text[] =
#include "core/diag/explain.inc"
    ;

/** The text to which the lines after a heading are added. */
struct part {
    struct buf text;
    struct str *to; /* NULL: the lines are ignored */
    size_t blank;   /* blank lines to insert before the next line with text */
};

static void end_part(struct arena *a, struct part *p) {
    if (p->to) {
        *p->to = buf_keep(&p->text, a);
    }
    buf_clear(&p->text);
    p->to = NULL;
    p->blank = 0;
}

static void put_line(struct part *p, struct str line) {
    if (!line.n) {
        p->blank += p->text.n > 0;
        return;
    }
    buf_fill(&p->text, '\n', p->blank);
    p->blank = 0;
    buf_str(&p->text, line);
    buf_putc(&p->text, '\n');
}

/** If a line begins with the given word, stores the rest of the line in `*rest` and returns true.
 */
static bool head(struct str line, const char *word, struct str *rest) {
    if (!str_starts(line, str_of(word))) {
        return false;
    }
    *rest = str_trim(str_from(line, strlen(word)));
    return true;
}

static bool begin_file(struct arena *a, struct diag_explained *out, struct str line,
                       struct part *p) {
    static const char *const words[] = {[DIAG_EXAMPLE_WRONG] = "wrong: ",
                                        [DIAG_EXAMPLE_RIGHT] = "right: ",
                                        [DIAG_EXAMPLE_WITH] = "with: "};
    for (unsigned kind = 0; kind < ARRAY_LEN(words); kind++) {
        struct str name;
        if (out->nfiles < DIAG_EXAMPLE_FILES && head(line, words[kind], &name)) {
            end_part(a, p);
            struct diag_example_file *f = &out->files[out->nfiles++];
            *f = (struct diag_example_file){.kind = (enum diag_example)kind, .name = name};
            p->to = &f->text;
            return true;
        }
    }
    return false;
}

bool diag_explain(struct arena *a, struct str slug, struct diag_explained *out) {
    struct part p = {.to = NULL};
    struct str rest;
    bool here = false;
    *out = (struct diag_explained){.run = STR("check doc.md")};
    buf_init(&p.text, 0);
    for (struct str lines = STR(text); lines.n > 0;) {
        struct str line = str_cut(&lines, '\n');
        if (head(line, "# ", &rest)) {
            if (here) {
                break;
            }
            here = str_eq(rest, slug);
            p.to = here ? &out->about : NULL;
        } else if (!here) {
            continue;
        } else if (str_starts(line, STR("    ")) || !line.n) {
            put_line(&p, str_from(line, line.n < 4 ? line.n : 4));
        } else if (head(line, "run: ", &rest)) {
            end_part(a, &p);
            out->run = rest;
        } else if (head(line, "needs: ", &rest)) {
            end_part(a, &p);
            out->needs = rest;
        } else if (!begin_file(a, out, line, &p)) {
            put_line(&p, line);
        }
    }
    end_part(a, &p);
    buf_drop(&p.text);
    return here;
}
