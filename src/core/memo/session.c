/* SPDX-License-Identifier: MIT */
/*
 * Values by all that they were made from: a hash table of chains, an entry in one piece of memory
 * with its key and its value. Decides what goes when a round begins; knows nothing of what the
 * bytes mean.
 */
#include "core/memo/session.h"

#include <stdlib.h>
#include <string.h>

enum { FEWEST_CHAINS = 256, SPARED_ROUNDS = 2 };

struct entry {
    struct entry *next;
    uint64_t hash;
    size_t round; /* that asked for it last */
    size_t nkey, n;
    max_align_t bytes[]; /* the value, then the key */
};

struct memo_session {
    struct entry **chains; /* a power of two */
    size_t nchains, n;
    size_t bytes, most;
    size_t round;
    uint32_t numbers; /* given */
};

struct memo_session *memo_session_new(size_t most) {
    struct memo_session *r = xcalloc(1, sizeof *r);
    r->most = most;
    r->nchains = FEWEST_CHAINS;
    r->chains = xcalloc(r->nchains, sizeof(struct entry *));
    return r;
}

static const char *key_of(const struct entry *e) {
    return (const char *)e->bytes + e->n;
}

static size_t size_of(const struct entry *e) {
    return sizeof *e + e->n + e->nkey;
}

void memo_session_drop(struct memo_session *r) {
    if (!r) {
        return;
    }
    for (size_t i = 0; i < r->nchains; i++) {
        for (struct entry *e = r->chains[i], *next; e; e = next) {
            next = e->next;
            free(e);
        }
    }
    free(r->chains);
    free(r);
}

void memo_session_round(struct memo_session *r) {
    r->round++;
    if (r->bytes <= MEMO_SESSION_SPARE) {
        return;
    }
    for (size_t i = 0; i < r->nchains; i++) {
        for (struct entry **at = &r->chains[i]; *at;) {
            struct entry *e = *at;
            if (e->round + SPARED_ROUNDS >= r->round) {
                at = &e->next;
                continue;
            }
            *at = e->next;
            r->bytes -= size_of(e);
            r->n--;
            free(e);
        }
    }
}

/** Eight bytes at a time: keys may be whole pages. Which of two keys comes first in a chain matters
 * to no one. */
static uint64_t hash_of(struct str key) {
    uint64_t h = key.n * 0x9E3779B97F4A7C15u;
    size_t i = 0;
    for (; key.n - i >= sizeof(uint64_t); i += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, key.p + i, sizeof word);
        h = (h ^ word) * 0x9E3779B97F4A7C15u;
        h ^= h >> 29;
    }
    for (; i < key.n; i++) {
        h = (h ^ (unsigned char)key.p[i]) * 0x100000001B3u;
    }
    return h ^ h >> 32;
}

static struct entry *find(const struct memo_session *r, struct str key, uint64_t hash) {
    for (struct entry *e = r->chains[hash & (r->nchains - 1)]; e; e = e->next) {
        if (e->hash == hash && e->nkey == key.n && memcmp(key_of(e), key.p, key.n) == 0) {
            return e;
        }
    }
    return NULL;
}

const void *memo_session_find(struct memo_session *r, struct str key, size_t *n) {
    struct entry *e = key.n ? find(r, key, hash_of(key)) : NULL;
    if (!e) {
        return NULL;
    }
    e->round = r->round;
    *n = e->n;
    return e->bytes;
}

static void more_chains(struct memo_session *r) {
    size_t n = r->nchains * 2;
    struct entry **chains = xcalloc(n, sizeof(struct entry *));
    for (size_t i = 0; i < r->nchains; i++) {
        for (struct entry *e = r->chains[i], *next; e; e = next) {
            next = e->next;
            e->next = chains[e->hash & (n - 1)];
            chains[e->hash & (n - 1)] = e;
        }
    }
    free(r->chains);
    r->chains = chains;
    r->nchains = n;
}

void *memo_session_put(struct memo_session *r, struct str key, size_t n) {
    size_t room = r->most - r->bytes; /* never below 0 */
    if (!key.n || n > room || key.n > room - n || sizeof(struct entry) > room - n - key.n) {
        return NULL;
    }
    uint64_t hash = hash_of(key);
    if (find(r, key, hash)) {
        return NULL;
    }
    if (r->n == r->nchains) {
        more_chains(r);
    }
    struct entry *e = xmalloc(sizeof *e + n + key.n);
    struct entry **chain = &r->chains[hash & (r->nchains - 1)];
    *e = (struct entry){.next = *chain, .hash = hash, .round = r->round, .nkey = key.n, .n = n};
    memcpy((char *)e->bytes + n, key.p, key.n);
    *chain = e;
    r->n++;
    r->bytes += size_of(e);
    return e->bytes;
}

uint32_t memo_session_number(struct memo_session *r) {
    if (r->numbers == UINT32_MAX) {
        BUG("more numbers than there are");
    }
    return ++r->numbers;
}

size_t memo_session_bytes(const struct memo_session *r) {
    return r->bytes;
}
