# SPDX-License-Identifier: MIT
#
# make                  the library, the program and the pkg-config files, in out/
# make run              compiles statements/ into out/*.pdf and out/*.html, and the manual into out/manual/; installs what
#                       is missing first
# make test             all tests; installs what is missing first. MODULE=html: the tests of one module; ONE=golden/lists: some
#                       golden cases; ONE=cli/check_init: one test by its name
# make asan             the same tests with address and undefined-behaviour sanitizers, in out/asan/
# make tsan             a batch on many threads under ThreadSanitizer, in out/tsan/
# make cover            which lines of src/ the tests run, by module; tests/cover/report out/cover FILE shows the others
# make mutants          small faults in a copy of src/, one for each of SEEDS ("1 .. 25"): which do the tests notice?
# make tidy             clang-tidy and cppcheck over src/ (CHECK="src/cite/csl/*.c": a part)
# make faults           every command with memory, disk or descriptors failing at every point, races and kills: more than an hour
# make fuzz             every fuzz target for FUZZ_SECONDS (needs clang); FUZZ_SEED=0 tries new inputs each time
# make bench            measures against other programs that are installed; writes out/bench.json.
#                       BENCH=quick: a few minutes; BENCH='statement s100': these sets; tests/bench/run explains them
# make bench-manual     writes the table and the picture of speeds in the manual, from out/bench.json
# make bench-check      fails when more instructions are taken than in tests/bench/counts.json, or than in BENCH_BASE=REV
# make bench-counts     writes these counts
# make lines            compares how lines are set with pdfTeX and microtype (needs pandoc and pdflatex)
# make csl-compare      citation styles against citeproc-js (needs node and its module citeproc); SAMPLE=N: every Nth; ITEMS=works
# make regen            shows how golden tests changed, then writes them
# make manual           the manual as a site and as a PDF, in out/manual/
# make schemas          writes the JSON schemas of documents and sites, from the tables of keys
# make pictures         writes the pictures of pages, which tests/pdf/check_pictures compares, and those that README and
#                       the manual show (needs pdftoppm, and Chromium for pages)
# make format           clang-format over all sources; format-check only compares
# make lint             checks the manual page with mandoc
# make install          into DESTDIR and PREFIX; uninstall removes it
# make deb              out/dossier_VERSION_ARCHITECTURE.deb, for the release of Debian that this machine has
# make bundle           out/dossier-VERSION-linux-MACHINE.tar.xz: a folder with the program, its libraries, fonts and styles,
#                       which runs on any Linux with glibc
# make vscode           out/dossier-VERSION.vsix, the extension for Visual Studio Code
# make dist             out/dossier-VERSION.tar.gz
#
# Variables: CC, CFLAGS, PREFIX, DESTDIR; WERROR=1 turns warnings into errors; V=1 shows the commands; OUT is the folder
# for everything that is built.

ifeq ($(origin CC),default)
CC = gcc
endif
CFLAGS ?= -O2 -g
PREFIX ?= /usr/local
OUT ?= out
FUZZ_SECONDS ?= 10
FOLDERS = core model read cite print write check job

VERSION := $(shell sed -n 's/^.define DOSSIER_VERSION "\(.*\)"/\1/p' include/dossier/version.h)
SOVERSION := $(firstword $(subst ., ,$(VERSION)))
DATADIR = $(PREFIX)/share/dossier

# Q hides a command; SAY prints what is made instead.
ifdef V
Q =
SAY = @:
else
Q = @
SAY = @printf '  %-4s %s\n'
endif

# ---- flags. pkg-config runs once, and only when something is compiled: it may not be installed before.

PACKAGES = libcmark-gfm yaml-0.1
# Libraries that are loaded when a document needs them (src/core/base/module.h): the packages of their headers, and the names
# of those that must be installed. Where there is no dpkg, the name of a package is that of the library.
LOADED = libxml-2.0 icu-i18n icu-uc libpng libjpeg libdeflate sqlite3 libqpdf
MODULES = deflate hpdf icuuc icui18n jpeg png qpdf sqlite3 xml2
PKG_CFLAGS = $(eval PKG_CFLAGS := $$(shell pkg-config --cflags $(PACKAGES) $(LOADED)))$(PKG_CFLAGS)
PKG_LIBS = $(eval PKG_LIBS := $$(shell pkg-config --libs $(PACKAGES)))$(PKG_LIBS)

WARNINGS = -Wall -Wextra -Wshadow -Wconversion -Wvla -Wformat=2
ifdef WERROR
WARN_ERROR = -Werror
endif
ifdef SANITIZE
HARDEN = -fno-omit-frame-pointer
SANITIZE_FLAGS = -fsanitize=$(SANITIZE) -fno-sanitize-recover=undefined
else
NO_HOLES = -Wl,-z,defs
# Protections that the compiler has on this machine: shadow stacks (x86 has marks for jumps too, but they cost instructions,
# and Linux does not use them yet; Arm has both), guard pages for the stack, bounds of objects whose size is known at run
# time. They are tried once, when something is compiled; CFLAGS of a packager take precedence.
TRY = $(shell printf '\043include <string.h>\nint x;\n' | $(CC) -O2 -Werror $(1) -x c -c -o /dev/null - 2>/dev/null && echo '$(1)')
OF_MACHINE = $(eval OF_MACHINE := $$(if $$(findstring -fcf-protection,$$(CFLAGS)),,$$(call TRY,-fcf-protection=return)) $$(call TRY,-mbranch-protection=standard) \
               $$(call TRY,-fstack-clash-protection) $$(or $$(call TRY,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))$(OF_MACHINE)
HARDEN = -fstack-protector-strong $(OF_MACHINE)
endif
BASE_CFLAGS = -std=c11 -D_GNU_SOURCE $(CFLAGS) $(WARNINGS) $(HARDEN) $(SANITIZE_FLAGS) -fPIC \
              -fvisibility=hidden -Iinclude -Isrc
COMPILE = $(CC) $(BASE_CFLAGS) $(WARN_ERROR) $(CPPFLAGS) $(PKG_CFLAGS) -MMD -MP
# Relative relocations take a bit instead of 24 bytes, where the C library supports that.
PACKED = $(eval PACKED := $$(shell grep -qs GLIBC_ABI_DT_RELR "$$$$($(CC) -print-file-name=libc.so.6)" && echo -Wl,-z,pack-relative-relocs))$(PACKED)
LINK = $(CC) $(CFLAGS) $(SANITIZE_FLAGS) $(LDFLAGS) -Wl,--as-needed -Wl,-z,relro -Wl,-z,now $(PACKED)
LIBS = -lcmark-gfm-extensions $(PKG_LIBS) -lpthread

# ---- what there is to build

LIB_SRC := $(foreach folder,$(FOLDERS),$(sort $(wildcard src/$(folder)/*/*.c src/$(folder)/*/*/*.c)))
CLI_SRC := $(sort $(wildcard src/cli/*.c src/cli/*/*.c))
UNIT_SRC := $(sort $(wildcard tests/unit/test_*.c))
FUZZ_SRC := $(sort $(wildcard tests/fuzz/fuzz_*.c))
CSL_SRC := $(sort $(wildcard tests/csl/*.c))
LIB_OBJ := $(LIB_SRC:src/%.c=$(OUT)/obj/%.o)
CLI_OBJ := $(CLI_SRC:src/%.c=$(OUT)/obj/%.o)
# All unit tests and replays of fuzz targets are one program. Their own names are links to it.
ALL_TESTS = $(OUT)/tests/all
UNIT := $(UNIT_SRC:tests/%.c=$(OUT)/tests/%)
REPLAY := $(FUZZ_SRC:tests/%.c=$(OUT)/tests/%)
FUZZ_OBJ := $(FUZZ_SRC:tests/%.c=$(OUT)/tests/obj/%.o)
TEST_OBJ := $(UNIT_SRC:tests/%.c=$(OUT)/tests/obj/%.o) $(FUZZ_OBJ)
CSL_TOOLS := $(foreach s,$(CSL_SRC),$(OUT)/tests/$(subst _,-,$(basename $(notdir $(s)))))
PICTURE_TOOL = $(OUT)/tests/pdf/pgm_compare
BENCH = $(OUT)/tests/bench/measure
SOURCES = $(foreach tree,src include tests,$(shell find $(tree) -name "*.[ch]"))

# The citation processor is a library of its own: these modules, and of bib only the items.
CSL_MODULES = $(addprefix core/,base diag rich unicode data) model/tex cite/csl
CSL_LIB_OBJ := $(filter $(foreach module,$(CSL_MODULES),$(OUT)/obj/$(module)/%) $(OUT)/obj/cite/bib/item/%,$(LIB_OBJ))

# The libraries show the public names only. The program and the tests use other names too, and link the objects.
ARCHIVES = $(OUT)/libdossier.a $(OUT)/libdossier-csl.a
SHARED = $(OUT)/libdossier.so
PROGRAM = $(OUT)/dossier
PCS = $(OUT)/dossier.pc $(OUT)/dossier-csl.pc
OBJCOPY ?= objcopy
# Hyphenation patterns that are installed here, and the tables made from them.
DIC := $(sort $(wildcard /usr/share/hyphen/hyph_*.dic))
PATTERNS = $(OUT)/patterns/.made
COMPLETIONS = $(OUT)/completion/bash $(OUT)/completion/zsh $(OUT)/completion/fish

.PHONY: all run do-run test test-programs csl-fixture csl-compare asan asan-programs tsan cover mutants faults bench bench-manual bench-check bench-counts fuzz do-fuzz regen \
        manual schemas pictures vscode format lines format-check lint tidy install uninstall dist clean FORCE
.DELETE_ON_ERROR:
.SUFFIXES:

all: $(ARCHIVES) $(SHARED) $(PROGRAM) $(PATTERNS) $(PCS)

# ---- objects; all of them are compiled again when the flags change

# $(call KEEP,TEXT) writes TEXT into the target unless that has it already. The "+" runs it under make -n too, which else
# would list everything.
KEEP = mkdir -p $(@D); printf '%s\n' '$(1)' | cmp -s - $@ || printf '%s\n' '$(1)' > $@
FLAGS_FILE = $(OUT)/obj/.flags
$(FLAGS_FILE): FORCE
	+@$(call KEEP,$(CC) $(BASE_CFLAGS) $(CPPFLAGS))
$(OUT)/obj/.prefix: FORCE
	+@$(call KEEP,$(PREFIX))
$(OUT)/obj/.patterns: FORCE
	+@$(call KEEP,$(DIC))

$(OUT)/obj/%.o: src/%.c $(FLAGS_FILE)
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(COMPILE) $(OBJ_DEFINES) -c -o $@ $<
$(OUT)/obj/core/base/datadir.o: OBJ_DEFINES = -DDOSSIER_DATADIR='"$(DATADIR)"'
$(OUT)/obj/core/base/datadir.o: $(OUT)/obj/.prefix
# The address of the page that explains findings, which reports in SARIF link to. A packager may set an address on the web.
FINDINGS ?= file://$(DATADIR)/findings.html
$(OUT)/obj/cli/report_sarif.o: OBJ_DEFINES = -DDOSSIER_FINDINGS='"$(FINDINGS)"'
$(OUT)/obj/cli/report_sarif.o: $(OUT)/obj/.prefix

# The page's style sheet and script are files of CSS and JavaScript. Each line becomes a C string, without comments, which
# have lines of their own, and without the indentation of scripts.
$(OUT)/gen/%.inc: src/%
	@mkdir -p $(@D)
	$(Q)sed -e '/^ *\/\//d' -e '/^ *\/\*.*\*\/ *$$/d' -e '/^ *\/\*/,/\*\/ *$$/d' -e '/^ *$$/d' $(if $(filter %.js,$<),-e 's/^ *//') \
	    -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/.*/"&\\n",/' $< > $@
# Definitions in LaTeX become one C string. Lines are joined without a space; the '%' that TeX needs for this is left out.
$(OUT)/gen/%.tex.inc: src/%.tex
	@mkdir -p $(@D)
	$(Q)sed -e '/^%/d' -e 's/^ *//' -e 's/%$$//' -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/.*/"&"/' $< > $@
TEXDOC = $(addprefix $(OUT)/gen/read/latex/,letter.tex.inc koma_letter.tex.inc moderncv.tex.inc res.tex.inc beamer.tex.inc europecv.tex.inc altacv.tex.inc packages.tex.inc)
$(OUT)/obj/read/latex/texdoc_classes.o: OBJ_DEFINES = -I$(OUT)/gen
$(OUT)/obj/read/latex/texdoc_classes.o: $(TEXDOC)
# The texts about findings, each line unchanged.
EXPLAINED = $(sort $(wildcard src/core/diag/explain/*.txt))
$(OUT)/gen/core/diag/explain.inc: $(EXPLAINED) src/core/diag/explain Makefile
	@mkdir -p $(@D)
	$(Q)cat $(EXPLAINED) | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/.*/"&\\n"/' > $@
# The pages of the manual, each after a line with a form feed and its name.
MANUAL = $(sort $(wildcard statements/manual/*.md))
$(OUT)/gen/cli/manual.inc: $(MANUAL) statements/manual Makefile
	@mkdir -p $(@D)
	$(Q)for page in $(MANUAL); do printf '\f%s\n' "$$(basename "$$page" .md)"; cat "$$page"; done | \
	    sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/.*/"&\\n"/' > $@
$(OUT)/obj/cli/handbook.o: OBJ_DEFINES = -I$(OUT)/gen
$(OUT)/obj/cli/handbook.o: $(OUT)/gen/cli/manual.inc
$(OUT)/obj/core/diag/explain.o: OBJ_DEFINES = -I$(OUT)/gen
$(OUT)/obj/core/diag/explain.o: $(OUT)/gen/core/diag/explain.inc
$(OUT)/gen/core/base/libraries.inc: Makefile
	@mkdir -p $(@D)
	$(Q)for name in $(MODULES); do \
	    file=$$($(CC) -print-file-name=lib$$name.so) && \
	    soname=$$(readelf -d "$$file" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p') && [ -n "$$soname" ] || \
	        { echo "there is no lib$$name.so" >&2; exit 1; }; \
	    package=$$(dpkg-query -S "*/$$soname" 2>/dev/null | sed -n '1s/[:,].*//p'); \
	    echo "$$name" | tr 'a-z-' 'A-Z_' | sed -e "s/.*/#define LIBRARY_& \"$$soname\"\n#define PACKAGE_& \"$${package:-$$soname}\"/"; \
	done > $@
$(OUT)/obj/core/base/module.o: OBJ_DEFINES = -I$(OUT)/gen
$(OUT)/obj/core/base/module.o: $(OUT)/gen/core/base/libraries.inc
$(OUT)/obj/write/html/page_css.o: OBJ_DEFINES = -I$(OUT)/gen
$(OUT)/obj/write/html/page_css.o: $(OUT)/gen/write/html/page.css.inc $(OUT)/gen/write/html/site.css.inc $(OUT)/gen/write/html/page.js.inc $(OUT)/gen/write/html/look.js.inc
$(OUT)/obj/job/site/site_search.o: OBJ_DEFINES = -I$(OUT)/gen
$(OUT)/obj/job/site/site_search.o: $(OUT)/gen/job/site/search.js.inc
$(OUT)/obj/job/serve/shell.o: OBJ_DEFINES = -I$(OUT)/gen
$(OUT)/obj/job/serve/shell.o: $(OUT)/gen/job/serve/shell.css.inc $(OUT)/gen/job/serve/shell.js.inc

# An archive is one object, in which hidden names are local. libdossier contains the citation processor: its names are
# weak there, so that a program may link both.
$(OUT)/libdossier.a: $(LIB_OBJ)
$(OUT)/libdossier-csl.a: $(CSL_LIB_OBJ)
$(ARCHIVES):
	@rm -f $@
	$(SAY) AR $@
	$(Q)$(CC) $(CFLAGS) -r -nostdlib -o $(@:.a=.o) $^
	$(Q)$(OBJCOPY) --localize-hidden $(WEAK:%=--weaken-symbol='%') --wildcard $(@:.a=.o)
	$(Q)$(AR) rcs $@ $(@:.a=.o)
$(OUT)/libdossier.a: WEAK = csl_* dossier_version
$(SHARED): $(LIB_OBJ)
	$(SAY) LINK $@
	$(Q)$(LINK) -shared $(NO_HOLES) -Wl,-soname,libdossier.so.$(SOVERSION) -o $@ $(LIB_OBJ) $(LIBS)
	@ln -sf libdossier.so $(OUT)/libdossier.so.$(SOVERSION)
# The program looks for ../styles; for the variants below out/ that is a link.
$(PROGRAM): $(CLI_OBJ) $(LIB_OBJ)
	$(SAY) LINK $@
	$(Q)$(LINK) -pie -o $@ $^ $(LIBS)
	$(if $(filter out/%,$(OUT)),@ln -sfn ../styles out/styles)
	$(LINK_PATTERNS)
# Styles and locales that are compiled into the program. Where they cannot be made, all styles and locales are parsed.
SHIPPED = $(sort $(wildcard styles/*.csl)) $(sort $(wildcard /usr/share/citation-style-language/locales/*.xml))
SHIPPED_OBJ = $(filter $(OUT)/obj/core/%,$(LIB_OBJ))
$(OUT)/obj/.shipped: FORCE
	+@$(call KEEP,$(SHIPPED))
$(OUT)/obj/shipped: src/cite/make_shipped.c $(SHIPPED_OBJ)
	$(SAY) LINK $@
	$(Q)$(COMPILE) -MF $@.d -o $@ $< $(LDFLAGS) -pie $(SHIPPED_OBJ) -Wl,--as-needed $(LIBS)
$(OUT)/gen/cite/csl/shipped.inc: $(OUT)/obj/shipped $(SHIPPED) $(OUT)/obj/.shipped
	@mkdir -p $(@D)
	$(SAY) GEN $@
	$(Q)$< $(SHIPPED) > $@ || { echo 'no tables of styles and locales'; : > $@; }
$(OUT)/obj/cite/csl/shipped.o: OBJ_DEFINES = -I$(OUT)/gen
$(OUT)/obj/cite/csl/shipped.o: $(OUT)/gen/cite/csl/shipped.inc
# The words that English writes with a capital only, for titles in sentence case: made of hunspell's dictionary en_US, and
# compiled into the program. Where the dictionary is not installed, the table is empty.
CAPITALS = $(wildcard /usr/share/hunspell/en_US.aff /usr/share/hunspell/en_US.dic)
$(OUT)/obj/.capitals: FORCE
	+@$(call KEEP,$(CAPITALS))
$(OUT)/obj/capitals: src/cite/make_capitals.c $(SHIPPED_OBJ)
	$(SAY) LINK $@
	$(Q)$(COMPILE) -MF $@.d -o $@ $< $(LDFLAGS) -pie $(SHIPPED_OBJ) -Wl,--as-needed $(LIBS)
$(OUT)/gen/cite/bib/item/capitals.inc: $(OUT)/obj/capitals $(CAPITALS) $(OUT)/obj/.capitals
	@mkdir -p $(@D)
	$(SAY) GEN $@
	$(Q)$< $(CAPITALS) > $@ || { echo 'no table of capital words: names in titles may print in small letters (hunspell-en-us)'; \
	    echo 'static const char words[] = ""; static const uint32_t slots[] = {0};' > $@; }
$(OUT)/obj/cite/bib/item/capitals.o: OBJ_DEFINES = -I$(OUT)/gen
$(OUT)/obj/cite/bib/item/capitals.o: $(OUT)/gen/cite/bib/item/capitals.inc
# Sanitized programs use the tables of hyphenation patterns that `make all` makes, where they are: reading the patterns as
# text takes a seventh of their time.
LINK_PATTERNS = $(if $(SANITIZE),@ln -sfn '$(CURDIR)/out/patterns' $(@D)/patterns)
# Tables of hyphenation patterns, which the program maps into memory. Where they cannot be made (in a build for another
# machine), it reads the patterns. What makes them is linked with the few objects that it needs.
HYPHENS_OBJ = $(filter $(OUT)/obj/core/% $(OUT)/obj/print/layout/text/hyphen%,$(LIB_OBJ))
$(OUT)/obj/hyphens: src/print/make_hyphens.c $(HYPHENS_OBJ)
	$(SAY) LINK $@
	$(Q)$(COMPILE) -MF $@.d -o $@ $< $(LDFLAGS) -pie $(HYPHENS_OBJ) -Wl,--as-needed $(LIBS)
$(PATTERNS): $(OUT)/obj/hyphens $(DIC) $(OUT)/obj/.patterns
	@mkdir -p $(@D)
	@rm -f $(@D)/*.hyphens
	$(SAY) GEN $(@D)
	$(Q)$< $(@D) $(DIC) || echo 'no tables of hyphenation patterns'
	@touch $@
$(COMPLETIONS): $(PROGRAM)
	@mkdir -p $(@D)
	@$(PROGRAM) completion $(@F) > $@
$(PCS): include/dossier/version.h Makefile $(OUT)/obj/.prefix
	@printf '%s\n' 'prefix=$(PREFIX)' 'includedir=$${prefix}/include' 'libdir=$${prefix}/lib' \
	    'datadir=$(patsubst $(PREFIX)/%,$${prefix}/%,$(DATADIR))' '' \
	    'Name: $(NAME)' 'Description: $(DESCRIPTION)' 'Version: $(VERSION)' 'Cflags: -I$${includedir}' \
	    'Libs: -L$${libdir} -l$(NAME)' 'Libs.private: $(PRIVATE)' 'Requires.private: $(NEEDS)' > $@
$(OUT)/dossier.pc: NAME = dossier
$(OUT)/dossier.pc: DESCRIPTION = Compiler for academic documents with citations
$(OUT)/dossier.pc: PRIVATE = -lcmark-gfm-extensions -lpthread
$(OUT)/dossier.pc: NEEDS = $(PACKAGES)
$(OUT)/dossier-csl.pc: NAME = dossier-csl
$(OUT)/dossier-csl.pc: DESCRIPTION = Citations in the styles of CSL 1.0.2
$(OUT)/dossier-csl.pc: PRIVATE = -lpthread
$(OUT)/dossier-csl.pc: NEEDS = yaml-0.1

# ---- test programs: unit tests, fuzz targets that replay their corpus, tools

# Not optimized: each line of a test runs once, and compiling it takes a third of the time.
TEST_CFLAGS = -O0 -U_FORTIFY_SOURCE
$(OUT)/tests/obj/%.o: tests/%.c $(FLAGS_FILE)
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(COMPILE) $(TEST_CFLAGS) -Itests/unit -I$(OUT)/tests/obj $(TEST_DEFINES) -c -o $@ $<
$(OUT)/tests/obj/unit/%.o: TEST_DEFINES = -Dmain=main_$(*F)
$(OUT)/tests/obj/unit/test_cff.o: CPPFLAGS += $(shell pkg-config --cflags harfbuzz-subset)
$(OUT)/tests/obj/fuzz/%.o: TEST_DEFINES = -DLLVMFuzzerTestOneInput=input_$(*F)
$(OUT)/tests/obj/programs.inc: FORCE
	+@$(call KEEP,$(foreach s,$(UNIT_SRC),UNIT($(basename $(notdir $(s))))) $(foreach s,$(FUZZ_SRC),FUZZ($(basename $(notdir $(s))))))
$(OUT)/tests/obj/all.o $(OUT)/tests/obj/fuzz/fuzzer.o: $(OUT)/tests/obj/programs.inc
$(OUT)/tests/obj/fuzz/fuzzer.o: TEST_DEFINES =
# Some tests compare with the results of these libraries.
TEST_LIBS = -ljansson -lharfbuzz -licuuc -lsqlite3 -lm
$(ALL_TESTS): $(OUT)/tests/obj/all.o $(OUT)/tests/obj/fuzz/replay.o $(TEST_OBJ) $(LIB_OBJ)
	$(SAY) LINK $@
	$(Q)$(LINK) -pie -o $@ $^ $(LIBS) $(TEST_LIBS)
	$(LINK_PATTERNS)
	@mkdir -p $(@D)/unit $(@D)/fuzz; for name in $(UNIT) $(REPLAY); do ln -sf ../all $$name || exit 1; done
$(UNIT) $(REPLAY): $(ALL_TESTS) ;
# The tools of the citation processor have its library alone: tests/csl/csl_fixture.c is out/tests/csl-fixture.
define csl-tool
$(OUT)/tests/$(subst _,-,$(basename $(notdir $(1)))): $(1) $$(CSL_LIB_OBJ)
endef
$(foreach s,$(CSL_SRC),$(eval $(call csl-tool,$(s))))
$(PICTURE_TOOL): tests/pdf/pgm_compare.c $(CSL_LIB_OBJ)
$(BENCH): tests/bench/measure.c $(FLAGS_FILE)
$(CSL_TOOLS) $(PICTURE_TOOL) $(BENCH):
	@mkdir -p $(@D)
	$(SAY) TEST $@
	$(Q)$(COMPILE) -MF $@.d -o $@ $(filter %.c %.o,$^) $(LDFLAGS) -pie -Wl,--as-needed $(LIBS)

csl-fixture: $(CSL_TOOLS)
csl-compare: $(CSL_TOOLS)
	@OUT='$(OUT)' sh tests/csl/compare $(SAMPLE)
test-programs: $(UNIT) $(REPLAY) $(CSL_TOOLS) $(PICTURE_TOOL) $(BENCH)

# Which headers a source includes, for goals that compile here and not in a second make.
ifneq ($(filter-out run test asan tsan cover fuzz clean dist,$(or $(MAKECMDGOALS),all)),)
-include $(OUT)/obj/capitals.d $(OUT)/obj/hyphens.d $(OUT)/obj/shipped.d $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(TEST_OBJ:.o=.d) $(OUT)/tests/obj/all.d $(OUT)/tests/obj/fuzz/replay.d \
         $(OUT)/tests/obj/fuzz/fuzzer.d $(addsuffix .d,$(CSL_TOOLS) $(PICTURE_TOOL) $(BENCH))
endif

# ---- targets for people. The second make starts after the tools and libraries are installed.

JOBS := $(shell nproc 2>/dev/null || echo 1)
SUBMAKE = $(MAKE) --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j$(JOBS))

run:
	@sh .ci/install build
	+@$(SUBMAKE) all
	@$(MAKE) --no-print-directory do-run
do-run: $(PROGRAM) $(OUT)/manual/manual.pdf
	$(PROGRAM) build $(sort $(wildcard statements/*.md)) -o $(OUT)/
# The manual: its written pages and the reference that the program prints, as a site and as one PDF.
$(OUT)/manual/manual.pdf: $(PROGRAM) $(PATTERNS) $(wildcard statements/manual/*)
	$(SAY) GEN $(@D)
	$(Q)sh statements/manual/assemble $(PROGRAM) $(@D)
manual: all $(OUT)/manual/manual.pdf

test:
	@sh .ci/install build test
	+@$(SUBMAKE) all $(if $(filter golden%,$(ONE)),,test-programs)
	@OUT='$(OUT)' CC='$(CC)' sh tests/run $(if $(ONE),--only '$(ONE)',$(if $(MODULE),--module '$(MODULE)'))

# asan and fuzz share one build: by clang for both, or by CC for asan alone where clang has no libFuzzer. The runtime of clang
# looks for the functions of exceptions at the start, when the libraries in C++ are not loaded yet: so libstdc++ is linked.
CLANG ?= clang
WITH_STDCXX = -Wl,--no-as-needed -lstdc++
HAS_FUZZER = $(shell echo 'int main(void) { return 0; }' | \
               $(CLANG) -fsanitize=fuzzer-no-link,address,undefined $(WITH_STDCXX) -x c -o /dev/null - 2>/dev/null && echo yes)
# libFuzzer can also record the operands of comparisons. The sanitized tests take a quarter longer with that, so it is left out.
# `make fuzz COVERAGE= FUZZ_SEED=0` has it, and finds more in a long run.
COVERAGE ?= -fno-sanitize-coverage=trace-cmp,indirect-calls
SANITIZED = OUT='$(OUT)/asan' CFLAGS='-O1 -g1 $(if $(HAS_FUZZER),$(COVERAGE))' \
            $(if $(HAS_FUZZER),CC='$(CLANG)' SANITIZE=fuzzer-no-link$(COMMA)address$(COMMA)undefined LDFLAGS='$(LDFLAGS) $(WITH_STDCXX)',SANITIZE=address$(COMMA)undefined)
COMMA = ,
asan-programs:
	+@$(SUBMAKE) $(SANITIZED) '$(OUT)/asan/dossier' test-programs

asan: asan-programs
	@OUT='$(OUT)/asan' CC='$(CC)' ASAN_OPTIONS=detect_leaks=1:abort_on_error=0:allocator_may_return_null=1 \
	    LSAN_OPTIONS='suppressions=$(CURDIR)/tests/lsan.supp:print_suppressions=0' \
	    UBSAN_OPTIONS=print_stacktrace=1 sh tests/run --programs

# A batch of a few documents, with everything that threads share, under ThreadSanitizer. Libraries are not built for it:
# tests/tsan.supp lists their reports that are left out, with reasons.
TSAN_UNIT = test_pool test_press
tsan:
	+@$(SUBMAKE) OUT='$(OUT)/tsan' SANITIZE=thread CFLAGS='-O0 -g1' \
	    UNIT_SRC='$(TSAN_UNIT:%=tests/unit/%.c)' FUZZ_SRC= '$(OUT)/tsan/dossier' $(TSAN_UNIT:%='$(OUT)/tsan/tests/unit/%')
	@OUT='$(OUT)/tsan' sh tests/tsan

# Counts add up from run to run, so old ones are removed first. Tests of the objects themselves (no global variable, only
# public names) fail here, which does not matter.
cover:
	@sh .ci/install build test
	+@$(SUBMAKE) OUT='$(OUT)/cover' CFLAGS='-O0 -g --coverage' HARDEN= all test-programs
	@find '$(OUT)/cover' -name '*.gcda' -delete
	-@OUT='$(OUT)/cover' CC='$(CC)' TEST_SECONDS=900 sh tests/run | tail -n 1
	@tests/cover/report '$(OUT)/cover'

# A minute or two for each seed; not part of .ci/run.
SEEDS ?= 1 .. 25
mutants:
	@sh .ci/install build test
	@OUT='$(OUT)' tests/mutants/run $(SEEDS)

# `make test` tries a few of the points. Not part of .ci/run.
faults: $(PROGRAM)
	@OUT='$(OUT)' tests/faults/check --all --jobs $(JOBS)
	@OUT='$(OUT)' tests/faults/check_races --races 100 --kills 300

bench: $(PROGRAM) $(BENCH)
	@OUT='$(OUT)' tests/bench/run
bench-manual:
	@OUT='$(OUT)' tests/bench/speed_page
bench-check: $(PROGRAM)
	@OUT='$(OUT)' BENCH_CC='$(CC)' BENCH_CFLAGS='$(CFLAGS)' tests/bench/counts
bench-counts: $(PROGRAM)
	@OUT='$(OUT)' BENCH_CC='$(CC)' BENCH_CFLAGS='$(CFLAGS)' tests/bench/counts --write

lines: all
	@OUT='$(OUT)' sh tests/typography/run

regen: all
	@OUT='$(OUT)' sh tests/golden/run --regen

schemas:
	@tests/cli/check_schemas --regen

pictures: all $(PICTURE_TOOL)
	@OUT='$(OUT)' sh tests/pdf/check_pictures --regen
	@statements/manual/pictures/make '$(PROGRAM)'

# ---- fuzzing

fuzz:
	+@$(SUBMAKE) $(SANITIZED) FUZZERS_OUT='$(OUT)/fuzz' do-fuzz
	@OUT='$(OUT)' FUZZ_SECONDS='$(FUZZ_SECONDS)' sh tests/fuzz/run
FUZZERS_OUT ?= $(OUT)/fuzz
do-fuzz: $(FUZZ_SRC:tests/fuzz/%.c=$(FUZZERS_OUT)/%)
$(FUZZERS_OUT)/all: $(OUT)/tests/obj/fuzz/fuzzer.o $(FUZZ_OBJ) $(LIB_OBJ)
	@mkdir -p $(@D)
	$(SAY) LINK $@
	$(Q)$(LINK) -fsanitize=fuzzer -pie -o $@ $^ $(LIBS)
	$(LINK_PATTERNS)
$(FUZZERS_OUT)/fuzz_%: $(FUZZERS_OUT)/all
	@ln -sf all $@

# ---- care of the sources

format:
	clang-format -i $(SOURCES)
# Versions of clang-format differ; the sources follow 14.
AT_ONCE = xargs -P$(JOBS)
format-check:
	@clang-format --version | grep -q 'version 14\.' || { echo 'not clang-format 14: not checked'; exit 0; }; \
	    printf '%s\n' $(SOURCES) | $(AT_ONCE) -n50 clang-format --dry-run -Werror
# .clang-tidy lists the checks that are left out, with reasons. Those of cppcheck:
#   missingInclude            it does not read the headers of the system
#   internalAstError          it fails at a compound literal behind a question mark
#   unknownEvaluationOrder    it takes .x = y in one for an assignment
#   uninitvar, ctuuninitvar   arrays that a loop fills; gcc reports these with -Wmaybe-uninitialized
#   autoVariables             members that point to a local variable and are reset before the return
#   arrayIndexOutOfBoundsCond, identicalInnerCondition   conditions on a parameter that only some callers meet
CHECK = $(LIB_SRC) $(CLI_SRC)
CPPCHECK_LEFT_OUT = missingInclude missingIncludeSystem internalAstError unknownEvaluationOrder uninitvar ctuuninitvar autoVariables \
                    arrayIndexOutOfBoundsCond identicalInnerCondition
GENERATED = $(addprefix $(OUT)/gen/,cli/manual.inc cite/bib/item/capitals.inc cite/csl/shipped.inc core/diag/explain.inc core/base/libraries.inc write/html/page.css.inc write/html/page.js.inc \
            write/html/site.css.inc write/html/look.js.inc job/serve/shell.css.inc job/serve/shell.js.inc \
            job/site/search.js.inc) $(TEXDOC)
TIDY_FLAGS = -D_GNU_SOURCE -Iinclude -Isrc -I$(OUT)/gen '-DDOSSIER_DATADIR="."' '-DDOSSIER_FINDINGS="."'
tidy: $(GENERATED)
	@sh .ci/install build tidy
	@printf '%s\n' $(CHECK) | $(AT_ONCE) -n15 sh -c 'clang-tidy --quiet "$$@" -- -std=c11 $(subst ','\'',$(TIDY_FLAGS)) $(PKG_CFLAGS) 2>&1 | \
	    { ! grep -vE "warnings? generated|Suppressed|Use -header"; }' tidy
	@cppcheck --quiet --std=c11 --language=c -j$(JOBS) --error-exitcode=1 --enable=warning,portability \
	    $(CPPCHECK_LEFT_OUT:%=--suppress=%) $(TIDY_FLAGS) $(CHECK)
lint:
	mandoc -Tlint -Wwarning src/cli/dossier.1

# ---- installing

BINDIR = $(DESTDIR)$(PREFIX)/bin
LIBDIR = $(DESTDIR)$(PREFIX)/lib
INCLUDEDIR = $(DESTDIR)$(PREFIX)/include/dossier
MANDIR = $(DESTDIR)$(PREFIX)/share/man/man1
SHAREDIR = $(DESTDIR)$(PREFIX)/share
DOCDIR = $(SHAREDIR)/doc/dossier
BASH_COMPLETION = $(SHAREDIR)/bash-completion/completions/dossier
ZSH_COMPLETION = $(SHAREDIR)/zsh/site-functions/_dossier
FISH_COMPLETION = $(SHAREDIR)/fish/vendor_completions.d/dossier.fish
STYLES = $(sort $(wildcard styles/*.csl styles/*.css))
BEGINNINGS = $(sort $(wildcard $(addprefix styles/init/*/,*.* Makefile dot-* */*/*.yml)))

install: all install-program
	install -d $(LIBDIR)/pkgconfig $(INCLUDEDIR)
	install -m 644 $(ARCHIVES) $(LIBDIR)
	install -m 755 $(SHARED) $(LIBDIR)/libdossier.so.$(VERSION)
	ln -sf libdossier.so.$(VERSION) $(LIBDIR)/libdossier.so.$(SOVERSION)
	ln -sf libdossier.so.$(SOVERSION) $(LIBDIR)/libdossier.so
	install -m 644 $(PCS) $(LIBDIR)/pkgconfig
	install -m 644 $(wildcard include/dossier/*.h) $(INCLUDEDIR)
# The program without the libraries for other programs; INSTALLED may be one that is linked in another way.
INSTALLED = $(PROGRAM)
install-program: $(PROGRAM) $(INSTALLED) $(PATTERNS) $(COMPLETIONS) $(OUT)/manual/manual.pdf
	install -d $(BINDIR) $(MANDIR) $(DESTDIR)$(DATADIR)/styles
	install -m 755 $(INSTALLED) $(BINDIR)/dossier
	install -m 644 src/cli/dossier.1 $(MANDIR)/dossier.1
	install -D -m 644 $(OUT)/completion/bash $(BASH_COMPLETION)
	install -D -m 644 $(OUT)/completion/zsh $(ZSH_COMPLETION)
	install -D -m 644 $(OUT)/completion/fish $(FISH_COMPLETION)
	$(if $(STYLES),install -m 644 $(STYLES) $(DESTDIR)$(DATADIR)/styles)
	for file in $(BEGINNINGS); do [ -d "$$file" ] || install -D -m 644 "$$file" $(DESTDIR)$(DATADIR)/"$$file" || exit 1; done
	install -d $(DESTDIR)$(DATADIR)/patterns
	for file in $(OUT)/patterns/*.hyphens; do [ ! -f "$$file" ] || install -m 644 "$$file" $(DESTDIR)$(DATADIR)/patterns || exit 1; done
	install -d $(DESTDIR)$(DATADIR)/schemas $(DESTDIR)$(DATADIR)/styles/limits
	install -m 644 $(wildcard src/cli/schemas/*.json) $(DESTDIR)$(DATADIR)/schemas
	rm -rf $(DOCDIR)/manual && install -d $(DOCDIR) && cp -r $(OUT)/manual $(DOCDIR)/manual && rm -f $(DOCDIR)/manual/.dossier-site
	$(PROGRAM) check --explain all | $(PROGRAM) build -q - -o $(DESTDIR)$(DATADIR)/findings.html
	install -m 644 $(sort $(wildcard styles/limits/*.yml)) $(DESTDIR)$(DATADIR)/styles/limits
uninstall:
	rm -f $(BINDIR)/dossier $(ARCHIVES:$(OUT)/%=$(LIBDIR)/%) $(LIBDIR)/libdossier.so $(LIBDIR)/libdossier.so.* \
	    $(PCS:$(OUT)/%=$(LIBDIR)/pkgconfig/%) $(MANDIR)/dossier.1 \
	    $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION)
	rm -rf $(INCLUDEDIR) $(DESTDIR)$(DATADIR) $(DOCDIR)/manual

# The program of the bundle looks for its libraries beside itself. DT_RPATH, which the new tags replace, counts for the
# libraries of libraries, too.
$(OUT)/bundle/dossier: $(CLI_OBJ) $(LIB_OBJ)
	@mkdir -p $(@D)
	$(SAY) LINK $@
	$(Q)$(LINK) -pie -Wl,--disable-new-dtags,-rpath,'$$ORIGIN/../lib/dossier' -o $@ $^ $(LIBS)
.PHONY: deb bundle install-program
bundle: $(filter deb,$(MAKECMDGOALS)) # one after the other
deb bundle:
	@sh .ci/install build package
	@rm -rf '$(OUT)/$@/usr'
	+@$(SUBMAKE) PREFIX=/usr DESTDIR='$(abspath $(OUT))/$@' install-program $(if $(filter bundle,$@),INSTALLED='$(OUT)/bundle/dossier') >/dev/null
	@CC='$(CC)' sh src/cli/package/$@ '$(OUT)' $(VERSION)

vscode:
	@mkdir -p '$(OUT)'
	@python3 src/cli/vscode/pack $(VERSION) '$(OUT)/dossier-$(VERSION).vsix'

dist:
	@mkdir -p $(OUT)
	git archive --format=tar --prefix=dossier-$(VERSION)/ -o $(OUT)/dist.tar HEAD
	gzip -9nf $(OUT)/dist.tar && mv $(OUT)/dist.tar.gz $(OUT)/dossier-$(VERSION).tar.gz

clean:
	rm -rf $(OUT)
