/* SPDX-License-Identifier: MIT */
/*
 * The objects of the process as the system's loader lists them: dl_iterate_phdr(3) and notes of ELF
 * (System V ABI, "Note Section"). The build id is the note NT_GNU_BUILD_ID of the owner "GNU".
 */
#include "core/base/program.h"

#include "core/base/file.h"

#include <elf.h>
#include <link.h>
#include <string.h>

struct search {
    struct str id;
    struct arena *arena;
    struct str path;
};

/** Whether an address is in one of the object's segments. */
static bool has_address(const struct dl_phdr_info *info, uintptr_t address) {
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t begin = (uintptr_t)info->dlpi_addr + (uintptr_t)p->p_vaddr;
        if (p->p_type == PT_LOAD && address >= begin && address - begin < p->p_memsz) {
            return true;
        }
    }
    return false;
}

static size_t aligned(size_t n) {
    return (n + 3) / 4 * 4;
}

/** Returns the build id among the notes of a segment; empty if there is none. */
static struct str id_in(struct str notes) {
    ElfW(Nhdr) head;
    while (notes.n > sizeof head) {
        memcpy(&head, notes.p, sizeof head);
        struct str rest = str_from(notes, sizeof head);
        struct str owner = str_slice(rest, 0, head.n_namesz);
        struct str text = str_slice(str_from(rest, aligned(head.n_namesz)), 0, head.n_descsz);
        if (head.n_type == NT_GNU_BUILD_ID && owner.n == 4 && memcmp(owner.p, "GNU", 4) == 0) {
            return text;
        }
        size_t step = aligned(head.n_namesz) + aligned(head.n_descsz);
        notes = step ? str_from(rest, step) : STR_EMPTY;
    }
    return STR_EMPTY;
}

static int look_at(struct dl_phdr_info *info, size_t size, void *user) {
    struct search *s = user;
    (void)size;
    if (!has_address(info, (uintptr_t)&look_at)) {
        return 0;
    }
    for (unsigned i = 0; i < info->dlpi_phnum && !s->id.n; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        /* segments with another alignment contain notes of another kind: properties of the
         * processor */
        if (p->p_type == PT_NOTE && p->p_align <= 4) {
            const char *begin = (const char *)((uintptr_t)info->dlpi_addr + (uintptr_t)p->p_vaddr);
            s->id = id_in((struct str){begin, (size_t)p->p_memsz});
        }
    }
    s->path = info->dlpi_name && info->dlpi_name[0] ? arena_str(s->arena, str_of(info->dlpi_name))
                                                    : STR("/proc/self/exe");
    return 1;
}

struct str program_id(struct arena *a) {
    struct search s = {.arena = a};
    struct file_id file;
    (void)dl_iterate_phdr(look_at, &s);
    if (s.id.n) {
        return arena_str(a, s.id);
    }
    if (!s.path.n || file_identify(s.path, &file) != 0) {
        return STR_EMPTY;
    }
    return arena_str(a, (struct str){(const char *)&file, sizeof file});
}

struct each {
    void (*fn)(void *user, struct str path);
    void *user;
};

static int tell(struct dl_phdr_info *info, size_t size, void *user) {
    const struct each *each = user;
    (void)size;
    struct str path = info->dlpi_name ? str_of(info->dlpi_name) : STR_EMPTY;
    if (str_starts(path, STR("/"))) { /* the kernel's virtual object (vDSO) has no file */
        each->fn(each->user, path);
    }
    return 0;
}

void program_libraries(void (*fn)(void *user, struct str path), void *user) {
    struct each each = {fn, user};
    (void)dl_iterate_phdr(tell, &each);
}
