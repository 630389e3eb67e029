// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
#pragma once
#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>
#include <sys/mman.h>

/* Does without the count of all memory in use, which takes a lock for each allocation. Swift cannot call the original,
   which is variadic. To be called before SQLite is used; later it does nothing and returns SQLITE_MISUSE. */
static inline int oncue_sqlite_without_memory_count(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* Has connections take memory when they need it. Each would begin with 20 pages of cache (87 kB) and 48 kB for small
   pieces, and writes into all of it at once; few of the daemon's need that much. To be called before SQLite is used;
   later it does nothing. Swift cannot call the original, which is variadic. */
static inline void oncue_sqlite_begin_small(void) {
    enum { pages = 0, piece = 128, pieces = 96 };
    sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, pages);
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, piece, pieces);
}

/* The index of a write-ahead log is a file that is mapped into memory. SQLite makes room for it by writing one byte in
   each 4 KiB, which is not enough where blocks are smaller, as on small ext4 disks: on a full disk the first touch of
   the rest ends the process with SIGBUS. Here the pages are made before SQLite gets them, and there is an error if that
   cannot be done (madvise(2), MADV_POPULATE_WRITE, Linux 5.14; older kernels do as before). */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

static struct {
    pthread_mutex_t mutex;
    sqlite3_vfs vfs;
    sqlite3_io_methods methods;
    const sqlite3_io_methods *replaced;
    int (*open)(sqlite3_vfs *, sqlite3_filename, sqlite3_file *, int, int *);
} oncue_sqlite = { .mutex = PTHREAD_MUTEX_INITIALIZER };

static inline int oncue_sqlite_map(sqlite3_file *file, int region, int size, int extends, void volatile **place) {
    int result = oncue_sqlite.replaced->xShmMap(file, region, size, extends, place);
    if (result != SQLITE_OK || !extends || !*place) return result;
    if (madvise((void *)*place, (size_t)size, MADV_POPULATE_WRITE) == 0 || errno == EINVAL) return result;
    *place = NULL;
    return SQLITE_FULL;
}

static inline int oncue_sqlite_open(
    sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *taken) {
    int result = oncue_sqlite.open(vfs, name, file, flags, taken);
    if (result != SQLITE_OK || !(flags & SQLITE_OPEN_MAIN_DB) || !file->pMethods) return result;
    pthread_mutex_lock(&oncue_sqlite.mutex);
    if (!oncue_sqlite.replaced && file->pMethods->iVersion >= 2 && file->pMethods->xShmMap) {
        oncue_sqlite.methods = *file->pMethods;
        oncue_sqlite.methods.xShmMap = oncue_sqlite_map;
        oncue_sqlite.replaced = file->pMethods;
    }
    if (file->pMethods == oncue_sqlite.replaced) file->pMethods = &oncue_sqlite.methods;
    pthread_mutex_unlock(&oncue_sqlite.mutex);
    return result;
}

/* Makes databases report a disk that is full where it would end the process. To be called once, from one place. */
static inline int oncue_sqlite_survive_full_disks(void) {
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    if (!system) return SQLITE_ERROR;
    oncue_sqlite.vfs = *system;
    oncue_sqlite.vfs.zName = "oncue";
    oncue_sqlite.vfs.pNext = NULL;
    oncue_sqlite.open = system->xOpen;
    oncue_sqlite.vfs.xOpen = oncue_sqlite_open;
    return sqlite3_vfs_register(&oncue_sqlite.vfs, 1);
}
