/* SPDX-License-Identifier: MIT */
/*
 * Trials: a block that is set only to be measured must not leave anything behind. This file decides
 * which part of the setter's state is restored.
 */
#include "print/layout/set/setter.h"

struct set_trial set_trial_begin(const struct setter *s) {
    return (struct set_trial){.state = s->now,
                              .notes = s->notes.loose.n,
                              .toc = s->toc.lines.n,
                              .outline = s->pages->outline.n,
                              .strings = s->content.strings.n,
                              .asides = s->asides.n,
                              .counters =
                                  arena_copy(s->arena, s->content.counters.p,
                                             s->content.counters.n * sizeof *s->content.counters.p),
                              .ncounters = s->content.counters.n};
}

void set_trial_undo(struct setter *s, const struct set_trial *before) {
    s->now = before->state;
    s->notes.loose.n = before->notes;
    s->toc.lines.n = before->toc;
    s->pages->outline.n = before->outline;
    s->content.strings.n = before->strings;
    s->asides.n = before->asides;
    vec_clear(&s->content.counters);
    for (size_t i = 0; i < before->ncounters; i++) {
        vec_push(&s->content.counters, before->counters[i]);
    }
}

void set_measure_begin(struct setter *s, const struct frame *f, struct set_measure *m) {
    m->before = set_trial_begin(s);
    m->parent = f->ink.element;
    m->last_kid = m->parent ? m->parent->last_kid : NULL;
    m->heard = s->d;
    diags_init(&m->quiet, s->arena);
    s->d = &m->quiet;
    s->now.trials++;
}

void set_measure_end(struct setter *s, struct set_measure *m) {
    set_trial_undo(s, &m->before);
    s->d = m->heard;
    if (m->parent) {
        m->parent->last_kid = m->last_kid;
    }
    diags_drop(&m->quiet);
}
