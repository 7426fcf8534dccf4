/* SPDX-License-Identifier: MIT */
/*
 * The record of a result as it lies in the cache: a text of fields, each a number in decimal with a
 * line's end behind it, or a number of bytes and these bytes. Private to build.
 *
 * The first line names the form, the second is the digest of all that follows. A text that is none,
 * is of another form or damaged is no record.
 */
#ifndef DOSSIER_BUILD_RESULTS_RECORD_H
#define DOSSIER_BUILD_RESULTS_RECORD_H

#include "core/base/buf.h"
#include "core/base/fsquery.h"
#include "core/diag/diag.h"

/** A file of the result: an output, or what goes with one. */
struct record_file {
    struct str name; /* of a companion */
    uint64_t size;
    struct digest digest;
    struct file_id id; /* as it was seen with this content; zeros: not yet */
};

struct record_target {
    struct record_file file;
    uint64_t pages;
    struct record_file *companions;
    size_t ncompanions;
};

/** What diagnostics point into. */
struct record_source {
    enum {
        RECORD_READ,
        RECORD_KEPT,
        RECORD_NO_TEXT
    } kind; /* the text: of a file of this name, here,
               or there was none */
    struct str name, text;
};

struct record_span {
    uint64_t source; /* from 1; 0: nowhere */
    uint64_t begin, end;
};

struct record_note {
    struct record_span at;
    struct str text;
};

struct record_finding {
    struct str slug, text, hint;
    uint64_t level;
    struct record_span at;
    struct record_note *related, *fixes;
    size_t nrelated, nfixes;
    uint64_t unfixable;
};

struct record {
    struct asked_question *questions;
    size_t nquestions;
    struct str *inputs; /* struct build_job */
    size_t ninputs;
    uint64_t traced; /* `trace` says what of its databases the document shows */
    struct str trace, verdict;
    struct record_source *sources;
    size_t nsources;
    struct record_finding *findings;
    size_t nfindings;
    uint64_t errors, warnings, suppressed;
    struct record_target *targets;
    size_t ntargets;
};

/** Appends the record as text; returns the digest that it has in itself. */
struct digest record_write(struct buf *out, const struct record *r);
/** Reads a text; what it has is in the arena or a slice of it. Returns false when it is no record,
 * with no promise about `r`. */
bool record_read(struct arena *a, struct str text, struct record *r);

#endif
