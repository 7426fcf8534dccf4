/* SPDX-License-Identifier: MIT */
/*
 * Writes a document to Word with any bytes as its reference document: as a ZIP file, or, where they
 * do not begin like one, as the styles, numbering and sections in it. Checked: the file that is
 * written can be read, and its text is well-formed.
 */
#include "core/base/bounds.h"
#include "core/base/utf8.h"
#include "core/data/xml.h"
#include "core/data/zip.h"
#include "fuzz.h"
#include "read/markdown/markdown.h"
#include "write/docx/docx.h"

#define LONGEST 20000

static const char TEXT[] =
    "---\ntitle: T\nclassoption: twocolumn\n---\n# One\n\n- a\n- b^[Note.]\n\n"
    "| a |\n|---|\n| 1 |\n\n$$x$$\n\n~~~ {.numberLines}\ny\n~~~\n";

/** A ZIP file whose parts all have these bytes. */
static struct str package_of(struct fuzz *in) {
    static const char *const parts[] = {"word/styles.xml",   "word/numbering.xml",
                                        "word/document.xml", "word/_rels/document.xml.rels",
                                        "word/header1.xml",  "word/_rels/header1.xml.rels"};
    struct buf b;
    struct zip z;
    buf_init(&b, 0);
    zip_begin(&z, &b);
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        zip_add(&z, str_of(parts[i]), in->text, i % 2 == 1);
    }
    zip_end(&z);
    return buf_finish(&b, in->arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size < LONGEST ? size : LONGEST);
    struct docx_look looks[DOCX_STYLES];
    for (int i = 0; i < DOCX_STYLES; i++) {
        looks[i] = docx_usual_look((enum docx_style)i, 20);
    }
    struct docx_options opt = {.looks = looks,
                               .page = {.width = 11906, .height = 16838, .columns = 2},
                               .reference_name = STR("fuzz.docx")};
    opt.reference = str_starts(in.text, STR("PK")) ? in.text : package_of(&in);
    struct source *src = source_new(in.arena, STR("fuzz.md"), str_of(TEXT));
    struct doc *doc =
        markdown_parse(in.arena, src, &(struct markdown_options){.epoch = NULL}, &in.diags);
    struct buf out = BUF_INIT;
    docx_write(&out, doc, &opt, &in.diags);
    struct str text;
    if (!zip_find(in.arena, buf_view(&out), STR("word/document.xml"), LIMIT_XML_PART, &text) ||
        !xml_parse(in.arena, source_new(in.arena, STR("document.xml"), text), &in.diags)) {
        BUG("the text of the file cannot be read");
    }
    buf_drop(&out);
    return fuzz_end(&in);
}
