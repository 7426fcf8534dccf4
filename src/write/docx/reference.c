/* SPDX-License-Identifier: MIT */
/*
 * The reference document: a Word file whose look the document gets. Its styles, the page of its
 * last section with its headers and footers, its theme and the numbering of its styles are used.
 * Styles that are missing there are added. Its parts are copied unchanged; they are read only as
 * far as this file needs.
 */
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/data/xml.h"
#include "write/docx/writer.h"

enum { MOST_HEADS = 6 };

static bool find(struct docx_writer *w, const char *name, struct str *out) {
    return zip_find(w->a, w->opt->reference, str_of(name), LIMIT_XML_PART, out);
}

/** Returns the text after the XML declaration. */
static struct str body_of(struct str xml) {
    size_t at = str_find(xml, STR("<?xml"));
    size_t end = at == STR_NONE ? STR_NONE : str_find(str_from(xml, at), STR("?>"));
    return end == STR_NONE ? xml : str_trim(str_from(xml, at + end + 2));
}

/** Returns the offset of the last occurrence of a text in another text, or STR_NONE. */
static size_t last(struct str s, struct str text) {
    size_t found = STR_NONE;
    for (size_t from = 0, at; (at = str_find(str_from(s, from), text)) != STR_NONE;) {
        found = from + at;
        from = found + text.n;
    }
    return found;
}

/** Parses a part without diagnostics. Returns NULL if it is not well-formed. */
static struct xml_node *parse(struct docx_writer *w, struct str xml) {
    struct diags_mark before = diags_mark(w->d);
    struct xml_node *root = xml_parse(w->a, source_new(w->a, STR("reference-doc"), xml), w->d);
    diags_rollback(w->d, before);
    return root;
}

/** Returns the value of an attribute, whose name is given without its prefix. */
static struct str attr(const struct xml_node *n, const char *name) {
    for (size_t i = 0; n && i < n->nattrs; i++) {
        struct str own = n->attrs[i].name;
        size_t colon = str_index(own, ':');
        if (str_is(colon == STR_NONE ? own : str_from(own, colon + 1), name)) {
            return n->attrs[i].value;
        }
    }
    return STR_EMPTY;
}

/* ---- styles ---- */

static void read_styles(struct docx_writer *w) {
    struct docx_reference *r = w->reference;
    struct xml_node *root = parse(w, r->styles);
    for (struct xml_node *n = root ? root->first : NULL; n; n = n->next) {
        const struct xml_node *name = str_is(n->name, "style") ? xml_child(n, "name") : NULL;
        if (name && attr(n, "styleId").n) {
            struct str key = arena_join(w->a, 3, attr(n, "type"), STR(" "), attr(name, "val"));
            struct str id = attr(n, "styleId");
            struct str *kept = ARENA_NEW(w->a, struct str);
            *kept = id;
            (void)map_put(&r->ids, arena_lower(w->a, key), kept);
        }
    }
}

struct str docx_reference_style(const struct docx_writer *w, const char *kind, struct str name) {
    if (!w->reference) {
        return STR_EMPTY;
    }
    struct str key = arena_join(w->a, 3, str_of(kind), STR(" "), name);
    const struct str *id = map_lookup(&w->reference->ids, arena_lower(w->a, key));
    return id ? *id : STR_EMPTY;
}

void docx_reference_styles(const struct docx_writer *w, struct buf *out, struct str more) {
    struct str s = w->reference->styles;
    size_t lang = str_find(s, STR("<w:lang ")), end = last(s, STR("</w:styles>"));
    size_t behind = lang == STR_NONE ? STR_NONE : str_find(str_from(s, lang), STR("/>"));
    size_t from = 0;
    if (behind != STR_NONE && lang < end) {
        buf_str(out, str_slice(s, 0, lang));
        buf_puts(out, "<w:lang");
        docx_attr(out, "w:val", w->doc->meta.lang);
        if (doc_lang_is_rtl(w->doc->meta.lang)) {
            docx_attr(out, "w:bidi", w->doc->meta.lang);
        }
        from = lang + behind;
    }
    buf_str(out, str_slice(s, from, end));
    buf_str(out, more);
    buf_puts(out, "</w:styles>");
}

bool docx_reference_numbering(const struct docx_writer *w, struct buf *out, struct str forms,
                              struct str nums) {
    struct str s = w->reference ? w->reference->numbering : STR_EMPTY;
    size_t end = last(s, STR("</w:numbering>"));
    if (end == STR_NONE) {
        return false;
    }
    size_t num = str_find(s, STR("<w:num ")), clean = str_find(s, STR("<w:numIdMacAtCleanup"));
    end = clean < end ? clean : end;
    num = num < end ? num : end;
    buf_str(out, str_slice(s, 0, num));
    buf_str(out, forms);
    buf_str(out, str_slice(s, num, end));
    buf_str(out, nums);
    buf_str(out, str_from(s, end));
    return true;
}

/* ---- the page ---- */

/** Returns the target of the relationship with the identifier `id`. */
static struct str target_of(const struct xml_node *relations, struct str id) {
    for (const struct xml_node *n = relations ? relations->first : NULL; n; n = n->next) {
        if (str_eq(attr(n, "Id"), id)) {
            return attr(n, "Target");
        }
    }
    return STR_EMPTY;
}

/** Copies a header or footer, with its relationships and pictures. */
static void take_head(struct docx_writer *w, const struct xml_node *n, struct str target) {
    struct str path = arena_join(w->a, 2, STR("word/"), target), xml, relations = STR_EMPTY;
    struct str kinds[] = {STR("default"), STR("even"), STR("first")};
    const char *kind = NULL;
    size_t files = w->files.n;
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        kind = str_eq(attr(n, "type"), kinds[i]) ? kinds[i].p : kind;
    }
    if (!target.n || !kind || w->heads.n >= MOST_HEADS || !find(w, path.p, &xml)) {
        return;
    }
    path = arena_join(w->a, 3, STR("word/_rels/"), target, STR(".rels"));
    if (find(w, path.p, &relations)) {
        const struct xml_node *root = parse(w, relations);
        for (const struct xml_node *r = root ? root->first : NULL; r; r = r->next) {
            struct str name = attr(r, "Target"), bytes;
            struct str file = arena_join(w->a, 2, STR("word/"), name);
            const char *ending = docx_ending(path_ext(name));
            bool external = str_is(attr(r, "TargetMode"), "External");
            if (!name.n || (external && str_ends(attr(r, "Type"), STR("/hyperlink")))) {
                continue; /* other external targets would be loaded when the file is opened */
            }
            if (external || !ending || !path_is_portable(name) ||
                !zip_find(w->a, w->opt->reference, file, w->reference->room, &bytes)) {
                w->files.n = files; /* an incomplete head would make the file invalid */
                return;
            }
            w->reference->room -= bytes.n;
            docx_add_file(w, name, bytes, ending);
        }
    }
    vec_push(&w->heads, (struct docx_head){str_starts(n->name, STR("footer")), kind, body_of(xml),
                                           body_of(relations)});
}

static int number(const struct xml_node *n, const char *name, int usual) {
    int64_t value;
    return n && str_to_i64(attr(n, name), &value) && value >= 0 && value < 100000 ? (int)value
                                                                                  : usual;
}

/** Whether all elements of a piece of XML have the prefix `w`, which the document declares. */
static bool is_plain(struct str xml) {
    for (size_t i = 0; i + 2 < xml.n; i++) {
        if (xml.p[i] == '<' && !str_starts(str_from(xml, i + 1), STR("w:")) &&
            !str_starts(str_from(xml, i + 1), STR("/w:"))) {
            return false;
        }
    }
    return true;
}

/** Reads the page of the last section. */
static void read_page(struct docx_writer *w) {
    struct docx_reference *r = w->reference;
    struct str document, relations = STR_EMPTY;
    if (!find(w, "word/document.xml", &document)) {
        return;
    }
    size_t from = last(document, STR("<w:sectPr")), end = last(document, STR("</w:sectPr>"));
    if (from == STR_NONE || end == STR_NONE || end < from) {
        return;
    }
    struct str text = str_slice(document, from, end + sizeof "</w:sectPr>" - 1);
    struct xml_node *root = parse(
        w, arena_join(w->a, 5, STR("<x"), str_of(docx_namespaces), STR(">"), text, STR("</x>")));
    const struct xml_node *section = root ? xml_child(root, "sectPr") : NULL;
    if (!section || !is_plain(text)) {
        return;
    }
    const struct xml_node *names =
        find(w, "word/_rels/document.xml.rels", &relations) ? parse(w, relations) : NULL;
    for (const struct xml_node *n = section->first; n; n = n->next) {
        if (str_ends(n->name, STR("Reference"))) {
            take_head(w, n, target_of(names, attr(n, "id")));
        }
    }
    const struct xml_node *size = xml_child(section, "pgSz"), *edge = xml_child(section, "pgMar");
    struct docx_page *p = &r->page;
    p->width = number(size, "w", p->width);
    p->height = number(size, "h", p->height);
    p->left = number(edge, "left", p->left);
    p->right = number(edge, "right", p->right);
    p->top = number(edge, "top", p->top);
    p->bottom = number(edge, "bottom", p->bottom);
    const struct xml_node *columns = xml_child(section, "cols");
    p->columns = number(columns, "num", 1);
    p->column_sep = number(columns, "space", 720);
    p->first = xml_child(section, "titlePg") != NULL;
    r->has_page = true;
}

bool docx_take_reference(struct docx_writer *w) {
    struct docx_reference *r = ARENA_NEW(w->a, struct docx_reference);
    struct str xml;
    if (!find(w, "word/styles.xml", &xml) || last(xml, STR("</w:styles>")) == STR_NONE ||
        !parse(w, xml)) {
        return false;
    }
    *r = (struct docx_reference){
        .styles = body_of(xml), .page = w->opt->page, .room = LIMIT_IMAGE_FILE};
    w->reference = r;
    read_styles(w);
    read_page(w);
    if (find(w, "word/numbering.xml", &xml) && parse(w, xml) &&
        str_find(xml, STR("<w:numPicBullet")) == STR_NONE) {
        r->numbering = body_of(xml);
    }
    if (find(w, "word/theme/theme1.xml", &xml)) {
        r->theme = body_of(xml);
    }
    return true;
}
