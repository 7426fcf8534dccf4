/* SPDX-License-Identifier: MIT */
/* Checks links that lead out of the document: an output must have each address of the source at
 * least as often as the source. It may have an address more often, because of its title block, of
 * lists that it adds, or of links that are continued on the next page. */
#include "check/verify/verify_internal.h"

#include "core/base/file.h"

DIAG_USE(DIAG_VERIFY_LINK);

enum { SHOWN = 20, LONGEST = 200 };

/** Whether an address is counted. E-mail addresses are not, because outputs may hide them from
 * programs. */
static bool is_counted(struct str url) {
    return str_starts(url, STR("http://")) || str_starts(url, STR("https://"));
}

void verify_add_address(struct verify_text *t, struct arena *a, struct str url, struct span span) {
    url = str_trim(url);
    /* escapes are decoded, because outputs differ in the characters that they escape (RFC 3986,
     * 2.1) */
    if (is_counted(url)) {
        vec_push(&t->addresses, (struct verify_address){path_of_url(a, url), span});
    }
}

void verify_compare_addresses(struct arena *a, const struct verify_text *expected,
                              const struct verify_text *said, struct str name, struct diags *d) {
    /* maps an address to the number of its occurrences in the output that are not matched yet */
    struct map left = MAP_IN(a);
    size_t shown = 0;
    if (expected->hides) {
        return; /* if a style sheet hides text, its links are missing too */
    }
    for (size_t i = 0; i < said->addresses.n; i++) {
        struct str url = said->addresses.p[i].url;
        uintptr_t n = (uintptr_t)map_lookup(&left, url);
        map_put(&left, url, (void *)(n + 1));
    }
    for (size_t i = 0; i < expected->addresses.n; i++) {
        const struct verify_address *want = &expected->addresses.p[i];
        uintptr_t n = (uintptr_t)map_lookup(&left, want->url);
        if (n > 0) {
            map_put(&left, want->url, (void *)(n - 1));
        } else if (shown++ < SHOWN) {
            diag_add(d, DIAG_VERIFY_LINK, want->span, "no link of `%.*s` leads to `%.*s`",
                     STR_ARG(name), STR_ARG(str_slice(want->url, 0, LONGEST)));
        }
    }
}
