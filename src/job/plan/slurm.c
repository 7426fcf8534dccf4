/* SPDX-License-Identifier: MIT */
/*
 * Plans for Slurm (sbatch(1)): a script and a list of documents beside the script. The script
 * submits itself as an array of tasks and as a final job. Each task builds one part of the list,
 * and the final job summarizes the results. A task skips a document if the mark of the document is
 * newer than all of its inputs. Tasks share only files, which are created by rename(2). So any
 * folder works that all nodes can access.
 */
#include "job/plan/plan_model.h"

enum { MAX_TASKS = 1000, MIN_CHUNK = 16 }; /* Slurm's default MaxArraySize is 1001 */

static const char *lacks(const struct plan *p, struct str path) {
    (void)p, (void)path;
    return NULL;
}

/** Writes a word in which each line end is replaced by a variable, because the list has one unit
 * per line. */
static void put_word(struct buf *out, struct str word) {
    struct buf b = BUF_INIT;
    plan_shell_word(&b, word);
    for (size_t i = 0; i < b.n; i++) {
        if (b.p[i] == '\n') {
            buf_puts(out, "'\"$nl\"'");
        } else {
            buf_putc(out, b.p[i]);
        }
    }
    buf_drop(&b);
}

static void put_words(struct buf *out, const struct str *words, size_t n) {
    for (size_t i = 0; i < n; i++) {
        buf_putc(out, ' ');
        put_word(out, words[i]);
    }
}

static void begin(struct plan *p) {
    buf_puts(&p->list, "# " PLAN_MARK ", for the script beside it\n");
}

/** Writes "unit KIND ID FOLDER NAME COUNT OUTPUT... INPUT...". */
static void unit(struct plan *p, const struct plan_unit *u) {
    struct buf *out = &p->list;
    buf_printf(out, "unit %s %.*s", u->site ? "site" : "document", STR_ARG(u->inputs_id));
    put_words(out, &u->to, 1);
    put_words(out, &u->name, 1);
    buf_printf(out, " %zu", u->noutputs + u->ncompanions);
    put_words(out, u->outputs, u->noutputs);
    put_words(out, u->companions, u->ncompanions);
    put_words(out, u->inputs, u->ninputs);
    if (str_index(p->opt->program, '/') != STR_NONE) {
        put_words(out, &p->opt->program, 1);
    }
    buf_putc(out, '\n');
}

/** Writes name='value'. */
static void put_setting(struct buf *out, const char *name, struct str value) {
    buf_printf(out, "%s=", name);
    plan_shell_word(out, value);
    buf_putc(out, '\n');
}

static void put_function(struct plan *p, bool site) {
    struct plan_unit any = {.site = site};
    buf_printf(&p->text, "make_%s() {\n    ", site ? "site" : "document");
    plan_shell_word(&p->text, p->opt->program);
    buf_putc(&p->text, ' ');
    plan_command(p, &any, &p->text);
    buf_puts(&p->text, " \"$@\"\n}\n");
}

/* The script, without the settings at its beginning. */
static const char script[] =
    "# A unit is fresh when its mark is there, its outputs are, and nothing that it is made from "
    "is younger\n"
    "# than the mark, which is as old as the build was when it began.\n"
    "is_fresh() { # COUNT OUTPUT... INPUT...\n"
    "    [ -e \"$mark.done\" ] || return 1\n"
    "    outputs=$1\n"
    "    shift\n"
    "    for file in \"$@\"; do\n"
    "        [ -e \"$file\" ] || return 1\n"
    "        [ \"$outputs\" -gt 0 ] || [ ! \"$file\" -nt \"$mark.done\" ] || return 1\n"
    "        outputs=$((outputs - 1))\n"
    "    done\n"
    "}\n"
    "unit() { # KIND ID FOLDER NAME COUNT OUTPUT... INPUT...\n"
    "    kind=$1 mark=$state/$2 to=$3 name=$4\n"
    "    shift 4\n"
    "    if is_fresh \"$@\"; then\n"
    "        return\n"
    "    fi\n"
    "    : >\"$mark.$run\"\n"
    "    if [ \"$kind\" = site ]; then make_site -o \"$to\" -- \"$name\"; else make_document -o "
    "\"$to\" -- \"$name\"; fi\n"
    "    status=$?\n"
    "    if [ $status -eq 0 ]; then mv -f -- \"$mark.$run\" \"$mark.done\"; else rm -f -- "
    "\"$mark.$run\" \"$mark.done\"; fi\n"
    "    printf '%s %s\\n' $status \"$(printf '%s' \"$name\" | tr '\\n' ' ')\" "
    ">>\"$state/$run/$task.begun\"\n"
    "}\n"
    "case ${1:-plan} in\n"
    "plan)\n"
    "    again || exit\n"
    "    exec sh \"$plan\" submit\n"
    "    ;;\n"
    "submit)\n"
    "    [ $tasks -gt 0 ] || exit 0\n"
    "    run=$(date +%Y%m%d%H%M%S).$$\n"
    "    mkdir -p \"$state/$run\" || exit 3\n"
    "    array=$(sbatch --parsable --array=\"0-$((tasks - 1))$limit\" "
    "--output=\"$state/$run/%a.log\" \"$plan\" task \"$run\") || exit 3\n"
    "    sbatch --wait --dependency=\"afterany:${array%%;*}\" --output=\"$state/$run/close.log\" "
    "\"$plan\" close \"$run\"\n"
    "    status=$?\n"
    "    cat \"$state/$run/close.log\" >&2\n"
    "    [ $status -ne 0 ] || rm -rf -- \"$state/$run\"\n"
    "    exit $status\n"
    "    ;;\n"
    "task)\n"
    "    run=$2 task=$SLURM_ARRAY_TASK_ID\n"
    "    first=$((task * chunk + 2))\n"
    "    : >\"$state/$run/$task.begun\"\n"
    "    eval \"$(sed -n \"$first,$((first + chunk - 1))p\" \"$plan.list\")\"\n"
    "    mv -f -- \"$state/$run/$task.begun\" \"$state/$run/$task.ended\"\n"
    "    ;;\n"
    "close)\n"
    "    run=$2 worst=0 built=0 task=0\n"
    "    while [ $task -lt $tasks ]; do\n"
    "        if [ ! -e \"$state/$run/$task.ended\" ]; then\n"
    "            echo \"task $task did not end: see $state/$run/$task.log\"\n"
    "            worst=3\n"
    "        else\n"
    "            while read -r status name; do\n"
    "                built=$((built + 1))\n"
    "                [ \"$status\" -eq 0 ] || echo \"$name: exit status $status, see "
    "$state/$run/$task.log\"\n"
    "                [ \"$status\" -le $worst ] || worst=$status\n"
    "            done <\"$state/$run/$task.ended\"\n"
    "        fi\n"
    "        task=$((task + 1))\n"
    "    done\n"
    "    echo \"$built of $units built\"\n"
    "    exit $worst\n"
    "    ;;\n"
    "esac\n";

static bool end(struct plan *p) {
    struct buf *out = &p->text;
    size_t chunk = p->opt->chunk, even = p->units / MAX_TASKS + (p->units % MAX_TASKS > 0);
    chunk = chunk ? chunk : even > MIN_CHUNK ? even : MIN_CHUNK;
    p->counts->tasks = p->units / chunk + (p->units % chunk > 0);
    buf_puts(out, "#!/bin/sh\n# " PLAN_MARK ": is made anew when it is run, not to be edited\n"
                  "# `sh FILE` in the folder where it was written submits it, and ends as its "
                  "documents have;\n"
                  "# `sh FILE submit` leaves the plan as it is.\n"
                  "#SBATCH --job-name=dossier\n"
                  "#SBATCH --ntasks=1\n"
                  "set -u\n"
                  "nl='\n'\n");
    put_setting(out, "plan", p->file);
    put_setting(out, "state", p->state);
    buf_printf(out, "units=%zu\nchunk=%zu\ntasks=%zu\nlimit=", p->units, chunk, p->counts->tasks);
    if (p->opt->limit) {
        buf_printf(out, "%%%zu", p->opt->limit);
    }
    buf_puts(out, "\nagain() {\n    ");
    plan_put_again(p, out);
    buf_puts(out, "\n}\n");
    put_function(p, false);
    put_function(p, true);
    buf_puts(out, script);
    struct str list = arena_join(p->arena, 2, p->file, STR(".list"));
    return plan_keep(p, list, buf_view(&p->list));
}

const struct plan_format plan_slurm = {
    .name = "slurm",
    .file = "plan.sh",
    .lacks = lacks,
    .begin = begin,
    .unit = unit,
    .end = end,
};
