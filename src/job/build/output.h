/* SPDX-License-Identifier: MIT */
/*
 * The outputs of documents, in a table with one row for each. A new output needs a module in
 * write/, a file here that calls the module, and a row. The command line, the library, dependency
 * files and messages use the rows.
 */
#ifndef DOSSIER_BUILD_OUTPUT_H
#define DOSSIER_BUILD_OUTPUT_H

#include "core/base/arena.h"
#include "core/base/buf.h"

struct build_run; /* job/build/files.h */
struct doc;
struct doc_node;

enum { BUILD_OUTPUT_NAMES = 3 };

/** The row of an output. Its lists end with NULL. */
struct build_output {
    const char *names[BUILD_OUTPUT_NAMES + 1]; /* names for --to: our own, then pandoc's */
    /* endings without the dot; new files get the first ending */
    const char *endings[BUILD_OUTPUT_NAMES + 1];
    const char *called; /* the name in messages: "the PDF" */
    const char *mime;
    bool usual;  /* the output is made when no output is requested */
    bool checks; /* checks also make the output, and discard it */
    bool binary; /* the output is not text, and it is not written to terminals */
    /* the output shows the document as its author wrote it: citations and references have keys, and
     * there are no numbers */
    bool source;
    /**
     * Appends the output of the resolved document to `out`. If `source` is set, the document is
     * used as its author wrote it. The tree contains only the nodes for this output. Returns false
     * if there is no output. Errors are reported. Outputs with pages set `*pages`.
     */
    bool (*write)(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);
    /** Finds the further files that `write` would read and the companions that it would make,
     * without writing them (see struct build_job.surveys). NULL if the output has no such files. */
    void (*survey)(struct build_run *b, const struct doc *doc);
    /** Whether the output shows a raw node as the author intended. NULL if it shows all raw
     * nodes. */
    bool (*shows_raw)(const struct doc_node *n);
};

/** The table. Its first row is the default for standard output. */
extern const struct build_output build_outputs[];
extern const size_t build_noutputs;

/** Returns the row for a name of --to, or for the ending of a file; or NULL. */
const struct build_output *build_output_named(struct str name);
const struct build_output *build_output_ending(struct str ending);
/** Returns the names of all outputs, or their endings if `endings` is set, as a list: "`html`,
 * `pdf` or `plain`". */
struct str build_output_list(struct arena *a, bool endings);
/** Returns the path of an output: "DIR/statement.pdf" for "statement.md". */
struct str build_output_path(struct arena *a, struct str dir, struct str input,
                             const struct build_output *output);

/* ---- companions: files that go with an output. For writers. ---- */

/** Whether the current output may have companions. It may not on standard output or in checks.
 * Pages mention companions only if this is true. */
bool build_has_companions(const struct build_run *b);
/**
 * Makes a companion of the current output. The companion is written beside the file of the output,
 * completely or not at all. It never replaces an input or another output of the run. If the target
 * has no path, the companion is passed to the caller (see struct build_target). Returns false if
 * the name is invalid or an error was reported.
 */
bool build_companion(struct build_run *b, struct str name, const struct buf *data);

/* The functions that write outputs, and the functions for surveys. */

void build_survey_html(struct build_run *b, const struct doc *doc);
void build_survey_pdf(struct build_run *b, const struct doc *doc);

bool build_write_html(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);
bool build_write_pdf(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);
bool build_write_plain(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);
bool build_write_latex(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);
/** Reports what is wrong with the file that `reference-doc` names, for a check. */
void build_check_reference(struct build_run *b, const struct doc *doc);
bool build_write_docx(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);
bool build_write_markdown(struct build_run *b, const struct doc *doc, struct buf *out,
                          size_t *pages);
bool build_write_pandoc(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);

#endif
