/* SPDX-License-Identifier: MIT */
/*
 * Journals of astronomy by the commands of AASTeX and the Astrophysics Data System: `journal =
 * {\apj}`. Definitions in the file have precedence.
 */
#include "cite/bib/bibtex/bibtex.h"

#include "core/base/bounds.h"

#include <stdlib.h>
#include <string.h>

/** A command without its backslash, and the journal's full name. Sorted by bytes. */
struct journal {
    struct str command, name;
};

/* clang-format off */
static const struct journal journals[] = {
    {STR_INIT("aap"), STR_INIT("Astronomy and Astrophysics")},
    {STR_INIT("aapr"), STR_INIT("Astronomy and Astrophysics Review")},
    {STR_INIT("aaps"), STR_INIT("Astronomy and Astrophysics Supplement Series")},
    {STR_INIT("actaa"), STR_INIT("Acta Astronomica")},
    {STR_INIT("aipcs"), STR_INIT("American Institute of Physics Conference Series")},
    {STR_INIT("aj"), STR_INIT("Astronomical Journal")},
    {STR_INIT("an"), STR_INIT("Astronomische Nachrichten")},
    {STR_INIT("ao"), STR_INIT("Applied Optics")},
    {STR_INIT("apj"), STR_INIT("Astrophysical Journal")},
    {STR_INIT("apjl"), STR_INIT("Astrophysical Journal Letters")},
    {STR_INIT("apjlett"), STR_INIT("Astrophysical Journal Letters")},
    {STR_INIT("apjs"), STR_INIT("Astrophysical Journal Supplement Series")},
    {STR_INIT("apjsupp"), STR_INIT("Astrophysical Journal Supplement Series")},
    {STR_INIT("aplett"), STR_INIT("Astrophysical Letters")},
    {STR_INIT("applopt"), STR_INIT("Applied Optics")},
    {STR_INIT("apspr"), STR_INIT("Astrophysics Space Physics Research")},
    {STR_INIT("apss"), STR_INIT("Astrophysics and Space Science")},
    {STR_INIT("araa"), STR_INIT("Annual Review of Astronomy and Astrophysics")},
    {STR_INIT("areps"), STR_INIT("Annual Review of Earth and Planetary Sciences")},
    {STR_INIT("ascom"), STR_INIT("Astronomy and Computing")},
    {STR_INIT("aspcs"), STR_INIT("Astronomical Society of the Pacific Conference Series")},
    {STR_INIT("astl"), STR_INIT("Astronomy Letters")},
    {STR_INIT("azh"), STR_INIT("Astronomicheskii Zhurnal")},
    {STR_INIT("baas"), STR_INIT("Bulletin of the American Astronomical Society")},
    {STR_INIT("bac"), STR_INIT("Bulletin of the Astronomical Institutes of Czechoslovakia")},
    {STR_INIT("bain"), STR_INIT("Bulletin of the Astronomical Institutes of the Netherlands")},
    {STR_INIT("caa"), STR_INIT("Chinese Astronomy and Astrophysics")},
    {STR_INIT("cjaa"), STR_INIT("Chinese Journal of Astronomy and Astrophysics")},
    {STR_INIT("cqg"), STR_INIT("Classical and Quantum Gravity")},
    {STR_INIT("dps"), STR_INIT("Bulletin of the Division for Planetary Sciences")},
    {STR_INIT("epsl"), STR_INIT("Earth and Planetary Science Letters")},
    {STR_INIT("expa"), STR_INIT("Experimental Astronomy")},
    {STR_INIT("fcp"), STR_INIT("Fundamentals of Cosmic Physics")},
    {STR_INIT("gca"), STR_INIT("Geochimica et Cosmochimica Acta")},
    {STR_INIT("grl"), STR_INIT("Geophysical Research Letters")},
    {STR_INIT("iaucirc"), STR_INIT("IAU Circulars")},
    {STR_INIT("icarus"), STR_INIT("Icarus")},
    {STR_INIT("jaavso"), STR_INIT("Journal of the American Association of Variable Star Observers")},
    {STR_INIT("jatis"), STR_INIT("Journal of Astronomical Telescopes, Instruments, and Systems")},
    {STR_INIT("jcap"), STR_INIT("Journal of Cosmology and Astroparticle Physics")},
    {STR_INIT("jcp"), STR_INIT("Journal of Chemical Physics")},
    {STR_INIT("jgr"), STR_INIT("Journal of Geophysical Research")},
    {STR_INIT("jhep"), STR_INIT("Journal of High Energy Physics")},
    {STR_INIT("jqsrt"), STR_INIT("Journal of Quantitative Spectroscopy and Radiative Transfer")},
    {STR_INIT("jrasc"), STR_INIT("Journal of the Royal Astronomical Society of Canada")},
    {STR_INIT("maps"), STR_INIT("Meteoritics and Planetary Science")},
    {STR_INIT("memras"), STR_INIT("Memoirs of the Royal Astronomical Society")},
    {STR_INIT("memsai"), STR_INIT("Memorie della Società Astronomica Italiana")},
    {STR_INIT("mnras"), STR_INIT("Monthly Notices of the Royal Astronomical Society")},
    {STR_INIT("na"), STR_INIT("New Astronomy")},
    {STR_INIT("nar"), STR_INIT("New Astronomy Reviews")},
    {STR_INIT("nat"), STR_INIT("Nature")},
    {STR_INIT("natas"), STR_INIT("Nature Astronomy")},
    {STR_INIT("natgeo"), STR_INIT("Nature Geoscience")},
    {STR_INIT("newa"), STR_INIT("New Astronomy")},
    {STR_INIT("nphysa"), STR_INIT("Nuclear Physics A")},
    {STR_INIT("pasa"), STR_INIT("Publications of the Astronomical Society of Australia")},
    {STR_INIT("pasj"), STR_INIT("Publications of the Astronomical Society of Japan")},
    {STR_INIT("pasp"), STR_INIT("Publications of the Astronomical Society of the Pacific")},
    {STR_INIT("physrep"), STR_INIT("Physics Reports")},
    {STR_INIT("physscr"), STR_INIT("Physica Scripta")},
    {STR_INIT("planss"), STR_INIT("Planetary and Space Science")},
    {STR_INIT("pnas"), STR_INIT("Proceedings of the National Academy of Sciences")},
    {STR_INIT("pra"), STR_INIT("Physical Review A")},
    {STR_INIT("prb"), STR_INIT("Physical Review B")},
    {STR_INIT("prc"), STR_INIT("Physical Review C")},
    {STR_INIT("prd"), STR_INIT("Physical Review D")},
    {STR_INIT("pre"), STR_INIT("Physical Review E")},
    {STR_INIT("prl"), STR_INIT("Physical Review Letters")},
    {STR_INIT("procspie"), STR_INIT("Proceedings of the SPIE")},
    {STR_INIT("psj"), STR_INIT("Planetary Science Journal")},
    {STR_INIT("ptep"), STR_INIT("Progress of Theoretical and Experimental Physics")},
    {STR_INIT("qjras"), STR_INIT("Quarterly Journal of the Royal Astronomical Society")},
    {STR_INIT("raa"), STR_INIT("Research in Astronomy and Astrophysics")},
    {STR_INIT("rmp"), STR_INIT("Reviews of Modern Physics")},
    {STR_INIT("rmxaa"), STR_INIT("Revista Mexicana de Astronomía y Astrofísica")},
    {STR_INIT("rnaas"), STR_INIT("Research Notes of the American Astronomical Society")},
    {STR_INIT("rpph"), STR_INIT("Reports on Progress in Physics")},
    {STR_INIT("sci"), STR_INIT("Science")},
    {STR_INIT("skytel"), STR_INIT("Sky and Telescope")},
    {STR_INIT("solphys"), STR_INIT("Solar Physics")},
    {STR_INIT("sovast"), STR_INIT("Soviet Astronomy")},
    {STR_INIT("ssr"), STR_INIT("Space Science Reviews")},
    {STR_INIT("zap"), STR_INIT("Zeitschrift für Astrophysik")},
};
/* clang-format on */

static int compare_command(const void *key, const void *row) {
    return str_cmp(*(const struct str *)key, ((const struct journal *)row)->command);
}

/** The journal of a command without its backslash, or empty. */
static struct str find_journal(struct str command) {
    const struct journal *j =
        bsearch(&command, journals, ARRAY_LEN(journals), sizeof *journals, compare_command);
    return j ? j->name : STR_EMPTY;
}

/** The letters after the backslash at `at`. */
static struct str command_at(struct str s, size_t at) {
    size_t end = at + 1;
    while (end < s.n && is_alpha(s.p[end])) {
        end++;
    }
    return str_slice(s, at + 1, end);
}

/** The journal of a command, by the file or by AASTeX; empty for other commands. */
static struct str meaning(const struct bibtex *file, struct str command) {
    struct str name = find_journal(command);
    if (name.n == 0) {
        return name;
    }
    char key[24] = "\\";
    memcpy(key + 1, command.p, command.n); /* no command in the table is longer than ten letters */
    const struct bibtex_macro *own = map_lookup(&file->macros, (struct str){key, command.n + 1});
    return own ? own->value : name;
}

struct str bibtex_journal(const struct bibtex *file, struct str value) {
    size_t at = str_index(value, '\\');
    if (at == STR_NONE) {
        return value;
    }
    struct buf b;
    buf_init(&b, LIMIT_FIELD);
    for (at = 0; at < value.n;) {
        struct str command = value.p[at] == '\\' ? command_at(value, at) : STR_EMPTY;
        struct str name = command.n ? meaning(file, command) : STR_EMPTY;
        if (name.n == 0) {
            buf_putc(&b, value.p[at++]);
            /* a letter after an escaped backslash is not a command: `\\apj` */
            if (value.p[at - 1] == '\\' && at < value.n && value.p[at] == '\\') {
                buf_putc(&b, value.p[at++]);
            }
            continue;
        }
        buf_str(&b, name);
        at += 1 + command.n;
        if (str_starts(str_from(value, at), STR("{}"))) {
            at += 2;
        } else if (at < value.n && value.p[at] == '\\' && at + 1 < value.n &&
                   value.p[at + 1] == ' ') {
            at += 1;
        }
    }
    struct str text = buf_keep(&b, bibtex_arena(file));
    buf_drop(&b);
    return text;
}

/* ---- what a file defines ---- */

/** The offset after the group at `at`, which has a brace; `*inside` is its content. */
static size_t read_group(struct str s, size_t at, struct str *inside) {
    size_t depth = 0;
    for (size_t i = at; i < s.n; i++) {
        depth += s.p[i] == '{';
        depth -= s.p[i] == '}';
        if (depth == 0) {
            *inside = str_slice(s, at + 1, i);
            return i + 1;
        }
    }
    *inside = STR_EMPTY;
    return s.n;
}

void bibtex_define_journals(struct bibtex *file, struct str preamble) {
    static const char *const definers[] = {"newcommand", "renewcommand", "providecommand", "def"};
    for (size_t at = 0; at < preamble.n;) {
        struct str word = preamble.p[at] == '\\' ? command_at(preamble, at) : STR_EMPTY;
        bool defines = false;
        for (size_t i = 0; i < ARRAY_LEN(definers); i++) {
            defines = defines || str_is(word, definers[i]);
        }
        at += 1 + word.n;
        if (!defines) {
            continue;
        }
        while (at < preamble.n &&
               (is_space(preamble.p[at]) || preamble.p[at] == '*' || preamble.p[at] == '{')) {
            at++;
        }
        struct str name =
            at < preamble.n && preamble.p[at] == '\\' ? command_at(preamble, at) : STR_EMPTY;
        at += name.n ? 1 + name.n : 0;
        while (at < preamble.n && (is_space(preamble.p[at]) || preamble.p[at] == '}')) {
            at++;
        }
        struct str value;
        if (find_journal(name).n && at < preamble.n && preamble.p[at] == '{') {
            at = read_group(preamble, at, &value);
            bibtex_define(file, arena_join(file->arena, 2, STR("\\"), name), value, 0);
        }
    }
}
