/* SPDX-License-Identifier: MIT */
/*
 * The fields of a cached result. The same functions write and read them. When a finding refers to a
 * text for the first time, the path of the text's file is written. If the content of the file is
 * not that text, the result is not saved.
 */
#include "job/build/results.h"

#include "core/base/bounds.h"

#define MAX_TEXT (64u << 10) /* maximum size in bytes of a text that is saved with the result */
/* maximum size in bytes of a text that is read again to show a place in it */
#define MAX_REREAD (64u << 20)

/* ---- stamps */

static void file_fields(struct memo_fields *f, struct result_file *file) {
    memo_text(f, &file->name);
    memo_number(f, &file->size);
    memo_bytes(f, file->digest.byte, DIGEST_SIZE);
    memo_bytes(f, &file->id, sizeof file->id);
}

void build_result_stamps(struct memo_fields *f, struct result *v) {
    memo_query_fields(f, &v->queries, &v->nqueries);
    MEMO_LIST(f, v->targets, v->ntargets, DIGEST_SIZE);
    for (size_t i = 0; i < v->ntargets && !f->bad; i++) {
        struct result_target *t = &v->targets[i];
        file_fields(f, &t->file);
        memo_number(f, &t->pages);
        MEMO_LIST(f, t->companions, t->ncompanions, DIGEST_SIZE);
        for (size_t k = 0; k < t->ncompanions && !f->bad; k++) {
            file_fields(f, &t->companions[k]);
        }
    }
}

/* ---- texts that findings point into */

/** Whether a text is the content of its file. Digests are compared. For a database, only the sizes
 * are compared, because a digest would take time for each document of a site. The sizes differ if
 * the text was converted from another encoding. */
static bool is_content(const struct result_texts *texts, const struct source *src) {
    const struct memo_query *q = memo_find_query(texts->inputs, MEMO_CONTENT, src->name);
    if (!q || q->database || q->found != MEMO_FILE || !q->summed) {
        return q && q->database && q->id.size == src->text.n && src->text.n <= MAX_REREAD;
    }
    struct digest digest = digest_of(src->window ? STR_EMPTY : src->text);
    return !src->window && digest_eq(&q->digest, &digest);
}

/** Returns the path by which the document itself names a text, or the empty slice. For a shared
 * database, the stored path is the one by which another document named it. */
static struct str own_path(const struct result_texts *texts, struct str path) {
    const struct memo_query *q = memo_find_query(texts->inputs, MEMO_CONTENT, path);
    struct file_id id, other;
    if (!q || !q->database) {
        return path;
    }
    bool known = file_identify(path, &id) == 0;
    for (size_t i = 0; i < texts->run->inputs.n; i++) {
        struct str own = texts->run->inputs.p[i];
        if (str_eq(own, path) ||
            (known && file_identify(own, &other) == 0 && file_id_eq(&id, &other))) {
            return own;
        }
    }
    return STR_EMPTY;
}

enum text_kind { TEXT_MISSING, TEXT_OF_FILE, TEXT_SAVED, TEXT_KINDS };

static struct source *source_fields(struct memo_fields *f, struct result_texts *texts,
                                    struct source *src) {
    uint64_t kind = TEXT_MISSING;
    struct str name = STR_EMPTY, text = STR_EMPTY;
    if (f->out) {
        const struct memo_query *q = memo_find_query(texts->inputs, MEMO_CONTENT, src->name);
        texts->elsewhere = texts->elsewhere || !q || q->database;
        name = own_path(texts, src->name);
        kind = !src->text.p ? TEXT_MISSING : is_content(texts, src) ? TEXT_OF_FILE : TEXT_SAVED;
        text = kind == TEXT_SAVED ? src->text : STR_EMPTY;
        f->bad = f->bad || text.n > MAX_TEXT || src->parts || (!name.n && src->name.n) ||
                 (src->window && kind == TEXT_SAVED);
    }
    memo_number_below(f, &kind, TEXT_KINDS);
    memo_text(f, &name);
    memo_text(f, &text);
    if (f->out || f->bad) {
        return src;
    }
    text = kind == TEXT_MISSING ? (struct str){NULL, 0} : text;
    f->bad = kind == TEXT_OF_FILE && file_read(f->arena, name, LIMIT_DATABASE, &text) != 0;
    return source_new(f->arena, name, text);
}

/** Writes or reads a place in a text. The number of the text in the list comes before the place.
 * The number 0 means that there is no place. */
static void span_fields(struct memo_fields *f, struct span *s, void *user) {
    struct result_texts *texts = user;
    uint64_t i = 0;
    while (f->out && s->src && i < texts->list.n && texts->list.p[i] != s->src) {
        i++;
    }
    i += f->out && s->src;
    memo_number_below(f, &i, texts->list.n + 2);
    if (i == texts->list.n + 1) {
        vec_push(&texts->list, source_fields(f, texts, s->src));
    }
    memo_offsets(f, s, i && !f->bad ? texts->list.p[i - 1] : NULL);
}

/* ---- findings and the rest */

void build_result_fields(struct memo_fields *f, struct result *v, struct result_texts *texts) {
    memo_texts(f, &v->inputs, &v->ninputs);
    memo_text(f, &v->verdict);
    MEMO_LIST(f, v->findings, v->nfindings, 8);
    for (size_t i = 0; i < v->nfindings && !f->bad; i++) {
        memo_finding(f, &v->findings[i], span_fields, texts);
    }
    /* the place of a finding in a database may change although the trace stays the same */
    v->traced = v->traced && !texts->elsewhere;
    memo_flag(f, &v->traced);
    memo_text(f, &v->trace);
}
