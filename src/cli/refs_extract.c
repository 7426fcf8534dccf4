/* SPDX-License-Identifier: MIT */
/*
 * dossier refs extract: extracts the attachments of `build --attach` from a PDF, which is not
 * trusted. References that are JSON are written unchanged. Sources are written below one folder:
 * names that lead elsewhere, hidden files and symbolic links are refused, and no file is written if
 * one would be overwritten.
 */
#include "cli/refs.h"

#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/utf8.h"
#include "core/data/json.h"
#include "core/files/file_host.h"
#include "print/pdfread/pdfread.h"

#include <errno.h>
#include <sys/stat.h>

DIAG_USE(DIAG_CANNOT_WRITE);
DIAG_USE(DIAG_BAD_ATTACHMENT);
DIAG_USE(DIAG_NOTHING_ATTACHED);
DIAG_USE(DIAG_UNSAFE_NAME);
DIAG_USE(DIAG_FILE_EXISTS);

#define CSL_JSON "application/vnd.citationstyles.csl+json"

/* The maximum number of parts of a name, and of bytes in one part. */
enum { PARTS_MAX = 32, PART_BYTES = 255 };

struct extract {
    struct refs *r;
    struct str pdf;     /* the path of the PDF */
    struct source *src; /* a source without text, so that diagnostics name only the file */
    struct pdfread_files files;
    size_t faults; /* the number of findings that were reported while the PDF was read */
};

static struct span whole(const struct extract *x) {
    return span_make(x->src, 0, 0);
}

/** Reports that the PDF has no attachment of a kind, unless an error in the PDF was reported. */
static void report_nothing(struct extract *x, const char *what) {
    struct diags *d = &x->r->job.diags;
    if (x->faults) {
        return;
    }
    struct diag *g = diag_add(d, DIAG_NOTHING_ATTACHED, whole(x), "no %s are attached to `%.*s`",
                              what, STR_ARG(x->src->name));
    diag_hint(d, g, "`dossier build --attach %s` puts them in", what);
}

/* ---- the references */

static void write_refs(struct extract *x) {
    struct refs *r = x->r;
    const struct pdfread_file *refs = NULL;
    for (size_t i = 0; i < x->files.n && !refs; i++) {
        refs = str_is(x->files.p[i].mime, CSL_JSON) ? &x->files.p[i] : NULL;
    }
    if (!refs) {
        report_nothing(x, "refs");
        return;
    }
    struct str name = arena_join(r->arena, 2, x->pdf, STR(": references"));
    if (!json_parse(r->arena, source_new(r->arena, name, refs->data), &r->job.diags)) {
        return; /* the parser has reported the error at its place */
    }
    if (r->output.p && !str_is(r->output, "-")) {
        (void)refs_write(r, r->output, STR("the output"), refs->data);
    } else {
        buf_str(&r->out, refs->data);
    }
}

/* ---- names */

static bool is_safe_part(struct str part) {
    if (part.n == 0 || part.n > PART_BYTES || part.p[0] == '.') {
        return false; /* "." and "..", and names of hidden files: .git, .envrc */
    }
    for (size_t at = 0; at < part.n;) {
        uint32_t cp = utf8_next(part, &at);
        if (cp < 0x20 || (cp >= 0x7F && cp < 0xA0) || cp == '\\' || cp == UTF8_REPLACEMENT) {
            return false;
        }
    }
    return true;
}

static bool is_safe_name(struct str name) {
    size_t parts = 0;
    while (name.p) {
        if (!is_safe_part(str_cut(&name, '/')) || ++parts > PARTS_MAX) {
            return false;
        }
    }
    return parts > 0;
}

/** Whether no folder between `dir` and the file is a symbolic link, which could lead out of
 * `dir`. */
static bool stays_below(struct refs *r, struct str dir, struct str name) {
    for (size_t i = 0; i < name.n; i++) {
        struct stat st;
        if (name.p[i] == '/' &&
            lstat(path_join(r->arena, dir, str_slice(name, 0, i)).p, &st) == 0 &&
            !S_ISDIR(st.st_mode)) {
            return false;
        }
    }
    return true;
}

/** Whether a file may be written to `path`: if nothing is there, or if --force is given and it is
 * an ordinary file. */
static bool is_free(const struct extract *x, struct str path) {
    struct stat st;
    if (lstat(path.p, &st) != 0) {
        /* other errors are reported when the file is written */
        return errno == ENOENT || errno == ENOTDIR;
    }
    if (x->r->force && S_ISREG(st.st_mode)) {
        bool granted = refs_ask(x->r, path, path);
        x->r->job.refused = x->r->job.refused || !granted;
        return granted;
    }
    struct diag *g = diag_add(&x->r->job.diags, DIAG_FILE_EXISTS, whole(x),
                              "`%.*s` is there already", STR_ARG(path));
    if (!S_ISREG(st.st_mode)) {
        diag_hint(&x->r->job.diags, g, "and it is not a plain file: choose another folder");
    }
    return false;
}

/* ---- the sources */

/** Returns the path of an attached file in the folder of --sources. If its name is unsafe, this is
 * reported, and the result is empty. */
static struct str place(const struct extract *x, const struct pdfread_file *f) {
    struct refs *r = x->r;
    if (!is_safe_name(f->name) || !stays_below(r, r->folder, f->name)) {
        diag_add(
            &r->job.diags, DIAG_UNSAFE_NAME, whole(x),
            "an attached file has the name `%.*s`, which may lead out of the folder or be hidden",
            STR_ARG(f->name));
        return STR_EMPTY;
    }
    return path_join(r->arena, r->folder, f->name);
}

static void write_source(struct extract *x, struct str path, struct str data) {
    int err = file_make_dirs(path_dir(path));
    if (!err) {
        (void)refs_write(x->r, path, path, data);
        return;
    }
    struct diag *g = diag_add(&x->r->job.diags, DIAG_CANNOT_WRITE, whole(x), "cannot write `%.*s`",
                              STR_ARG(path));
    diag_hint(&x->r->job.diags, g, "%s", file_why(err));
    x->r->job.io_failed = true;
}

static void write_sources(struct extract *x) {
    struct refs *r = x->r;
    struct str *paths = ARENA_ARRAY(r->arena, struct str, x->files.n + 1);
    struct map taken = MAP_INIT;
    bool clear = true;
    size_t n = 0;
    for (size_t i = 0; i < x->files.n; i++) {
        const struct pdfread_file *f = &x->files.p[i];
        if (!f->is_source) {
            continue;
        }
        n++;
        paths[i] = place(x, f);
        if (paths[i].n && map_find(&taken, paths[i])) {
            diag_add(&r->job.diags, DIAG_BAD_ATTACHMENT, whole(x),
                     "two attached files are called `%.*s`", STR_ARG(f->name));
            paths[i] = STR_EMPTY;
        } else if (paths[i].n) {
            map_put(&taken, paths[i], x);
            clear = is_free(x, paths[i]) && clear;
        }
    }
    map_drop(&taken);
    if (n == 0) {
        report_nothing(x, "sources");
    }
    for (size_t i = 0; clear && i < x->files.n; i++) {
        if (paths[i].n) {
            write_source(x, paths[i], x->files.p[i].data);
        }
    }
}

/* ---- the command */

static bool read_files(struct extract *x) {
    struct refs *r = x->r;
    struct str bytes;
    struct cli_guard guard;
    cli_guard_begin(&guard, r->report.diagnostics);
    int err = file_read(r->arena, x->pdf, LIMIT_PDF, &bytes);
    if (err) {
        cli_guard_end(&guard);
        file_host_report(NULL, &r->job.diags, SPAN_NONE, x->pdf, err);
        r->job.io_failed = true;
        return false;
    }
    bool ok = pdfread_attachments(r->arena, x->src->name, bytes, &x->files, &r->job.diags);
    cli_guard_end(&guard);
    x->faults = r->job.diags.n;
    return ok;
}

int refs_extract(struct refs *r) {
    if (r->files.n != 1) {
        return refs_usage(r, r->files.n ? "one PDF at a time" : "no PDF given");
    }
    struct extract x = {.r = r, .pdf = r->files.p[0]};
    (void)guard_read(&r->guard, x.pdf);
    if (r->output.p && !refs_ask(r, r->output, STR("the output"))) {
        return CLI_USAGE;
    }
    x.src = source_new(r->arena, str_is(x.pdf, "-") ? STR("<stdin>") : x.pdf, STR_EMPTY);
    if (read_files(&x)) {
        if (!r->folder.p || r->output.p) {
            write_refs(&x);
        }
        if (r->folder.p) {
            r->folder = r->folder.n ? r->folder : STR(".");
            write_sources(&x);
        }
    }
    return refs_finish(r);
}
