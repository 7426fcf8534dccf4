/* SPDX-License-Identifier: MIT */
/*
 * Reads XML into a tree of our own, with libxml2's SAX2 interface.
 *
 * Only the document itself is read: no network, no external subset, no entities except XML's five
 * and character references, at most LIMIT_XML_DEPTH levels. The meaning of elements is left to the
 * modules csl, bib and image.
 *
 * Positions: libxml2 parses from one block with the source's bytes, so its reading point is an
 * offset in the source. When it reports a start tag, that point is after the attributes. The tag's
 * '<' is the last one before it, since no attribute may contain a raw '<' (XML 1.0, production 10).
 * Names, values and texts that libxml2 did not change are slices of the source.
 */
#include "core/data/xml.h"

#include "core/base/bounds.h"
#include "core/base/module.h"
#include "core/data/readable.h"
#include "core/diag/missing.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlversion.h>
#include <string.h>

DIAG_USE(DIAG_XML_SYNTAX);
DIAG_USE(DIAG_XML_ENTITY);

#define CALLS(X)                                                                                   \
    X(xmlCreateMemoryParserCtxt)                                                                   \
    X(xmlCtxtUseOptions)                                                                           \
    X(xmlFreeDoc)                                                                                  \
    X(xmlFreeParserCtxt)                                                                           \
    X(xmlGetPredefinedEntity)                                                                      \
    X(xmlInitParser)                                                                               \
    X(xmlParseDocument)                                                                            \
    X(xmlStopParser)

struct calls {
    CALLS(MODULE_FIELD)
};

static const struct calls *lib(void) {
    static const struct module_symbol symbols[] = {CALLS(MODULE_SYMBOL)};
    return module_calls(MODULE_XML, symbols, ARRAY_LEN(symbols), sizeof(struct calls));
}

struct reader {
    struct arena *arena;
    struct source *src;
    struct diags *diags;
    xmlParserCtxtPtr ctxt;
    struct xml_node *root, *open; /* `open` is the innermost element that is not closed yet */
    size_t depth;
    size_t markup_end; /* offset after the last tag, comment or instruction */
    struct str piece;  /* the text since `markup_end` if it is one slice of the source */
    struct buf text;   /* the text since `markup_end` if it is not one slice of the source */
    bool in_text, failed;
};

const char *xml_library_version(void) {
    return LIBXML_DOTTED_VERSION;
}

/* ---- positions */

/** Returns libxml2's reading point as an offset in the source. */
static size_t offset_now(const struct reader *r) {
    const xmlParserInput *in = r->ctxt->input;
    if (!in || !in->base || r->ctxt->inputNr > 1) {
        /* Inside an entity. Only XML's own entities are possible, and they are short. */
        return r->markup_end;
    }
    size_t at = (size_t)(in->cur - in->base) + (size_t)in->consumed;
    return at > r->src->text.n ? r->src->text.n : at;
}

/** Returns a text from libxml2 as a slice of the source if it is in the source; otherwise a copy.
 */
static struct str keep(struct reader *r, const xmlChar *p, size_t n) {
    const xmlParserInput *in = r->ctxt->input;
    if (in && in->base && r->ctxt->inputNr == 1) {
        uintptr_t at = (uintptr_t)p, base = (uintptr_t)in->base, end = (uintptr_t)in->end;
        if (at >= base && at + n <= end) {
            size_t offset = (size_t)(at - base) + (size_t)in->consumed;
            struct str slice = str_slice(r->src->text, offset, offset + n);
            if (slice.n == n && memcmp(slice.p, p, n) == 0) {
                return slice;
            }
        }
    }
    return arena_str(r->arena, (struct str){(const char *)p, n});
}

/** Whether `s` is a slice of the source; then `*at` is its offset. */
static bool offset_of(const struct reader *r, struct str s, size_t *at) {
    uintptr_t p = (uintptr_t)s.p, base = (uintptr_t)r->src->text.p;
    *at = (size_t)(p - base);
    return s.p && p >= base && p + s.n <= base + r->src->text.n;
}

/** Returns the span of the start tag that is being reported. */
static struct span tag_span(const struct reader *r) {
    const char *p = r->src->text.p;
    size_t now = offset_now(r), n = r->src->text.n;
    now = now > r->markup_end ? now : r->markup_end;
    const char *open = memrchr(p + r->markup_end, '<', now - r->markup_end);
    const char *close = memchr(p + now, '>', n - now);
    return span_make(r->src, open ? (size_t)(open - p) : r->markup_end,
                     close ? (size_t)(close - p) + 1 : n);
}

/* ---- text */

static void append_child(struct xml_node *parent, struct xml_node *n) {
    n->parent = parent;
    if (parent->last) {
        parent->last = parent->last->next = n;
    } else {
        parent->first = parent->last = n;
    }
}

/** Ends the current piece of text before the markup that begins at `end`. */
static void flush_text(struct reader *r, size_t end) {
    if (!r->in_text || !r->open) {
        r->in_text = false;
        return;
    }
    struct xml_node *n = ARENA_NEW(r->arena, struct xml_node);
    n->text = r->text.n ? buf_keep(&r->text, r->arena) : r->piece;
    size_t begin = r->markup_end;
    if (!r->text.n) {
        (void)offset_of(r, r->piece, &begin);
        end = begin + r->piece.n;
    }
    n->span = span_make(r->src, begin, end < begin ? begin : end);
    append_child(r->open, n);
    buf_clear(&r->text);
    r->in_text = false;
}

static void on_text(void *user, const xmlChar *p, int n) {
    struct reader *r = user;
    if (r->failed || !r->open || n <= 0) {
        return;
    }
    size_t at;
    struct str s = keep(r, p, (size_t)n);
    bool in_source = offset_of(r, s, &at);
    if (!r->in_text) {
        r->in_text = true;
        r->piece = in_source ? s : STR_EMPTY;
        if (!in_source) {
            buf_str(&r->text, s);
        }
        return;
    }
    if (!r->text.n) {
        buf_str(&r->text, r->piece);
    }
    buf_str(&r->text, s);
}

/* ---- elements */

static void stop(struct reader *r) {
    r->failed = true;
    lib()->xmlStopParser(r->ctxt);
}

/** Adds attributes. libxml2 passes five pointers for each: local name, prefix, namespace, value,
 * end of the value. */
static void read_attrs(struct reader *r, struct xml_node *n, size_t count, const xmlChar **list) {
    n->attrs = ARENA_ARRAY(r->arena, struct xml_attr, count);
    n->nattrs = count;
    for (size_t i = 0; i < count; i++) {
        const xmlChar **a = list + 5 * i;
        struct str local = str_of((const char *)a[0]);
        struct xml_attr *out = &n->attrs[i];
        out->name = a[1] ? arena_printf(r->arena, "%s:%.*s", (const char *)a[1], STR_ARG(local))
                         : arena_str(r->arena, local);
        out->value = keep(r, a[3], (size_t)(a[4] - a[3]));
        size_t at;
        out->span =
            offset_of(r, out->value, &at) ? span_make(r->src, at, at + out->value.n) : n->span;
    }
}

static void on_start(void *user, const xmlChar *local, const xmlChar *prefix, const xmlChar *ns,
                     int nns, const xmlChar **namespaces, int nattrs, int ndefaulted,
                     const xmlChar **attrs) {
    (void)prefix, (void)nns, (void)namespaces, (void)ndefaulted;
    struct reader *r = user;
    if (r->failed) {
        return;
    }
    struct span span = tag_span(r);
    flush_text(r, span.begin);
    r->markup_end = span.end;
    if (++r->depth > LIMIT_XML_DEPTH) {
        diag_add(r->diags, DIAG_XML_SYNTAX, span, "more than %d levels of nesting",
                 LIMIT_XML_DEPTH);
        stop(r);
        return;
    }
    struct xml_node *n = ARENA_NEW(r->arena, struct xml_node);
    n->name = arena_str(r->arena, str_of((const char *)local));
    /* A child usually has the namespace of its parent; then both share one copy of the name. */
    struct str space = str_of((const char *)ns);
    n->ns = r->open && str_eq(r->open->ns, space) ? r->open->ns : arena_str(r->arena, space);
    n->span = span;
    if (nattrs > 0) {
        read_attrs(r, n, (size_t)nattrs, attrs);
    }
    if (r->open) {
        append_child(r->open, n);
    } else {
        r->root = n;
    }
    r->open = n;
}

static void on_end(void *user, const xmlChar *local, const xmlChar *prefix, const xmlChar *ns) {
    (void)local, (void)prefix, (void)ns;
    struct reader *r = user;
    if (r->failed || !r->open) {
        return;
    }
    size_t end = offset_now(r), begin = end;
    while (begin > r->markup_end && r->src->text.p[begin - 1] != '<') {
        begin--;
    }
    flush_text(r, begin > r->markup_end ? begin - 1 : begin);
    r->markup_end = end;
    r->depth--;
    r->open = r->open->parent;
}

/* ---- parts that are skipped or refused */

static void on_comment(void *user, const xmlChar *text) {
    (void)text;
    struct reader *r = user;
    /* The text continues after a comment: `a<!-- b -->c` is one piece, "ac". */
    if (!r->in_text) {
        r->markup_end = offset_now(r);
    }
}

static void on_instruction(void *user, const xmlChar *target, const xmlChar *data) {
    (void)target;
    on_comment(user, data);
}

static void refuse_entity(struct reader *r, const xmlChar *name) {
    if (r->failed) {
        return;
    }
    size_t at = offset_now(r);
    diag_add(r->diags, DIAG_XML_ENTITY, span_make(r->src, at, at),
             "the entity `%s` is not supported", name ? (const char *)name : "");
    stop(r);
}

static void on_entity_decl(void *user, const xmlChar *name, int type, const xmlChar *public_id,
                           const xmlChar *system_id, xmlChar *content) {
    (void)type, (void)public_id, (void)system_id, (void)content;
    refuse_entity(user, name);
}

static void on_unparsed_decl(void *user, const xmlChar *name, const xmlChar *public_id,
                             const xmlChar *system_id, const xmlChar *notation) {
    (void)public_id, (void)system_id, (void)notation;
    refuse_entity(user, name);
}

static xmlEntityPtr on_get_entity(void *user, const xmlChar *name) {
    (void)user;
    return lib()->xmlGetPredefinedEntity(name);
}

static void on_reference(void *user, const xmlChar *name) {
    refuse_entity(user, name);
}

/** Returns libxml2's message without its line end and with a small first letter. */
static struct str tidy_message(struct arena *a, const char *message) {
    struct str s = str_trim(str_of(message ? message : "cannot be read as XML"));
    while (s.n && (s.p[s.n - 1] == '.' || s.p[s.n - 1] == '\n')) {
        s.n--;
    }
    struct str copy = arena_str(a, s);
    bool acronym = copy.n > 1 && is_upper(copy.p[1]);
    if (copy.n && !acronym) {
        char *first = (char *)(uintptr_t)copy.p;
        *first = to_lower(*first);
    }
    return copy;
}

static const struct {
    int code;
    const char *hint;
} hints[] = {
    {XML_ERR_UNDECLARED_ENTITY, "write the character itself, or a reference like `&#233;`"},
    {XML_WAR_UNDECLARED_ENTITY, "write the character itself, or a reference like `&#233;`"},
    {XML_ERR_NAME_REQUIRED, "write `&amp;` for `&` and `&lt;` for `<`"},
    {XML_ERR_ENTITYREF_SEMICOL_MISSING, "write `&amp;` for `&`"},
    {XML_ERR_LT_IN_ATTRIBUTE, "write `&lt;` for `<`"},
    {XML_ERR_TAG_NAME_MISMATCH, "close the inner element first"},
    {XML_ERR_DOCUMENT_EMPTY, "an XML file begins with `<`"},
    {XML_ERR_DOCUMENT_END, "there is one outermost element only"},
};

static void on_error(void *user, xmlErrorPtr e) {
    struct reader *r = user;
    if (r->failed || !e || e->level < XML_ERR_ERROR) {
        return;
    }
    size_t end = offset_now(r), at = end;
    bool entity = e->code == XML_ERR_UNDECLARED_ENTITY || e->code == XML_WAR_UNDECLARED_ENTITY;
    if (entity) { /* the entity has just been read: report the whole of it */
        while (at > r->markup_end && (at == r->src->text.n || r->src->text.p[at] != '&')) {
            at--;
        }
        r->failed = true;
    } else if (end < r->src->text.n) {
        end++;
    }
    struct diag *g =
        diag_add(r->diags, entity ? DIAG_XML_ENTITY : DIAG_XML_SYNTAX, span_make(r->src, at, end),
                 "%.*s", STR_ARG(tidy_message(r->diags->arena, e->message)));
    for (size_t i = 0; i < ARRAY_LEN(hints); i++) {
        if (hints[i].code == e->code) {
            diag_hint(r->diags, g, "%s", hints[i].hint);
        }
    }
    if (e->level == XML_ERR_FATAL) {
        r->failed = true;
    }
}

/* ---- the parser */

static const xmlSAXHandler handlers = {
    .initialized = XML_SAX2_MAGIC,
    .startElementNs = on_start,
    .endElementNs = on_end,
    .characters = on_text,
    .ignorableWhitespace = on_text,
    .cdataBlock = on_text,
    .comment = on_comment,
    .processingInstruction = on_instruction,
    .entityDecl = on_entity_decl,
    .unparsedEntityDecl = on_unparsed_decl,
    .getEntity = on_get_entity,
    .reference = on_reference,
    .serror = on_error,
};

struct xml_node *xml_parse(struct arena *a, struct source *src, struct diags *d) {
    if (!data_readable(src, src->text, LIMIT_SOURCE, "XML", d)) {
        return NULL;
    }
    if (str_trim(src->text).n == 0) {
        diag_add(d, DIAG_XML_SYNTAX, span_make(src, 0, 0), "the file is empty");
        return NULL;
    }
    if (!diag_has_library(d, span_make(src, 0, 0), MODULE_XML)) {
        return NULL;
    }
    struct reader r = {.arena = a, .src = src, .diags = d};
    lib()->xmlInitParser(); /* libxml2 initialises itself once, under its own lock */
    r.ctxt = lib()->xmlCreateMemoryParserCtxt(src->text.p, (int)src->text.n);
    if (!r.ctxt) {
        base_out_of_memory();
    }
    *r.ctxt->sax = handlers;
    r.ctxt->userData = &r;
    /* NOENT resolves `&amp;` in attributes; no entities other than XML's own exist. */
    lib()->xmlCtxtUseOptions(r.ctxt, XML_PARSE_NONET | XML_PARSE_NOENT | XML_PARSE_IGNORE_ENC |
                                         XML_PARSE_NODICT | XML_PARSE_COMPACT);
    r.ctxt->sax->serror = on_error;
    buf_init(&r.text, 0);
    lib()->xmlParseDocument(r.ctxt);
    bool whole = r.ctxt->wellFormed && !r.failed && !r.open;
    if (!whole && !r.failed) {
        diag_add(d, DIAG_XML_SYNTAX, span_make(src, 0, 0), "cannot be read as XML");
    }
    if (r.ctxt->myDoc) {
        lib()->xmlFreeDoc(r.ctxt->myDoc);
        r.ctxt->myDoc = NULL;
    }
    buf_drop(&r.text);
    lib()->xmlFreeParserCtxt(r.ctxt);
    return whole ? r.root : NULL;
}
