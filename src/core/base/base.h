/* SPDX-License-Identifier: MIT */
/*
 * The basis of every module: compiler attributes, BUG(), slices of text and allocation that never
 * returns NULL.
 *
 * Errors of users are diagnostics (core/diag/diag.h). A broken invariant of the program is BUG(),
 * which aborts. When memory runs out the program aborts too, with one line on standard error.
 * Outputs are safe: they are renamed into place only when they are complete.
 */
#ifndef DOSSIER_BASE_BASE_H
#define DOSSIER_BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__)
#define ATTR_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define ATTR_NORETURN __attribute__((noreturn))
#define ATTR_MUST_USE __attribute__((warn_unused_result))
#else
#define ATTR_PRINTF(fmt, args)
#define ATTR_NORETURN
#define ATTR_MUST_USE
#endif

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

/** Aborts with the place and `what`: an invariant of the program is broken. Never use it for
 * input. */
#define BUG(what) base_bug(__FILE__, __LINE__, (what))
ATTR_NORETURN void base_bug(const char *file, int line, const char *what);
/** Ends the process with the message "out of memory". Callers are the callbacks of libraries that
 * report a failed allocation. */
ATTR_NORETURN void base_out_of_memory(void);
/** Ends the process with a message and status 3, because a library cannot be loaded or is too old.
 * `package` is the Debian package that contains the library. */
ATTR_NORETURN void base_missing_library(const char *library, const char *package);

/** malloc, calloc (overflow checked) and realloc that abort instead of returning NULL. Free with
 * free(). */
void *xmalloc(size_t size) ATTR_MUST_USE;
void *xcalloc(size_t count, size_t size) ATTR_MUST_USE;
void *xrealloc(void *old, size_t size) ATTR_MUST_USE;

/**
 * A borrowed piece of UTF-8 text: `n` bytes at `p`, without a NUL at the end. The empty slice may
 * have a NULL `p`. It is passed by value. The owner of the bytes (an arena, a source text, a
 * literal) keeps them alive.
 */
struct str {
    const char *p;
    size_t n;
};

#define STR(lit) ((struct str){(lit), sizeof(lit) - 1})
#define STR_INIT(lit)                                                                              \
    { (lit), sizeof(lit) - 1 }
#define STR_EMPTY ((struct str){NULL, 0})
/** For printf: `"%.*s", STR_ARG(s)`. */
#define STR_ARG(s) (int)(s).n, ((s).p ? (s).p : "")

/** Returns the slice of a NUL-terminated string; the empty slice for NULL. */
static inline struct str str_of(const char *z) {
    return z ? (struct str){z, strlen(z)} : STR_EMPTY;
}
static inline bool str_eq(struct str a, struct str b) {
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}
/** Whether `a` equals a NUL-terminated string. */
static inline bool str_is(struct str a, const char *z) {
    return str_eq(a, str_of(z));
}
/** Whether two texts are equal, ignoring ASCII case. */
bool str_ieq(struct str a, struct str b);
/** Whether a tag is of the language `code`, as "en-GB" is of "en" (RFC 4647, 3.3.1). An underscore
 * counts as a hyphen. */
bool str_is_lang(struct str tag, const char *code);
/** Compares two texts by bytes. Returns a negative number, 0 or a positive number. */
int str_cmp(struct str a, struct str b);
/** Compares, for qsort() and bsearch(), two texts or two structs that begin with a text. */
int str_order(const void *a, const void *b);
/** Whether a text is one of the `n` texts of a list. */
bool str_in(struct str s, const struct str *list, size_t n);
/** Returns the bytes from `from` up to but not including `to`; both offsets are clamped. */
static inline struct str str_slice(struct str s, size_t from, size_t to) {
    if (to > s.n) {
        to = s.n;
    }
    if (from > to) {
        from = to;
    }
    return s.p ? (struct str){s.p + from, to - from} : STR_EMPTY;
}
/** Returns the bytes from `from` (clamped) to the end. */
static inline struct str str_from(struct str s, size_t from) {
    return str_slice(s, from, s.n);
}
static inline bool str_starts(struct str s, struct str prefix) {
    return s.n >= prefix.n && str_eq(str_slice(s, 0, prefix.n), prefix);
}
static inline bool str_ends(struct str s, struct str suffix) {
    return s.n >= suffix.n && str_eq(str_from(s, s.n - suffix.n), suffix);
}
/** Returns `s` without ASCII white space at both ends, or only at its end (str_trim_end()). */
struct str str_trim(struct str s);
struct str str_trim_end(struct str s);
/** Moves the ends of the range [*from, *to) of a text inwards, past ASCII white space. */
void str_trim_range(struct str s, size_t *from, size_t *to);
#define STR_NONE SIZE_MAX
/** str_index() returns the offset of the first `c`, str_find() that of the first `needle`. Both
 * return STR_NONE if there is none. */
size_t str_index(struct str s, char c);
size_t str_find(struct str s, struct str needle);
/** Whether a text contains another, ignoring ASCII case. */
bool str_icontains(struct str s, struct str part);
/** Returns the byte offset after the last `c`; 0 if there is none. */
size_t str_after_last(struct str s, char c);
/**
 * Cuts the text before the next `sep` off the front of `*rest` and returns it; `*rest` then begins
 * after the separator. Without a separator the whole rest is returned and `*rest` becomes empty
 * with a NULL pointer. That ends the loop `while (rest.p) { part = str_cut(&rest, ','); }`.
 */
struct str str_cut(struct str *rest, char sep);
/** Takes the next word, between ASCII white space, off the front of `*rest`. Returns an empty text
 * if there is none. */
struct str str_next_word(struct str *rest);
/** Returns the offset of the next run of exactly `n` bytes `c` from `at` on, or STR_NONE. */
size_t str_find_run(struct str s, size_t at, char c, size_t n);
/** Returns the 64-bit FNV-1a hash of a text. */
uint64_t str_hash(struct str s);
/** Whether the text consists of digits only and has at least one. */
bool str_is_digits(struct str s);
/** Whether a text begins with a shape such as "dddd-dd", in which 'd' stands for any digit. */
bool str_has_shape(struct str s, const char *shape);
/** Returns the ending of an English ordinal number: "st" for 1 and 21, "th" for 11. */
const char *str_ordinal_ending(int64_t n);
/** Reads `s` as a decimal integer with an optional sign. Returns false, with `*out` unchanged, when
 * `s` is something else or the number does not fit. */
bool str_to_i64(struct str s, int64_t *out);
/** Takes digits and a `point` off the front of `*rest`, and returns whether there is a digit.
 * `*out` is the number in units of 10^-`decimals`; `decimals` is at most 6. Further decimals have
 * no effect. A number of more than ten digits before the point is 9999999999. */
bool str_take_decimal(struct str *rest, char point, int decimals, int64_t *out);

/* ASCII character classes that do not depend on the locale. */
static inline bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
static inline bool is_space_or_tab(char c) {
    return c == ' ' || c == '\t';
}
static inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
static inline bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}
static inline bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}
static inline bool is_alpha(char c) {
    return is_upper(c) || is_lower(c);
}
static inline bool is_alnum(char c) {
    return is_alpha(c) || is_digit(c);
}
/** Returns the offset of the first byte, from `at` on, that `fits` rejects. The function is inline
 * so that `fits` is inlined as well. */
static inline size_t str_past(struct str s, size_t at, bool fits(char c)) {
    while (at < s.n && fits(s.p[at])) {
        at++;
    }
    return at;
}
static inline char to_lower(char c) {
    return is_upper(c) ? (char)(c - 'A' + 'a') : c;
}
static inline char to_upper(char c) {
    return is_lower(c) ? (char)(c - 'a' + 'A') : c;
}
/** Returns the offset of the first byte, from `at` on, that is neither an ASCII letter, nor a
 * digit, nor one of `marks`. */
size_t str_past_name(struct str s, size_t at, const char *marks);
/** Returns the number of consecutive bytes `c` at `at`. */
static inline size_t str_run(struct str s, size_t at, char c) {
    size_t n = 0;
    while (at + n < s.n && s.p[at + n] == c) {
        n++;
    }
    return n;
}
/** Returns the length of the longest run of bytes `c`. */
size_t str_longest_run(struct str s, char c);
/** Returns the offset of the first `c` from `at` on, or the length of the text. */
static inline size_t str_until(struct str s, size_t at, char c) {
    size_t n = str_index(str_from(s, at), c);
    return n == STR_NONE ? s.n : at + n;
}
/** Returns the length of the byte-order mark with which a text begins: 3, or 0 if it has none. */
static inline size_t str_bom(struct str s) {
    return str_starts(s, STR("\xEF\xBB\xBF")) ? 3 : 0;
}
/** Reads the `n` bytes at `at` as a number, the highest byte first. Returns 0 if the text has
 * fewer bytes. */
static inline size_t str_big_endian(struct str s, size_t at, size_t n) {
    size_t v = 0;
    for (size_t i = 0; i < n && at <= s.n && n <= s.n - at; i++) {
        v = v << 8 | (unsigned char)s.p[at + i];
    }
    return v;
}
/** Packs up to eight bytes of a short text into one number, padded with zeros. Their order is not
 * kept, and some bytes may occur twice. The number shows whether the text contains a given byte;
 * it cannot be used to compare texts. */
static inline uint64_t bytes_few(const char *p, size_t n) {
    uint64_t v = 0;
    if (n >= 8) {
        memcpy(&v, p, 8);
    } else if (n >= 4) {
        uint32_t head, tail;
        memcpy(&head, p, 4);
        memcpy(&tail, p + n - 4, 4);
        v = (uint64_t)head << 32 | tail;
    } else if (n > 0) {
        v = (uint64_t)(unsigned char)p[0] << 16 | (uint64_t)(unsigned char)p[n / 2] << 8 |
            (unsigned char)p[n - 1];
    }
    return v;
}
/** Returns the number of bits that are set in `v`. The compiler's built-in function would be a slow
 * call on processors that may lack the instruction. */
static inline unsigned bits_set(uint64_t v) {
    v -= v >> 1 & UINT64_C(0x5555555555555555);
    v = (v & UINT64_C(0x3333333333333333)) + (v >> 2 & UINT64_C(0x3333333333333333));
    v = (v + (v >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (unsigned)(v * UINT64_C(0x0101010101010101) >> 56);
}

/** Returns the value of a hexadecimal digit, or -1 for another character. */
static inline int hex_digit(char c) {
    char low = to_lower(c);
    return is_digit(c) ? c - '0' : low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

#endif
