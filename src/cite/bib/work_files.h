/* SPDX-License-Identifier: MIT */
/*
 * Pages whose front matter describes works, used as databases: a single page, or a folder of pages
 * (`_publications`, `content/publication/NAME/index.md`).
 */
#ifndef DOSSIER_BIB_WORK_FILES_H
#define DOSSIER_BIB_WORK_FILES_H

#include "cite/bib/bib.h"

/** Called for each file that was read. */
typedef void bib_page_fn(void *user, struct str path, struct str text);

/** Whether a path is a folder, or has the ending of a page: .md, .markdown, .qmd, .Rmd. */
bool bib_is_pages(struct str path);
/**
 * Reads pages into the database: a single page, or those of a folder and of the folders in it
 * (`index.md`). If a `cite.bib` is beside a page named `index`, it has the bibliographic data and
 * the key of the work; the front matter has the links and the rest (item_with_page()), and needs no
 * title. A word in place of a person's name is looked up in `authors/WORD/_index.md` beside the
 * folder of the pages. Drafts, files that begin with `_`, and README.md are left out. Faults are
 * reported at their places. Files outside `fence` are not read; it may be NULL. Returns 0, or the
 * errno value if the page could not be read.
 */
int bib_read_pages(struct bib *b, struct str path, const struct file_fence *fence,
                   bib_page_fn *each, void *user, struct diags *d);

#endif
