/* SPDX-License-Identifier: MIT */
/*
 * The format of an index on disk. Private to bib and to the tests that damage an index.
 *
 * Numbers are in the byte order of the machine. An index from a machine with another order is
 * rejected. The parts follow one another without gaps, in this order: head, entries, slots, sums of
 * blocks, counts of lines, twins, aliases, notes, keys, and the path of the .bib. The path serves
 * to find indexes that are no longer needed.
 *
 * Each part is checked before its use: the head, blocks and notes when the index is opened, an
 * entry by its own sum when it is read, and its text by the sum of its block. Slots have no sum of
 * their own. A wrong slot leads to an entry with another key, and before a key is reported as
 * missing, the sum of the whole index is checked.
 */
#ifndef DOSSIER_BIB_CACHE_CACHE_FORMAT_H
#define DOSSIER_BIB_CACHE_CACHE_FORMAT_H

#include "cite/bib/bibtex/bibtex.h"
#include "core/base/buf.h"
#include "core/base/window.h"

/** Increment it with each change of the format or of the results of a scan (bibtex_scan.c). */
#define BIB_CACHE_VERSION 4u

struct bib_cache_head {
    char magic[8];
    uint32_t version, order; /* 0x01020304 */
    char program[16];        /* the version of dossier */
    struct file_id file;     /* the .bib */
    uint32_t classic;        /* fields have their meaning in BibTeX, not in biblatex */
    uint32_t nentries;       /* all entries; those of @xdata are last */
    uint32_t nvisible;       /* the entries without those of @xdata */
    uint32_t nslots;         /* a power of two */
    uint32_t ntwins, nmacros, nnotes;
    uint32_t notes_size, keys_size;
    uint32_t path_size, naliases;
    uint32_t zero;       /* padding */
    uint64_t sum_opened; /* the sum of blocks, counts, twins, aliases and notes */
    uint64_t sum_all;    /* the sum of all parts after the head */
    uint64_t sum;        /* the sum of the members above */
};

/** An entry. Its type and key are read from the .bib. */
struct bib_cache_entry {
    uint64_t hash;          /* str_hash() of the key */
    uint32_t begin, behind; /* offsets in the .bib */
    uint32_t unclosed;      /* its closing brace is missing */
    uint32_t sum;           /* the sum of the members above */
};

/** An entry with the key of an earlier entry, `first`. */
struct bib_cache_twin {
    uint32_t entry, first;
};

/** A former key of an entry, from its field `ids`. Sorted by hash, then by entry. The key itself is
 * read from the entry. */
struct bib_cache_alias {
    uint32_t hash;  /* the lower half of str_hash() */
    uint32_t entry; /* not one of @xdata */
};

/** The offsets of the parts. */
struct bib_cache_layout {
    uint64_t entries, slots, blocks, counts, twins, aliases, notes, keys, path, end;
    size_t nblocks, ncounts;
};

#define BIB_CACHE_MAGIC "dossbib"
#define BIB_CACHE_ORDER 0x01020304u

/** Computes the offsets of the parts from a head. Returns false if its numbers are impossible. */
bool bib_cache_layout(const struct bib_cache_head *h, struct bib_cache_layout *out);
/** The checksum of an entry, by memo_sum(), without its last member. */
uint32_t bib_cache_entry_sum(const struct bib_cache_entry *e);
/** The sum of the head without its last member. */
uint64_t bib_cache_head_sum(const struct bib_cache_head *h);
/** Whether an index belongs to a file. The device number is not compared, because it differs
 * between machines that share a folder and its indexes. */
bool bib_cache_is_of(const struct bib_cache_head *h, const struct file_id *id);

/**
 * Writes the index of a .bib that has just been scanned. All `entries` must be from this file.
 * `path` is absolute, and `notes` are the diagnostics of the scan. Returns false if the file cannot
 * have an index.
 */
bool bib_cache_write(struct buf *out, const struct bibtex *file, const struct file_id *id,
                     struct str path, const struct bib_entry_list *entries,
                     struct diag *const *notes, size_t nnotes);

/** Sets the file of an index to `id` and computes all sums for which the index has room. Tests
 * damage an index and call this to make its sums valid again. */
void bib_cache_seal(struct str index, const struct file_id *id);

#endif
