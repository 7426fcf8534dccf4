/* SPDX-License-Identifier: MIT */
/*
 * The terminal, the environment, and the place of the program.
 */
#include "cli/cli.h"

#include "core/base/datadir.h"
#include "core/base/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool cli_errors_to_terminal(void) {
    return isatty(STDERR_FILENO) == 1;
}

bool cli_on_terminal(struct str path) {
    struct str own[] = {STR("-"), STR("/dev/stdout"), STR("/dev/fd/1"), STR("/dev/tty")};
    for (size_t i = 0; i < ARRAY_LEN(own); i++) {
        if (str_eq(path, own[i])) {
            return i + 1 == ARRAY_LEN(own) || isatty(STDOUT_FILENO) == 1;
        }
    }
    return false;
}

bool cli_colour(void) {
    const char *none = getenv("NO_COLOR"), *term = getenv("TERM");
    return cli_errors_to_terminal() && !(none && *none) && !(term && str_is(str_of(term), "dumb"));
}

unsigned cli_terminal_width(void) {
    struct winsize w;
    if (cli_errors_to_terminal() && ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 0) {
        return w.ws_col;
    }
    return 0;
}

void cli_print_error(struct str text) {
    struct buf safe = BUF_INIT;
    diag_put_safe(&safe, text);
    cli_print_error_as_is(buf_view(&safe));
    buf_drop(&safe);
}

void cli_printf_error(const char *fmt, ...) {
    struct buf b = BUF_INIT;
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&b, fmt, ap);
    va_end(ap);
    cli_print_error(buf_view(&b));
    buf_drop(&b);
}

void cli_cannot_write(struct arena *a, struct str path, int error) {
    cli_printf_error("dossier: cannot write `%.*s`: %.*s\n", STR_ARG(path),
                     STR_ARG(file_why_unwritten(a, path, error)));
}

void cli_print_error_as_is(struct str text) {
    while (text.n) {
        ssize_t k = write(STDERR_FILENO, text.p, text.n);
        if (k < 0 && errno != EINTR) {
            return; /* standard error is gone: nothing can be reported */
        }
        text = str_from(text, k > 0 ? (size_t)k : 0);
    }
}

bool cli_prints_to_terminal(void) {
    return isatty(STDOUT_FILENO) == 1;
}

void cli_print(struct str text) {
    if (!cli_prints_to_terminal()) {
        fwrite(text.p, 1, text.n, stdout); /* main() checks that all output arrived */
        return;
    }
    struct buf safe = BUF_INIT;
    diag_put_safe(&safe, text);
    fwrite(safe.p, 1, safe.n, stdout);
    buf_drop(&safe);
}

void cli_progress(size_t done, size_t total, struct str name) {
    if (!cli_errors_to_terminal() || total < 2) {
        return;
    }
    struct buf b = BUF_INIT;
    buf_printf(&b, "\r\033[K[%zu/%zu] ", done, total);
    diag_put_safe(&b, name);
    cli_print_error_as_is(buf_view(&b));
    buf_drop(&b);
}

void cli_progress_end(void) {
    if (cli_errors_to_terminal()) {
        cli_print_error_as_is(STR("\r\033[K"));
    }
}

/** Returns the path of a file or folder of dossier in one of the folders of the XDG base directory
 * specification. */
static struct str xdg_path(struct arena *a, const char *variable, struct str fallback,
                           struct str name) {
    struct str dir = str_of(getenv(variable)), home = str_of(getenv("HOME"));
    if (dir.n == 0 || dir.p[0] != '/') { /* the specification requires an absolute path */
        dir = home.n ? path_join(a, home, fallback) : STR_EMPTY;
    }
    return dir.n ? path_join(a, dir, name) : STR_EMPTY;
}

struct str cli_home(void) {
    return str_of(getenv("HOME"));
}

struct str cli_library_path(struct arena *a) {
    return xdg_path(a, "XDG_DATA_HOME", STR(".local/share"), STR("dossier/library.db"));
}

struct str cli_library_named(const struct cli_options *o) {
    return o->build.library.n ? o->build.library : cli_library_path(o->arena);
}

struct str cli_cache_dir(struct arena *a) {
    return xdg_path(a, "XDG_CACHE_HOME", STR(".cache"), STR("dossier"));
}

struct str cli_dictionaries(void) {
    return str_of(getenv("DICPATH"));
}

struct str cli_temp_dir(void) {
    struct str dir = str_of(getenv("TMPDIR"));
    return dir.n && dir.p[0] == '/' ? dir : STR("/tmp");
}

struct str cli_environment(struct arena *a) {
    /* see fonts.conf(5), ld.so(8), and putil.cpp of ICU */
    static const char *const names[] = {"FONTCONFIG_FILE",
                                        "FONTCONFIG_PATH",
                                        "FONTCONFIG_SYSROOT",
                                        "XDG_CONFIG_HOME",
                                        "XDG_DATA_HOME",
                                        "XDG_DATA_DIRS",
                                        "HOME",
                                        "LD_LIBRARY_PATH",
                                        "LD_PRELOAD",
                                        "ICU_DATA",
                                        "LC_ALL",
                                        "LC_CTYPE",
                                        "LANG"};
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        const char *value = getenv(names[i]);
        buf_printf(&b, "%s%s\n", value ? "=" : "", value ? value : "");
    }
    return buf_finish(&b, a);
}

int64_t cli_epoch(void) {
    const char *text = getenv("SOURCE_DATE_EPOCH");
    int64_t v;
    return text && str_to_i64(str_of(text), &v) && v >= 0 ? v : -1;
}

size_t cli_data_dirs(struct arena *a, struct str *out, size_t max) {
    size_t n = datadir_list(a, out, max);
    struct str own = cli_library_path(a); /* styles/ beside the library, if it exists */
    if (n > 0 && n < max && own.n && file_is_dir(path_join(a, path_dir(own), STR("styles")))) {
        /* the folder beside the library comes before the folder of the installation */
        out[n] = out[n - 1];
        out[n - 1] = path_dir(own);
        n++;
    }
    return n;
}
