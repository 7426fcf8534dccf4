/* SPDX-License-Identifier: MIT */
/* Writes the package: its parts, their relationships and types (ECMA-376 part 2). */
#include "write/docx/docx.h"

#include "write/docx/writer.h"

#include <string.h>

DIAG_USE(DIAG_CANNOT_READ);

#define OFFICE "http://schemas.openxmlformats.org/officeDocument/2006/"
#define PACKAGE "http://schemas.openxmlformats.org/package/2006/"
#define WORD_TYPE "application/vnd.openxmlformats-officedocument.wordprocessingml."

static const char declaration[] = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

const char docx_namespaces[] =
    " xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\""
    " xmlns:r=\"" OFFICE "relationships\" xmlns:m=\"" OFFICE "math\""
    " xmlns:wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\""
    " xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\""
    " xmlns:pic=\"http://schemas.openxmlformats.org/drawingml/2006/picture\"";

/** The package while its parts are added. */
struct package {
    struct docx_writer *w;
    struct zip zip;
    struct buf types; /* rows of [Content_Types].xml */
};

/** Adds a part in XML, with its content type. `kind` is a whole content type, or the end of one of
 * Word's. */
static void add_part(struct package *p, const char *name, const char *kind, struct str xml) {
    struct buf b = BUF_INIT;
    buf_puts(&b, declaration);
    buf_str(&b, xml);
    zip_add(&p->zip, str_of(name), buf_view(&b), false);
    buf_drop(&b);
    if (kind) {
        buf_printf(&p->types, "<Override PartName=\"/%s\" ContentType=\"%s%s+xml\"/>", name,
                   strchr(kind, '/') ? "" : WORD_TYPE, kind);
    }
}

static void put_relation(struct buf *b, size_t id, const char *type, struct str target,
                         bool external) {
    buf_printf(b, "<Relationship Id=\"rId%zu\" Type=\"%s%s\"", id,
               str_starts(str_of(type), STR("http")) ? "" : OFFICE "relationships/", type);
    docx_attr(b, "Target", target);
    buf_puts(b, external ? " TargetMode=\"External\"/>" : "/>");
}

static void add_relations(struct package *p, const char *name, const struct docx_part *part) {
    struct buf b = BUF_INIT;
    buf_puts(&b, "<Relationships xmlns=\"" PACKAGE "relationships\">");
    for (size_t i = 0; i < part->relations.n; i++) {
        const struct docx_relation *r = &part->relations.p[i];
        put_relation(&b, i + 1, r->type, r->target, r->external);
    }
    buf_puts(&b, "</Relationships>");
    add_part(p, name, NULL, buf_view(&b));
    buf_drop(&b);
}

/* ---- properties ---- */

static void put_element(struct buf *b, const char *name, struct str value) {
    if (value.n) {
        buf_printf(b, "<%s>", name);
        docx_escape(b, value);
        buf_printf(b, "</%s>", name);
    }
}

static void put_dates(struct docx_writer *w, struct buf *b) {
    static const char *const names[] = {"created", "modified"};
    struct str date = w->opt->date;
    for (size_t i = 0; i < ARRAY_LEN(names) && date.n; i++) {
        buf_printf(b, "<dcterms:%s xsi:type=\"dcterms:W3CDTF\">%.*s</dcterms:%s>", names[i],
                   STR_ARG(date), names[i]);
    }
}

static void add_properties(struct package *p) {
    const struct doc_meta *m = &p->w->doc->meta;
    struct buf b = BUF_INIT, list = BUF_INIT;
    buf_puts(&b, "<cp:coreProperties xmlns:cp=\"" PACKAGE "metadata/core-properties\" "
                 "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
                 "xmlns:dcterms=\"http://purl.org/dc/terms/\" "
                 "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">");
    put_element(&b, "dc:title", m->title_plain.n ? m->title_plain : doc_page_title(p->w->doc));
    put_element(&b, "dc:subject", str_trim(node_text(node_get(p->w->doc->front, "subject"))));
    for (size_t i = 0; i < m->nauthors; i++) {
        buf_puts(&list, i ? "; " : "");
        buf_str(&list, m->authors[i].plain);
    }
    put_element(&b, "dc:creator", buf_view(&list));
    buf_clear(&list);
    for (size_t i = 0; i < m->nkeywords; i++) {
        buf_puts(&list, i ? ", " : "");
        buf_str(&list, m->keywords[i]);
    }
    put_element(&b, "cp:keywords", buf_view(&list));
    put_element(&b, "dc:description", m->description);
    put_dates(p->w, &b);
    put_element(&b, "dc:language", m->lang);
    buf_puts(&b, "</cp:coreProperties>");
    add_part(p, "docProps/core.xml", "application/vnd.openxmlformats-package.core-properties",
             buf_view(&b));
    buf_clear(&b);
    buf_puts(&b, "<Properties xmlns=\"" OFFICE "extended-properties\">");
    put_element(&b, "Application", p->w->opt->generator);
    buf_puts(&b, "</Properties>");
    add_part(p, "docProps/app.xml",
             "application/vnd.openxmlformats-officedocument.extended-properties", buf_view(&b));
    buf_drop(&list);
    buf_drop(&b);
}

static void add_settings(struct package *p) {
    const struct docx_page *page = &p->w->page;
    struct buf b = BUF_INIT;
    buf_printf(&b, "<w:settings%s><w:zoom w:percent=\"100\"/>", docx_namespaces);
    buf_puts(&b, page->two_sided ? "<w:mirrorMargins/>" : "");
    buf_puts(&b, "<w:defaultTabStop w:val=\"720\"/>");
    buf_puts(&b, page->even ? "<w:evenAndOddHeaders/>" : "");
    buf_puts(&b,
             "<w:footnotePr><w:footnote w:id=\"-1\"/><w:footnote w:id=\"0\"/></w:footnotePr>"
             "<w:compat><w:doNotExpandShiftReturn/><w:compatSetting w:name=\"compatibilityMode\" "
             "w:uri=\"http://schemas.microsoft.com/office/word\" w:val=\"15\"/></w:compat>"
             "<m:mathPr><m:mathFont m:val=\"Cambria Math\"/></m:mathPr><w:themeFontLang");
    docx_attr(&b, "w:val", p->w->doc->meta.lang);
    buf_puts(&b, "/></w:settings>");
    add_part(p, "word/settings.xml", "settings", buf_view(&b));
    buf_drop(&b);
}

static void add_notes(struct package *p) {
    struct buf b = BUF_INIT;
    buf_printf(&b,
               "<w:footnotes%s><w:footnote w:type=\"separator\" w:id=\"-1\"><w:p><w:r>"
               "<w:separator/></w:r></w:p></w:footnote><w:footnote "
               "w:type=\"continuationSeparator\" w:id=\"0\"><w:p><w:r>"
               "<w:continuationSeparator/></w:r></w:p></w:footnote>",
               docx_namespaces);
    buf_str(&b, buf_view(&p->w->notes.text));
    buf_puts(&b, "</w:footnotes>");
    add_part(p, "word/footnotes.xml", "footnotes", buf_view(&b));
    if (p->w->notes.relations.n) {
        add_relations(p, "word/_rels/footnotes.xml.rels", &p->w->notes);
    }
    buf_drop(&b);
}

static void add_heads(struct package *p) {
    for (size_t i = 0; i < p->w->heads.n; i++) {
        const struct docx_head *h = &p->w->heads.p[i];
        const char *name = h->foot ? "footer" : "header";
        add_part(p, arena_printf(p->w->a, "word/%s%zu.xml", name, i + 1).p, name, h->xml);
        if (h->relations.n) {
            add_part(p, arena_printf(p->w->a, "word/_rels/%s%zu.xml.rels", name, i + 1).p, NULL,
                     h->relations);
        }
    }
}

static void add_files(struct package *p) {
    bool used[DOCX_ENDINGS] = {false};
    for (size_t i = 0; i < p->w->files.n; i++) {
        const struct docx_file *f = &p->w->files.p[i];
        zip_add(&p->zip, arena_join(p->w->a, 2, STR("word/"), f->name), f->bytes,
                !str_is(str_of(f->ending), "svg"));
        for (size_t k = 0; k < DOCX_ENDINGS; k++) {
            used[k] = used[k] || str_is(str_of(f->ending), docx_endings[k][0]);
        }
    }
    for (size_t k = 0; k < DOCX_ENDINGS; k++) {
        if (used[k]) {
            buf_printf(&p->types, "<Default Extension=\"%s\" ContentType=\"image/%s\"/>",
                       docx_endings[k][0], docx_endings[k][1]);
        }
    }
}

/** Adds all parts. The part that lists their types comes last. */
static void write_package(struct docx_writer *w, struct buf *out) {
    struct package p = {.w = w};
    struct buf b = BUF_INIT;
    buf_init(&p.types, 0);
    zip_begin(&p.zip, out);
    buf_puts(&p.types, "<Types xmlns=\"" PACKAGE "content-types\"><Default Extension=\"rels\" "
                       "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
                       "<Default Extension=\"xml\" ContentType=\"application/xml\"/>");
    add_files(&p);
    buf_puts(&b, "<Relationships xmlns=\"" PACKAGE "relationships\">");
    put_relation(&b, 1, "officeDocument", STR("word/document.xml"), false);
    put_relation(&b, 2, PACKAGE "relationships/metadata/core-properties", STR("docProps/core.xml"),
                 false);
    put_relation(&b, 3, "extended-properties", STR("docProps/app.xml"), false);
    buf_puts(&b, "</Relationships>");
    add_part(&p, "_rels/.rels", NULL, buf_view(&b));
    add_part(&p, "word/document.xml", "document.main", buf_view(&w->document.text));
    add_relations(&p, "word/_rels/document.xml.rels", &w->document);
    add_notes(&p);
    buf_clear(&b);
    docx_styles(w, &b);
    add_part(&p, "word/styles.xml", "styles", buf_view(&b));
    buf_clear(&b);
    docx_numbering(w, &b);
    add_part(&p, "word/numbering.xml", "numbering", buf_view(&b));
    if (w->reference && w->reference->theme.n) {
        add_part(&p, "word/theme/theme1.xml", "application/vnd.openxmlformats-officedocument.theme",
                 w->reference->theme);
    }
    add_settings(&p);
    add_heads(&p);
    add_properties(&p);
    buf_puts(&p.types, "</Types>");
    add_part(&p, "[Content_Types].xml", NULL, buf_view(&p.types));
    zip_end(&p.zip);
    buf_drop(&p.types);
    buf_drop(&b);
}

/* ---- the text ---- */

static void write_text(struct docx_writer *w) {
    buf_printf(w->out, "<w:document%s><w:body>", docx_namespaces);
    w->body = w->out->n;
    docx_title(w);
    docx_contents(w);
    docx_blocks(w, w->doc->root->first);
    if (w->waiting.n || !str_ends(buf_view(w->out), STR("</w:p>"))) {
        w->para = (struct docx_para){.style = DOCX_BODY};
        docx_begin(w);
        docx_end(w);
    }
    docx_section(w);
    buf_puts(w->out, "</w:body></w:document>");
}

/** Reads the look of the reference document, if there is one. */
static void take_reference(struct docx_writer *w) {
    w->page = w->opt->page;
    if (w->opt->reference_name.n && !docx_take_reference(w)) {
        struct diag *g = diag_add(w->d, DIAG_CANNOT_READ, w->opt->reference_at,
                                  "`%.*s` is not a file of Word", STR_ARG(w->opt->reference_name));
        diag_hint(w->d, g, "give it a .docx, such as one that dossier wrote");
    }
    if (w->reference && w->reference->has_page) {
        w->page = w->reference->page;
        w->page.line_numbers = w->opt->page.line_numbers;
    }
}

void docx_check_reference(struct arena *a, const struct docx_options *opt, struct diags *d) {
    struct docx_writer w = {.a = a, .opt = opt, .d = d};
    take_reference(&w);
}

static void begin(struct docx_writer *w) {
    take_reference(w);
    buf_init(&w->document.text, 0);
    buf_init(&w->notes.text, 0);
    w->part = &w->document;
    w->out = &w->document.text;
    w->shape.across = w->page.columns > 1; /* the title extends over all columns */
    w->cell_width = docx_width(w, w->wanted);
    w->para.style = DOCX_BODY;
    w->para.rtl = w->run.rtl = doc_is_rtl(w->doc);
    w->counter.base = docx_highest(w->doc);
    docx_relate(w, "styles", STR("styles.xml"), false);
    docx_relate(w, "numbering", STR("numbering.xml"), false);
    docx_relate(w, "footnotes", STR("footnotes.xml"), false);
    docx_relate(w, "settings", STR("settings.xml"), false);
    if (w->counter.base < DOCX_LEVELS) {
        w->heading_num = docx_new_list(w, (struct docx_form){.headings = true}, 0, 1);
        w->appendix_num =
            docx_new_list(w, (struct docx_form){.headings = true, .appendix = true}, 0, 1);
    }
    if (w->reference && w->reference->theme.n) {
        docx_relate(w, "theme", STR("theme/theme1.xml"), false);
    }
    if (!w->reference || !w->reference->has_page) {
        docx_heads(w);
    }
    docx_find_marks(w);
}

void docx_write(struct buf *out, const struct doc *doc, const struct docx_options *opt,
                struct diags *d) {
    struct docx_writer w = {.doc = doc, .opt = opt, .d = d, .a = doc->arena};
    begin(&w);
    write_text(&w);
    write_package(&w, out);
    docx_drop_marks(&w);
    if (w.reference) {
        map_drop(&w.reference->ids);
    }
    buf_drop(&w.document.text);
    buf_drop(&w.notes.text);
    vec_drop(&w.document.relations);
    vec_drop(&w.notes.relations);
    vec_drop(&w.forms);
    vec_drop(&w.nums);
    vec_drop(&w.files);
    vec_drop(&w.own_styles);
    vec_drop(&w.heads);
}
