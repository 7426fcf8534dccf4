/* SPDX-License-Identifier: MIT */
/*
 * What documents are made into: one row an output. A new one is a room that writes, a file here
 * that calls it, and its row; command line, library, dependency files and messages ask the rows.
 */
#ifndef DOSSIER_BUILD_OUTPUT_H
#define DOSSIER_BUILD_OUTPUT_H

#include "core/base/arena.h"
#include "core/base/buf.h"

struct build_run; /* job/build/files.h */
struct doc;
struct doc_node;

enum { BUILD_OUTPUT_NAMES = 3 };

/** An output's row. Lists end with NULL. */
struct build_output {
    const char *names[BUILD_OUTPUT_NAMES + 1];   /* of --to; the first is its own, the others
                                                    are pandoc's */
    const char *endings[BUILD_OUTPUT_NAMES + 1]; /* of files, without the dot; the first is given
                                                    to new files */
    const char *called;                          /* in messages: "the PDF" */
    const char *mime;
    bool usual;  /* made when nobody says what is to be made */
    bool checks; /* made by a check as well, and thrown away */
    bool binary; /* no text: terminals do not get it */
    bool source; /* a source itself: it is written from what the author wrote, for whatever output,
                    with citations and references by key and without numbers */
    /**
     * Appends the resolved document to `out`, or as it was written where `source` says so. It sees
     * the nodes that are for this output, and nothing else of the document. Returns false when
     * there is nothing to be kept; what is wrong is reported. `*pages` is set by outputs that have
     * pages.
     */
    bool (*write)(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);
    /** Finds out what `write` would read besides what every output reads, and which companions it
     * would make, without writing anything (struct build_job.surveys); NULL: nothing, and none. */
    void (*survey)(struct build_run *b, const struct doc *doc);
    /** Whether a DOC_RAW_* stands in the output as it is meant; NULL: any does. */
    bool (*shows_raw)(const struct doc_node *n);
};

/** The rows; the first is the one for standard output when none is named. */
extern const struct build_output build_outputs[];
extern const size_t build_noutputs;

/** The row of a name of --to, or of a file's ending; NULL when there is none. */
const struct build_output *build_output_named(struct str name);
const struct build_output *build_output_ending(struct str ending);
/** The names of all rows, or with `endings` the endings, as "`html`, `pdf` or `plain`". */
struct str build_output_list(struct arena *a, bool endings);
/** "statement.md" -> "DIR/statement.pdf". */
struct str build_output_path(struct arena *a, struct str dir, struct str input,
                             const struct build_output *output);

/* ---- companions: files that go with an output. For writers. ---- */

/** Whether the output that is being made may have companions: not on standard output, and not when
 * the document is only checked. Pages must not name companions otherwise. */
bool build_has_companions(const struct build_run *b);
/**
 * Makes a companion of the output that is being written: beside its file, whole or not at all,
 * never over a file that a document of the run is made from nor over another one of the run; or
 * handed to the caller (struct build_target). Returns false when it was not made: the name is none,
 * or a reported fault.
 */
bool build_companion(struct build_run *b, struct str name, const struct buf *data);

/* The writers, each in its file, and what two of them read. */

void build_survey_html(struct build_run *b, const struct doc *doc);
void build_survey_pdf(struct build_run *b, const struct doc *doc);

bool build_write_html(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);
bool build_write_pdf(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);
bool build_write_plain(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);
bool build_write_latex(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);
bool build_write_markdown(struct build_run *b, const struct doc *doc, struct buf *out,
                          size_t *pages);
bool build_write_pandoc(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages);

#endif
