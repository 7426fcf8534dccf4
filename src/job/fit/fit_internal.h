/* SPDX-License-Identifier: MIT */
/*
 * Declarations that the files of the module share.
 */
#ifndef DOSSIER_FIT_FIT_INTERNAL_H
#define DOSSIER_FIT_FIT_INTERNAL_H

#include "job/fit/fit.h"

/** Reads the document and calls `measure` with it. Reports its findings if `report` is set. */
void fit_run_job(const struct fit_options *opt, const struct build_options *build,
                 build_measure_fn *measure, void *user, bool report);
/** Whether a step is taken and no later step of its group replaces it. */
bool fit_counts(const struct fit_result *r, size_t i);
/** Lays out a document as it is and compares the pages with the limits. */
struct limits_state fit_measure(const struct fit_options *opt, const struct doc *doc,
                                const struct layout_options *layout,
                                const struct limits_request *limits);

#endif
