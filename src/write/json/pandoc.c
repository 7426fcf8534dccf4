/* SPDX-License-Identifier: MIT */
/*
 * Writes the whole document and its metadata, and provides the functions that all elements need.
 *
 * The kind of a metadata value is decided as in pandoc: true and false are MetaBool, a text of one
 * paragraph without a line end after it is MetaInlines, and other texts are MetaBlocks.
 */
#include "core/base/bounds.h"
#include "core/data/json.h"
#include "write/json/writer.h"

/* ---- pieces ---- */

static void put_comma(struct pandoc_writer *w) {
    if (w->comma) {
        buf_putc(w->out, ',');
    }
    w->comma = true;
}

void pandoc_begin(struct pandoc_writer *w, const char *name) {
    put_comma(w);
    buf_puts(w->out, "{\"t\":\"");
    buf_puts(w->out, name);
    buf_puts(w->out, "\",\"c\":");
    w->comma = false;
}

void pandoc_end(struct pandoc_writer *w) {
    buf_putc(w->out, '}');
    w->comma = true;
}

void pandoc_bare(struct pandoc_writer *w, const char *name) {
    put_comma(w);
    buf_puts(w->out, "{\"t\":\"");
    buf_puts(w->out, name);
    buf_puts(w->out, "\"}");
}

void pandoc_open(struct pandoc_writer *w) {
    put_comma(w);
    buf_putc(w->out, '[');
    w->comma = false;
}

void pandoc_close(struct pandoc_writer *w) {
    buf_putc(w->out, ']');
    w->comma = true;
}

void pandoc_begin_list(struct pandoc_writer *w, const char *name) {
    pandoc_begin(w, name);
    pandoc_open(w);
}

void pandoc_end_list(struct pandoc_writer *w) {
    pandoc_close(w);
    pandoc_end(w);
}

void pandoc_text(struct pandoc_writer *w, struct str s) {
    put_comma(w);
    json_write_string(w->out, s);
}

void pandoc_int(struct pandoc_writer *w, int v) {
    put_comma(w);
    buf_int(w->out, v);
}

void pandoc_attr(struct pandoc_writer *w, const struct doc_node *n, struct str cls) {
    const struct doc_attr *attr = n ? n->attr : NULL;
    pandoc_open(w);
    pandoc_text(w, attr ? attr->id : STR_EMPTY);
    pandoc_open(w);
    if (cls.n && !(attr && str_in(cls, attr->classes, attr->nclasses))) {
        pandoc_text(w, cls);
    }
    for (size_t i = 0; attr && i < attr->nclasses; i++) {
        pandoc_text(w, attr->classes[i]);
    }
    pandoc_close(w);
    pandoc_open(w);
    for (size_t i = 0; attr && i < attr->npairs; i++) {
        pandoc_open(w);
        pandoc_text(w, attr->pairs[i].key);
        pandoc_text(w, attr->pairs[i].value);
        pandoc_close(w);
    }
    pandoc_close(w);
    pandoc_close(w);
}

void pandoc_raw(struct pandoc_writer *w, const char *name, struct str format, struct str text) {
    pandoc_begin_list(w, name);
    pandoc_text(w, format);
    pandoc_text(w, text);
    pandoc_end_list(w);
}

/* ---- metadata ---- */

/** Returns 1 or 0 for a word that means true or false in YAML 1.1, and -1 for other words. */
static int bool_of(const struct node *n) {
    static const char *const words[][2] = {
        {"false", "true"}, {"no", "yes"}, {"off", "on"}, {"n", "y"}};
    for (size_t i = 0; i < ARRAY_LEN(words) && (n->plain || n->kind != NODE_STRING); i++) {
        for (int value = 0; value < 2; value++) {
            if (str_ieq(n->text, str_of(words[i][value]))) {
                return value;
            }
        }
    }
    return -1;
}

/** Returns the tree of a scalar of the front matter, or NULL. Must be called for the scalars one
 * after another, in their order. */
static const struct doc_node *text_of(struct pandoc_writer *w, const struct node *n) {
    if (w->front < w->doc->nfront_texts && w->doc->front_texts[w->front].value == n) {
        return w->doc->front_texts[w->front++].text;
    }
    return NULL;
}

static void put_scalar(struct pandoc_writer *w, const struct node *n) {
    const struct doc_node *text = text_of(w, n);
    if (bool_of(n) >= 0) {
        pandoc_begin(w, "MetaBool");
        buf_puts(w->out, bool_of(n) ? "true" : "false");
    } else if (!text) {
        pandoc_begin(w, "MetaString");
        pandoc_text(w, n->text);
    } else if (text->first && !text->first->next && !str_ends(n->text, STR("\n")) &&
               (text->first->kind == DOC_PARA || text->first->kind == DOC_PLAIN)) {
        pandoc_begin(w, "MetaInlines");
        pandoc_inlines(w, text->first->first, NULL);
    } else {
        pandoc_begin(w, "MetaBlocks");
        pandoc_blocks(w, text->first);
    }
    pandoc_end(w);
}

static void open_value(struct pandoc_writer *w, const struct node *n) {
    pandoc_begin(w, n->kind == NODE_MAP ? "MetaMap" : "MetaList");
    buf_putc(w->out, n->kind == NODE_MAP ? '{' : '[');
}

/** Writes the members of "meta" from the front matter. */
static void put_meta(struct pandoc_writer *w) {
    struct node_walk_level levels[LIMIT_DATA_DEPTH + 1] = {{w->doc->front, 0}};
    size_t open = 1;
    while (open > 0) {
        struct node_walk_level *l = &levels[open - 1];
        if (l->next == l->of->n) {
            open--;
            if (open > 0) {
                buf_putc(w->out, l->of->kind == NODE_MAP ? '}' : ']');
                pandoc_end(w);
            }
            continue;
        }
        const struct node *value = l->of->items[l->next];
        bool map = l->of->kind == NODE_MAP;
        bool holds = value->kind == NODE_MAP || value->kind == NODE_LIST;
        if (map && node_is_null(value)) {
            (void)text_of(w, value);
            l->next++;
            continue;
        }
        if (map) {
            pandoc_text(w, l->of->keys[l->next]);
            buf_putc(w->out, ':');
            w->comma = false;
        }
        l->next++;
        if (holds && open < ARRAY_LEN(levels)) {
            open_value(w, value);
            levels[open++] = (struct node_walk_level){value, 0};
        } else {
            put_scalar(w, value);
        }
    }
}

void pandoc_write(struct buf *out, const struct doc *doc, struct diags *d) {
    struct pandoc_writer w = {.out = out, .doc = doc, .d = d};
    buf_init(&w.word, 0);
    buf_puts(out, "{\"pandoc-api-version\":[1,22,2,1],\"meta\":{");
    put_meta(&w);
    buf_puts(out, "},\"blocks\":");
    w.comma = false;
    pandoc_blocks(&w, doc->root->first);
    buf_puts(out, "}\n");
    buf_drop(&w.word);
}
