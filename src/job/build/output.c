/* SPDX-License-Identifier: MIT */
#include "job/build/output.h"

#include "core/base/file.h"
#include "model/doc/doc.h"
#include "print/layout/layout.h"
#include "write/docx/docx.h"
#include "write/html/html.h"
#include "write/latex/latex.h"
#include "write/plain/plain.h"

const struct build_output build_outputs[] = {
    {.names = {"html", "html5"},
     .endings = {"html", "htm"},
     .called = "the page",
     .mime = "text/html",
     .usual = true,
     .write = build_write_html,
     .survey = build_survey_html,
     .shows_raw = html_shows_raw},
    {.names = {"pdf"},
     .endings = {"pdf"},
     .called = "the PDF",
     .mime = "application/pdf",
     .usual = true,
     .binary = true,
     .checks = true,
     .write = build_write_pdf,
     .survey = build_survey_pdf,
     .shows_raw = layout_shows_raw},
    {.names = {"plain", "txt"},
     .endings = {"txt"},
     .called = "plain text",
     .mime = "text/plain",
     .write = build_write_plain,
     .shows_raw = plain_shows_raw},
    {.names = {"latex", "tex"},
     .endings = {"tex", "latex"},
     .called = "LaTeX",
     .mime = "application/x-latex",
     .write = build_write_latex,
     .shows_raw = latex_shows_raw},
    {.names = {"docx"},
     .endings = {"docx"},
     .called = "the file of Word",
     .mime = "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
     .binary = true,
     .write = build_write_docx,
     .shows_raw = docx_shows_raw},
    {.names = {"markdown", "md"},
     .endings = {"md", "markdown"},
     .called = "Markdown",
     .mime = "text/markdown",
     .source = true,
     .write = build_write_markdown},
    {.names = {"json"},
     .endings = {"json"},
     .called = "JSON",
     .mime = "application/json",
     .source = true,
     .write = build_write_pandoc},
};
const size_t build_noutputs = ARRAY_LEN(build_outputs);
_Static_assert(ARRAY_LEN(build_outputs) <= DOC_OUTPUTS, "nodes have a bit for each output");

static bool is_among(struct str word, const char *const *names) {
    while (*names && !str_ieq(word, str_of(*names))) {
        names++;
    }
    return *names != NULL;
}

static const struct build_output *find(struct str word, bool ending) {
    for (size_t i = 0; i < build_noutputs; i++) {
        if (is_among(word, ending ? build_outputs[i].endings : build_outputs[i].names)) {
            return &build_outputs[i];
        }
    }
    return NULL;
}

const struct build_output *build_output_named(struct str name) {
    return find(name, false);
}

const struct build_output *build_output_ending(struct str ending) {
    return find(ending, true);
}

struct str build_output_list(struct arena *a, bool endings) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < build_noutputs; i++) {
        const struct build_output *o = &build_outputs[i];
        const char *sep = i == 0 ? "" : i + 1 < build_noutputs ? ", " : endings ? " and " : " or ";
        buf_printf(&b, "%s%s%s", sep, endings ? "." : "", endings ? o->endings[0] : o->names[0]);
    }
    return buf_finish(&b, a);
}

struct str build_output_path(struct arena *a, struct str dir, struct str input,
                             const struct build_output *output) {
    struct str stem = str_is(input, "-") ? STR("stdin") : path_stem(input);
    return path_join(a, dir, arena_join(a, 3, stem, STR("."), str_of(output->endings[0])));
}
