/* SPDX-License-Identifier: MIT */
/*
 * Total-fit line breaking (Knuth and Plass 1981). Section numbers are those of "TeX: the program".
 * This file decides where lines end and how their glue is set. It does not use the content of
 * boxes. All numbers are integers, as in TeX, so that a paragraph breaks alike on every machine.
 *
 * Invariants: 1. Active nodes are in the order of their lines. 2. `sums` has the totals of the
 * items before each position, so a line's width is a difference of two sums. 3. At most MAX_ACTIVE
 * nodes are active, so the time is linear in the number of items.
 */
#include "print/layout/text/para.h"

#include "core/base/vec.h"
#include "print/layout/model/sp.h"

#include <stdlib.h>

#define INF_BAD 10000
#define AWFUL INT64_MAX
#define NONE UINT32_MAX
#define HEAD 0  /* the list's head, which is before the first active node */
#define START 1 /* the node for the start of the paragraph */
/* maximum number of active nodes; a line of text has about 60 break points */
#define MAX_ACTIVE 2000

/* How tight a line is (817). Neighbouring lines that differ by more than one class look uneven. */
enum fitness { TIGHT, DECENT, LOOSE, VERY_LOOSE, NFITNESS };

/* Totals over a range of items. */
struct sums {
    int64_t width, stretch, shrink, fil; /* totals of glue; `width` is the total of all items */
    int64_t grow, narrow; /* totals of boxes that font expansion can widen or narrow */
};

/* A possible break that may be on the best way (819, 821). */
struct node {
    size_t at;     /* the item at which the line is broken; SIZE_MAX: the start of the paragraph */
    size_t begin;  /* the first item after the break that is not discarded */
    uint32_t line; /* the number of lines before the break */
    uint32_t prev; /* the node of the previous break */
    uint32_t next; /* the next node in the list of active nodes */
    int64_t demerits;
    /* a line from here is much too short if far_end() of its end is at most this value */
    int64_t far;
    sp hang_left; /* the protrusion of the box at `begin` */
    uint32_t cls; /* the class of the line after the break; see line_class() */
    uint8_t fitness;
    bool flagged;
};

struct best {
    int64_t demerits;
    uint32_t from;
};

struct breaker {
    const struct para_item *items;
    size_t n;
    const struct para_params *params;
    struct sums *sums; /* the totals before each item; n + 1 elements */
    size_t *begin;  /* begin[i] is the item with which the line after a break at i - 1 begins; n + 1
                       elements */
    sp *hang_right; /* hang_right[i] is the protrusion of the last box before i; n + 1 elements */
    VEC(struct node) nodes; /* HEAD, START, then the others in the order of their creation */
    size_t nactive;
    int64_t background; /* stretch that every line has in addition to its glue: for ragged lines or
                           for emergencies */
    int64_t far; /* a line is too short if this many eighths of its stretch do not suffice; or
                    NEVER_FAR */
    int32_t threshold;
    bool negative;  /* at least one item has a negative stretch */
    bool automatic; /* automatic hyphens are allowed in this pass */
    bool final;     /* the pass is the last one, which accepts overfull lines */
};

void para_params_init(struct para_params *p, sp width) {
    *p = (struct para_params){
        .width = width,
        .pretolerance = 100,
        .tolerance = 200,
        .line_penalty = 10,
        .hyphen_demerits = 10000,
        .final_hyphen_demerits = 5000,
        .adjacent_demerits = 10000,
        .emergency_stretch = width / 12,
    };
}

int32_t para_badness(int64_t t, int64_t s) {
    int64_t r; /* t * 297 / s; as 297 is about (100 * 2^18)^(1/3), r^3 / 2^18 is 100 (t/s)^3 */
    if (t <= 0) {
        return 0;
    }
    if (s <= 0) {
        return INF_BAD;
    }
    if (t <= 7230584) {
        r = t * 297 / s;
    } else if (s >= 1663497) {
        r = t / (s / 297);
    } else {
        r = t;
    }
    return r > 1290 ? INF_BAD : (int32_t)((r * r * r + 0x20000) / 0x40000);
}

/* Whether a box is visible. Marks have no width, so they do not separate a letter from the
 * margin. */
static bool is_solid(const struct para_item *it) {
    return it->kind == PARA_BOX &&
           (it->width != 0 || it->protrude_left != 0 || it->protrude_right != 0);
}

static void sums_make(struct breaker *br) {
    struct sums s = {0};
    sp hang = 0;
    for (size_t i = 0; i < br->n; i++) {
        const struct para_item *it = &br->items[i];
        br->negative |= it->stretch < 0;
        br->sums[i] = s;
        br->hang_right[i] = hang;
        if (it->kind == PARA_BOX) {
            s.width += it->width;
            s.grow += it->stretch;
            s.narrow += it->shrink;
            hang = is_solid(it) ? it->protrude_right : hang;
        } else if (it->kind == PARA_GLUE) {
            s.width += it->width;
            s.shrink += it->shrink;
            if (it->stretch_order > 0) {
                s.fil += it->stretch;
            } else {
                s.stretch += it->stretch;
            }
        }
    }
    br->sums[br->n] = s;
    br->hang_right[br->n] = hang;
}

/* Computes `begin` (837): glue and penalties after a break are discarded. But a forced break among
 * them ends an empty line, which keeps its glue. */
static void begins_make(struct breaker *br) {
    size_t box = br->n;
    br->begin[br->n] = br->n;
    for (size_t i = br->n; i-- > 0;) {
        if (br->items[i].kind == PARA_BOX) {
            box = i;
        } else if (para_is_forced(&br->items[i])) {
            box = SIZE_MAX;
        }
        br->begin[i] = box == SIZE_MAX ? i : box;
    }
}

/* The protrusion of the first box of a line. */
static sp hang_left(const struct breaker *br, size_t begin) {
    for (size_t i = begin; i < br->n && br->items[i].kind == PARA_BOX; i++) {
        if (is_solid(&br->items[i])) {
            return br->items[i].protrude_left;
        }
    }
    return 0;
}

/* A line between two breaks, before and after its glue is set. */
struct fit {
    struct sums sums;
    /* the natural width with the hyphen, and how much wider the line is */
    int64_t natural, shortfall;
    sp hang_left, hang_right, indent, width;
    int64_t rest;    /* the part of the shortfall that remains after boxes were expanded */
    int32_t badness; /* the badness of the line; above INF_BAD: the line is overfull */
    enum fitness fitness;
};

/* Computes how well the glue fills a line (852, 853). Boxes are expanded first, as in pdfTeX,
 * because even spaces matter more than the width of a letter. Ragged lines keep their natural
 * width; the background limits how short they may be. */
static void fit_rate(const struct breaker *br, struct fit *f) {
    const struct sums *s = &f->sums;
    bool ragged = br->params->ragged_right;
    f->fitness = DECENT;
    if (f->shortfall > 0) {
        bool whole = ragged || s->fil > 0;
        int64_t grow = whole ? 0 : s->grow;
        f->rest = f->shortfall > grow ? f->shortfall - grow : 0;
        f->badness =
            s->fil > 0 ? 0 : para_badness(f->rest, br->background + (ragged ? 0 : s->stretch));
        f->fitness = f->badness > 99 ? VERY_LOOSE : f->badness > 12 ? LOOSE : DECENT;
        return;
    }
    int64_t over = -f->shortfall;
    int64_t shrink = ragged ? 0 : s->shrink;
    int64_t narrow = ragged ? 0 : s->narrow;
    f->rest = over > narrow ? narrow - over : 0;
    f->badness = -f->rest > shrink ? INF_BAD + 1 : para_badness(-f->rest, shrink);
    f->fitness = f->badness > 12 ? TIGHT : DECENT;
}

/* Computes the line from the break `from` to the item `end`. */
static struct fit fit_line(const struct breaker *br, const struct node *from, size_t end) {
    const struct sums *x = &br->sums[from->begin], *y = &br->sums[end];
    struct fit f = {0};
    if (from->begin < end) {
        f.sums = (struct sums){y->width - x->width, y->stretch - x->stretch, y->shrink - x->shrink,
                               y->fil - x->fil,     y->grow - x->grow,       y->narrow - x->narrow};
        f.hang_left = from->hang_left;
        f.hang_right = br->hang_right[end];
    }
    f.natural = f.sums.width;
    if (from->at != SIZE_MAX && br->items[from->at].kind == PARA_PENALTY) {
        f.natural += br->items[from->at].width_after;
    }
    if (end < br->n && br->items[end].kind == PARA_PENALTY) {
        f.natural += br->items[end].width;
        f.sums.stretch += br->items[end].stretch;
        if (br->items[end].width > 0) {
            f.hang_right = br->items[end].protrude_right;
        }
    }
    if (end == br->n) {
        f.sums.fil += 1; /* the end of the list counts as glue with infinite stretch */
    }
    f.indent = para_line_indent(br->params, from->line, &f.width);
    f.shortfall = (int64_t)f.width + f.hang_left + f.hang_right - f.natural;
    fit_rate(br, &f);
    return f;
}

/*
 * ---- ends that are far too short
 *
 * Most of the lines that are tried are so short that their glue would have to stretch by more than
 * `far` / 8 of its stretch. The threshold forbids this: rest * 8 >= far * (stretch + 1). Let x be
 * the totals at the line's start, and y those at its end. Some terms depend only on the start or
 * only on the end. Without these, the condition is
 *
 *      8 (room - y.width + x.width - y.grow + x.grow)
 *          >= far (y.stretch - x.stretch + background + 1)
 *
 * Two numbers are therefore compared: one is computed for each start, the other for each end.
 */

enum { NEVER_FAR = 0 };

/* The smallest `far` whose badness, 100 times the cube of far / 8, exceeds the threshold plus one
 * by 16 %. This excess is larger than all rounding errors. Returns NEVER_FAR if the threshold
 * allows almost any line, or if stretch may be negative, which makes the sums useless. */
static int64_t far_of(const struct breaker *br) {
    int64_t far = 1;
    if (br->threshold >= INF_BAD / 2 || br->background < 0 || br->negative) {
        return NEVER_FAR;
    }
    while (far * far * far * 100 <= 594 * ((int64_t)br->threshold + 1)) {
        far++;
    }
    return far;
}

static int64_t far_sum(const struct breaker *br, size_t at) {
    const struct sums *s = &br->sums[at];
    return br->params->ragged_right ? 8 * s->width
                                    : 8 * (s->width + s->grow) + br->far * s->stretch;
}

/* The `far` of the node `n`, at which a line begins. Its place and its line must be set. */
static int64_t far_begin(const struct breaker *br, const struct node *n) {
    sp width;
    (void)para_line_indent(br->params, n->line, &width);
    int64_t room = width;
    /* the start and the end of the paragraph have no item */
    bool cut = n->at < br->n && br->items[n->at].kind == PARA_PENALTY;
    room += n->hang_left - (cut ? br->items[n->at].width_after : 0);
    return 8 * room + far_sum(br, n->begin) - br->far * (br->background + 1);
}

/* The value of an end at `at`, which is compared with the `far` of the line's start. The break at
 * `at` is not forced. INT64_MAX means that such a line is always examined. */
static int64_t far_end(const struct breaker *br, size_t at) {
    const struct para_item *it = &br->items[at];
    int64_t hang = br->hang_right[at], stretch = 0;
    if (br->far == NEVER_FAR || br->sums[at].fil != 0) {
        return INT64_MAX;
    }
    if (it->kind == PARA_PENALTY) {
        hang = (it->width > 0 ? it->protrude_right : hang) - (int64_t)it->width;
        stretch = br->params->ragged_right ? 0 : it->stretch;
    }
    return far_sum(br, at) - 8 * hang + br->far * stretch;
}

/* The demerits of a line (859). */
static int64_t demerits(const struct breaker *br, const struct node *from, const struct fit *f,
                        size_t end, int32_t penalty, bool flagged) {
    const struct para_params *p = br->params;
    int64_t d = (int64_t)p->line_penalty + f->badness;
    d = d >= 10000 || d <= -10000 ? 100000000 : d * d;
    if (penalty > 0) {
        d += (int64_t)penalty * penalty;
    } else if (penalty > -PENALTY_INF) {
        d -= (int64_t)penalty * penalty;
    }
    if (from->flagged && end + 1 >= br->n) {
        d += p->final_hyphen_demerits;
    } else if (from->flagged && flagged) {
        d += p->hyphen_demerits;
    }
    if (abs((int)f->fitness - (int)from->fitness) > 1) {
        d += p->adjacent_demerits;
    }
    return d;
}

/* The class of a line. Nodes of the same class may be merged at a break (835): all lines except the
 * first have the same width, unless the number of lines matters. */
static uint32_t line_class(const struct breaker *br, uint32_t line) {
    const struct para_params *p = br->params;
    if (p->looseness != 0 || line < p->ninsets) {
        return line;
    }
    return p->ninsets > 0 ? (uint32_t)p->ninsets : line > 0;
}

/* Creates active nodes for the best ways to break at `at`, and inserts them after the node `prev`
 * (845). Returns the last node created. */
static uint32_t nodes_insert(struct breaker *br, uint32_t prev, const struct best best[NFITNESS],
                             size_t at, bool flagged) {
    int64_t least = AWFUL;
    size_t begin = br->begin[at < br->n ? at + 1 : br->n];
    for (int c = 0; c < NFITNESS; c++) {
        least = best[c].demerits < least ? best[c].demerits : least;
    }
    for (int c = 0; c < NFITNESS; c++) {
        if (best[c].demerits == AWFUL ||
            best[c].demerits - least > llabs(br->params->adjacent_demerits)) {
            continue; /* another fitness class has a better way, whatever follows (836) */
        }
        struct node node = {
            .at = at,
            .begin = begin,
            .hang_left = hang_left(br, begin),
            .line = br->nodes.p[best[c].from].line + 1,
            .prev = best[c].from,
            .next = br->nodes.p[prev].next,
            .demerits = best[c].demerits,
            .fitness = (uint8_t)c,
            .flagged = flagged,
        };
        node.far = far_begin(br, &node);
        node.cls = line_class(br, node.line);
        vec_push(&br->nodes, node);
        br->nodes.p[prev].next = (uint32_t)(br->nodes.n - 1);
        prev = (uint32_t)(br->nodes.n - 1);
        br->nactive++;
    }
    return prev;
}

/* Removes every other active node. There are too many only if nearly every item is a possible
 * break. */
static void nodes_thin(struct breaker *br) {
    uint32_t r = br->nodes.p[HEAD].next;
    while (r != NONE && br->nodes.p[r].next != NONE) {
        br->nodes.p[r].next = br->nodes.p[br->nodes.p[r].next].next;
        r = br->nodes.p[r].next;
        br->nactive--;
    }
}

/* Limits how much the number of lines may differ from that of the best way to the same place, in
 * addition to the requested looseness. Without a limit, as in TeX, a place after n lines could be
 * reached in about n ways. */
enum { LOOSE_LINES = 8 };

/* Removes nodes whose number of lines differs too much from that of the best way to `at`. */
static void nodes_near(struct breaker *br, size_t at) {
    int64_t span = llabs((int64_t)br->params->looseness) + LOOSE_LINES;
    uint32_t best = NONE;
    for (uint32_t r = br->nodes.p[HEAD].next; r != NONE; r = br->nodes.p[r].next) {
        const struct node *n = &br->nodes.p[r];
        if (n->at == at && (best == NONE || n->demerits < br->nodes.p[best].demerits)) {
            best = r;
        }
    }
    for (uint32_t prev = HEAD, r = br->nodes.p[HEAD].next; best != NONE && r != NONE;
         r = br->nodes.p[r].next) {
        if (llabs((int64_t)br->nodes.p[r].line - br->nodes.p[best].line) <= span) {
            prev = r;
        } else {
            br->nodes.p[prev].next = br->nodes.p[r].next;
            br->nactive--;
        }
    }
}

static void best_clear(struct best best[NFITNESS]) {
    for (int c = 0; c < NFITNESS; c++) {
        best[c].demerits = AWFUL;
    }
}

static bool best_none(const struct best best[NFITNESS]) {
    for (int c = 0; c < NFITNESS; c++) {
        if (best[c].demerits != AWFUL) {
            return false;
        }
    }
    return true;
}

/* Tries the line from the active node `r`, whose predecessor is `prev`, to `at` (851, 855). Returns
 * whether `r` stays active. */
static bool try_node(struct breaker *br, uint32_t prev, uint32_t r, size_t at, int32_t penalty,
                     bool flagged, struct best best[NFITNESS]) {
    const struct node *from = &br->nodes.p[r];
    bool forced = penalty <= -PENALTY_INF, stays = true;
    int64_t d;
    if (!forced && from->begin >= at) {
        return true; /* the line is empty */
    }
    struct fit f = fit_line(br, from, at);
    if (f.badness > INF_BAD || forced) {
        stays = false;
        if (br->final && f.badness > br->threshold && prev == HEAD && from->next == NONE &&
            best_none(best)) {
            d = 0; /* the line is overfull, but there is no other way (854) */
        } else if (f.badness > br->threshold) {
            return false;
        } else {
            d = demerits(br, from, &f, at, penalty, flagged);
        }
    } else if (f.badness > br->threshold) {
        return true;
    } else {
        d = demerits(br, from, &f, at, penalty, flagged);
    }
    d += from->demerits;
    if (d < best[f.fitness].demerits || best[f.fitness].demerits == AWFUL) {
        best[f.fitness] = (struct best){d, r};
    }
    return stays;
}

/* Tries the break at `at` (829). */
static void try_break(struct breaker *br, size_t at, int32_t penalty, bool flagged) {
    struct best best[NFITNESS];
    uint32_t prev = HEAD, cls = NONE;
    int64_t far = penalty <= -PENALTY_INF ? INT64_MAX : far_end(br, at);
    bool found = false;
    best_clear(best);
    for (;;) {
        uint32_t r = br->nodes.p[prev].next;
        if (found && (r == NONE || br->nodes.p[r].cls != cls)) {
            if (!best_none(best)) {
                prev = nodes_insert(br, prev, best, at, flagged);
                best_clear(best);
            }
            found = false;
        }
        if (r == NONE) {
            break;
        }
        if (br->nodes.p[r].far >= far) {
            prev = r;
            continue;
        }
        cls = br->nodes.p[r].cls;
        found = true;
        if (try_node(br, prev, r, at, penalty, flagged, best)) {
            prev = r;
        } else {
            br->nodes.p[prev].next = br->nodes.p[r].next;
            br->nactive--;
        }
    }
    if (br->params->looseness != 0) {
        nodes_near(br, at);
    }
    if (br->nactive > MAX_ACTIVE) {
        nodes_thin(br);
    }
}

static bool avoids(const struct para_params *p, size_t at) {
    size_t k = 0;
    while (k < p->navoid && p->avoid[k] != at) {
        k++;
    }
    return k < p->navoid;
}

/* Makes one pass over the paragraph (863). Returns false if no way was found. */
static bool pass(struct breaker *br) {
    br->nodes.n = 0;
    br->nactive = 1;
    vec_push(&br->nodes, (struct node){.next = START});
    struct node start = {
        .at = SIZE_MAX, .next = NONE, .hang_left = hang_left(br, 0), .fitness = DECENT};
    start.far = far_begin(br, &start);
    start.cls = line_class(br, 0);
    vec_push(&br->nodes, start);
    for (size_t i = 0; i < br->n; i++) {
        const struct para_item *it = &br->items[i];
        if (br->params->navoid && avoids(br->params, i) && !para_is_forced(it)) {
            continue;
        }
        if (it->kind == PARA_GLUE && i > 0 && br->items[i - 1].kind == PARA_BOX) {
            try_break(br, i, 0, false);
        } else if (it->kind == PARA_PENALTY && it->penalty < PENALTY_INF &&
                   (br->automatic || !it->automatic)) {
            try_break(br, i, it->penalty, it->flagged);
        }
        if (br->nodes.p[HEAD].next == NONE) {
            return false;
        }
    }
    if (!para_is_forced(&br->items[br->n - 1])) {
        try_break(br, br->n, -PENALTY_INF, false);
    }
    return br->nodes.p[HEAD].next != NONE;
}

/* The best node at the end, or the node whose number of lines is nearest to the requested looseness
 * (874, 875). */
static uint32_t final_node(const struct breaker *br, bool *loose_enough) {
    uint32_t best = br->nodes.p[HEAD].next;
    for (uint32_t r = best; r != NONE; r = br->nodes.p[r].next) {
        if (br->nodes.p[r].demerits < br->nodes.p[best].demerits) {
            best = r;
        }
    }
    int64_t want = (int64_t)br->nodes.p[best].line + br->params->looseness;
    uint32_t nearest = best;
    for (uint32_t r = br->nodes.p[HEAD].next; r != NONE; r = br->nodes.p[r].next) {
        int64_t off = llabs((int64_t)br->nodes.p[r].line - want);
        int64_t now = llabs((int64_t)br->nodes.p[nearest].line - want);
        if (off < now || (off == now && br->nodes.p[r].demerits < br->nodes.p[nearest].demerits)) {
            nearest = r;
        }
    }
    *loose_enough = (int64_t)br->nodes.p[nearest].line == want;
    return nearest;
}

/* Runs passes until one finds a way (863). */
static uint32_t passes(struct breaker *br) {
    const struct para_params *p = br->params;
    int64_t ragged = p->ragged_right ? p->width / 6 : 0;
    const struct {
        bool use, automatic, final;
        int32_t threshold;
        int64_t background;
    } plan[] = {
        {p->pretolerance >= 0, false, false, p->pretolerance, ragged},
        {true, true, false, p->tolerance, ragged},
        {p->emergency_stretch > 0, true, false, p->tolerance, ragged + p->emergency_stretch},
        {true, true, true, INF_BAD, ragged + (p->emergency_stretch > 0 ? p->emergency_stretch : 0)},
    };
    for (size_t i = 0; i < ARRAY_LEN(plan); i++) {
        br->automatic = plan[i].automatic;
        br->final = plan[i].final;
        br->threshold = plan[i].threshold;
        br->background = plan[i].background;
        br->far = far_of(br);
        if (plan[i].use && pass(br)) {
            bool loose_enough;
            uint32_t found = final_node(br, &loose_enough);
            if (loose_enough || i >= 2 || (i == 1 && !plan[2].use)) {
                return found;
            }
        }
    }
    BUG("the last pass found no way");
}

/* Sets the final line. The emergency stretch is left out, because it only makes breaking more
 * tolerant. */
static struct para_line line_set(const struct breaker *br, const struct node *from, size_t end) {
    struct fit f = fit_line(br, from, end);
    const struct sums *s = &f.sums;
    struct para_line line = {
        .begin = from->begin < end ? from->begin : end,
        .end = end,
        .hyphen = end < br->n && br->items[end].kind == PARA_PENALTY && br->items[end].width > 0,
        .natural = sp_clamp(f.natural),
        .indent = f.indent,
        .width = f.width,
        .measure = br->params->width,
        .hang_left = f.hang_left,
        .hang_right = f.hang_right,
        .badness = f.badness,
        .overfull = f.badness > INF_BAD,
    };
    if (f.shortfall > 0 && s->fil > 0) {
        line.ratio = f.rest * 65536 / s->fil;
    } else if (f.shortfall > 0 && !br->params->ragged_right) {
        line.expand = s->grow > 0 ? (int32_t)((f.shortfall - f.rest) * 65536 / s->grow) : 0;
        line.ratio = s->stretch > 0 ? f.rest * 65536 / s->stretch : 0;
    } else if (f.shortfall < 0 && !br->params->ragged_right) {
        int64_t narrowed = -f.shortfall + f.rest;
        line.expand = s->narrow > 0 ? (int32_t)(-narrowed * 65536 / s->narrow) : 0;
        line.ratio = s->shrink > 0 ? f.rest * 65536 / s->shrink : 0;
        line.ratio = line.ratio < -65536 ? -65536 : line.ratio;
    }
    return line;
}

/* Makes the lines by going back from the last break (877). */
static struct para_line *lines_make(struct arena *a, struct breaker *br, uint32_t last,
                                    size_t *nlines) {
    size_t n = br->nodes.p[last].line;
    struct para_line *lines = ARENA_ARRAY(a, struct para_line, n);
    br->background = br->params->ragged_right ? br->params->width / 6 : 0;
    *nlines = n;
    for (uint32_t r = last; r != START; r = br->nodes.p[r].prev) {
        const struct node *node = &br->nodes.p[r];
        lines[--n] = line_set(br, &br->nodes.p[node->prev], node->at);
    }
    return lines;
}

struct para_line *para_break(struct arena *a, const struct para_item *items, size_t n,
                             const struct para_params *params, size_t *nlines) {
    *nlines = 0;
    if (n == 0) {
        return NULL;
    }
    struct breaker br = {.items = items, .n = n, .params = params};
    if (n >= SIZE_MAX / sizeof *br.sums) {
        BUG("a paragraph too long");
    }
    br.sums = xmalloc((n + 1) * sizeof *br.sums); /* every element is set in the loop below */
    br.begin = xmalloc((n + 1) * sizeof *br.begin);
    br.hang_right = xmalloc((n + 1) * sizeof *br.hang_right);
    sums_make(&br);
    begins_make(&br);
    struct para_line *lines = lines_make(a, &br, passes(&br), nlines);
    vec_drop(&br.nodes);
    free(br.hang_right);
    free(br.begin);
    free(br.sums);
    return lines;
}
