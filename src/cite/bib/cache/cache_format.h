/* SPDX-License-Identifier: MIT */
/*
 * An index as it lies on the disk. Private to bib/, and to the tests that damage one.
 *
 * Numbers are the machine's own: an index that comes from another kind is not of this version. The
 * parts follow one another without gaps, in this order: head, entries, slots, sums of blocks,
 * counts of lines, twins, aliases, notes, keys, and the path of the .bib, by which an index is
 * found that nobody needs any more.
 *
 * Each part is checked by what uses it: the head, blocks and notes when the index is opened, an
 * entry by its own sum when it is read, its text by the sum of the block. Slots have none of their
 * own: a wrong one leads to no entry of the key, and before a key counts as missing, the sum of all
 * is made.
 */
#ifndef DOSSIER_BIB_CACHE_CACHE_FORMAT_H
#define DOSSIER_BIB_CACHE_CACHE_FORMAT_H

#include "cite/bib/bibtex/bibtex.h"
#include "core/base/buf.h"
#include "core/base/window.h"

/** Goes up with every change of the format, and of what a scan finds (bibtex_scan.c). */
#define BIB_CACHE_VERSION 3u

struct bib_cache_head {
    char magic[8];
    uint32_t version, order; /* 0x01020304 */
    char program[16];        /* its version */
    struct file_id file;     /* the .bib */
    uint32_t classic;        /* BibTeX's meaning of fields */
    uint32_t nentries;       /* all, with those of xdata, which come last */
    uint32_t nvisible;       /* without */
    uint32_t nslots;         /* a power of two */
    uint32_t ntwins, nmacros, nnotes;
    uint32_t notes_size, keys_size;
    uint32_t path_size, naliases;
    uint32_t zero;       /* no holes */
    uint64_t sum_opened; /* of blocks, counts, twins, aliases, notes */
    uint64_t sum_all;    /* of all behind the head */
    uint64_t sum;        /* of the head in front of it */
};

/** An entry. Its type and key are read from the text again. */
struct bib_cache_entry {
    uint64_t hash;          /* of the key: str_hash() */
    uint32_t begin, behind; /* in the .bib */
    uint32_t unclosed;      /* its closing brace is missing */
    uint32_t sum;           /* of the above */
};

/** An entry whose key an earlier one has. */
struct bib_cache_twin {
    uint32_t entry, first;
};

/** A key that an entry has had; sorted by hash, then by entry. The entry itself says which key it
 * is. */
struct bib_cache_alias {
    uint32_t hash;  /* the lower half of str_hash() */
    uint32_t entry; /* none of xdata */
};

/** Where the parts stand. */
struct bib_cache_layout {
    uint64_t entries, slots, blocks, counts, twins, aliases, notes, keys, path, end;
    size_t nblocks, ncounts;
};

#define BIB_CACHE_MAGIC "dossbib"
#define BIB_CACHE_ORDER 0x01020304u

/** Where the parts are that a head announces. Returns false when it announces what cannot be. */
bool bib_cache_layout(const struct bib_cache_head *h, struct bib_cache_layout *out);
/** A sum over bytes, to notice damage, not malice. */
uint64_t bib_cache_sum(struct str s, uint64_t seed);
uint32_t bib_cache_entry_sum(const struct bib_cache_entry *e);
/** Of the head without its last member. */
uint64_t bib_cache_head_sum(const struct bib_cache_head *h);
/** Whether an index is of a file. Machines that share a folder share its indexes, and each has a
 * number of its own for the device: that is not asked. */
bool bib_cache_is_of(const struct bib_cache_head *h, const struct file_id *id);

/**
 * The index of a .bib that has just been scanned, all of `entries` being its own: `path` leads to
 * it from anywhere, `notes` are the diagnostics of the scan. Returns false when it is not worth
 * one, or too odd.
 */
bool bib_cache_write(struct buf *out, const struct bibtex *file, const struct file_id *id,
                     struct str path, const struct bib_entry_list *entries,
                     struct diag *const *notes, size_t nnotes);

/** Makes an index one of the file `id` and its sums right, those that its head leaves a place for.
 * Tests damage what the sums protect, and call it again. */
void bib_cache_seal(struct str index, const struct file_id *id);

#endif
