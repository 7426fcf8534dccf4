/* SPDX-License-Identifier: MIT */
/*
 * Decides the level of each id: which layer takes precedence.
 */
#include "core/diag/diag.h"

const uint8_t *diag_levels_decide(struct diag_levels *l) {
    const struct diag_rule *id;
    bool any = false;
    for (size_t i = 0; (id = diag_rule_at(i)) != NULL; i++) {
        uint8_t level = 0;
        for (size_t who = 0; who < DIAG_LAYERS; who++) {
            level = l->set[who][i] ? l->set[who][i] : level;
        }
        l->table[i] = id->level == DIAG_FATAL ? 0 : level;
        any = any || l->table[i];
    }
    return any ? l->table : NULL;
}

uint8_t diag_level_of(const struct diag_rule *id, struct str word) {
    static const struct {
        const char *word;
        uint8_t level;
    } words[] = {
        {"error", DIAG_AS(DIAG_ERROR)}, {"warning", DIAG_AS(DIAG_WARNING)},
        {"note", DIAG_AS(DIAG_NOTE)},   {"ignore", DIAG_IGNORED},
        {"false", DIAG_IGNORED},        {"off", DIAG_IGNORED},
    };
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (str_ieq(word, str_of(words[i].word))) {
            return words[i].level;
        }
    }
    return str_ieq(word, STR("true")) || str_ieq(word, STR("on")) ? DIAG_AS(id->level) : 0;
}

bool diag_is_on(const struct diags *d, const struct diag_rule *id) {
    uint8_t level = d->levels ? d->levels[id->index] : 0;
    return level ? level != DIAG_IGNORED : !id->asked;
}

void diags_use_levels(struct diags *d, const uint8_t *levels) {
    size_t kept = 0;
    d->levels = levels;
    for (size_t i = 0; i < d->n && levels; i++) {
        struct diag *g = d->list[i];
        uint8_t level = levels[g->id->index];
        if (level) {
            d->errors -= g->level >= DIAG_ERROR;
            d->warnings -= g->level == DIAG_WARNING;
        }
        if (level == DIAG_IGNORED) {
            continue;
        }
        if (level) {
            g->level = (enum diag_level)(level - 2);
            d->errors += g->level >= DIAG_ERROR;
            d->warnings += g->level == DIAG_WARNING;
        }
        d->list[kept++] = g;
    }
    d->n = levels ? kept : d->n;
}
