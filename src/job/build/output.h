/* SPDX-License-Identifier: MIT */
/*
 * The outputs of documents: one row each. A new output is a module in write/, a file here that
 * calls it, and its row. The command line, the library, dependency files and messages use the rows.
 */
#ifndef DOSSIER_BUILD_OUTPUT_H
#define DOSSIER_BUILD_OUTPUT_H

#include "core/base/arena.h"
#include "core/base/buf.h"

struct build_run; /* job/build/files.h */
struct doc;
struct doc_node;

enum { BUILD_OUTPUT_NAMES = 3 };

/** The row of an output. Lists end with NULL. */
struct build_output {
    const char *
        names[BUILD_OUTPUT_NAMES + 1]; /* for --to; the first is its own, the others are pandoc's */
    const char
        *endings[BUILD_OUTPUT_NAMES + 1]; /* of files, without the dot; new files get the first */
    const char *called;                   /* in messages: "the PDF" */
    const char *mime;
    bool usual;  /* made when no output is requested */
    bool checks; /* made by checks, too, and discarded */
    bool binary; /* not text, and not written to terminals */
    bool source; /* written from the document as its author wrote it, with citations and references
                    by key and without numbers */
    /**
     * Appends the resolved document to `out`, or for a `source` the document as written. The tree
     * has only the nodes for this output. Returns false when there is no output; errors are
     * reported. Outputs with pages set `*pages`.
     */
    bool (*write)(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);
    /** Finds the further files that `write` would read and the companions that it would make,
     * without writing (struct build_job.surveys). NULL if it has none. */
    void (*survey)(struct build_run *b, const struct doc *doc);
    /** Whether the output shows a raw node as intended; NULL: it shows all. */
    bool (*shows_raw)(const struct doc_node *n);
};

/** The table; its first row is the default for standard output. */
extern const struct build_output build_outputs[];
extern const size_t build_noutputs;

/** The row of a name of --to, or of a file's ending; or NULL. */
const struct build_output *build_output_named(struct str name);
const struct build_output *build_output_ending(struct str ending);
/** The names of all outputs, or their `endings`, as a list: "`html`, `pdf` or `plain`". */
struct str build_output_list(struct arena *a, bool endings);
/** The path of an output: "statement.md" becomes "DIR/statement.pdf". */
struct str build_output_path(struct arena *a, struct str dir, struct str input,
                             const struct build_output *output);

/* ---- companions: files that go with an output. For writers. ---- */

/** Whether the current output may have companions: not on standard output, nor in checks. Pages
 * name companions only if it may. */
bool build_has_companions(const struct build_run *b);
/**
 * Makes a companion of the current output: beside its file, completely or not at all, never over an
 * input or another output of the run; or passes it to the caller (struct build_target). Returns
 * false when the name is invalid or an error was reported.
 */
bool build_companion(struct build_run *b, struct str name, const struct buf *data);

/* The writers, each in its file, and surveys. */

void build_survey_html(struct build_run *b, const struct doc *doc);
void build_survey_pdf(struct build_run *b, const struct doc *doc);

bool build_write_html(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);
bool build_write_pdf(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);
bool build_write_plain(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);
bool build_write_latex(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);
bool build_write_docx(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);
bool build_write_markdown(struct build_run *b, const struct doc *doc, struct buf *out,
                          size_t *pages);
bool build_write_pandoc(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);

#endif
