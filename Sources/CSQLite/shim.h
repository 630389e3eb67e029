// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
#pragma once
#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>
#include <string.h>
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

/* A function for the full-text index: the fit of the current row to the expression. 0 if a phrase of it begins the first
   column, 1 if one is elsewhere in that column, and 2 if all are in other columns. The index gives the places of each
   phrase in order, so the first one decides. */
static inline void oncue_sqlite_fit(
    const Fts5ExtensionApi *api, Fts5Context *row, sqlite3_context *answer, int count, sqlite3_value **values) {
    int fit = 2;
    (void)count;
    (void)values;
    for (int phrase = api->xPhraseCount(row) - 1; phrase >= 0 && fit > 0; phrase--) {
        Fts5PhraseIter places;
        int column = -1, word = -1;
        int result = api->xPhraseFirst(row, phrase, &places, &column, &word);
        if (result != SQLITE_OK) {
            sqlite3_result_error_code(answer, result);
            return;
        }
        if (column != 0) continue;
        if (word == 0) fit = 0;
        else if (fit > 1) fit = 1;
    }
    sqlite3_result_int(answer, fit);
}

/* Adds `fit(TABLE)` to a connection; SQLITE_ERROR if its library has no full-text index. */
static inline int oncue_sqlite_add_fit(sqlite3 *connection) {
    fts5_api *api = NULL;
    sqlite3_stmt *statement = NULL;
    int result = sqlite3_prepare_v2(connection, "SELECT fts5(?1)", -1, &statement, NULL);
    if (result == SQLITE_OK) {
        sqlite3_bind_pointer(statement, 1, (void *)&api, "fts5_api_ptr", NULL);
        sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    if (result != SQLITE_OK) return result;
    return api ? api->xCreateFunction(api, "fit", NULL, oncue_sqlite_fit, NULL) : SQLITE_ERROR;
}

/* A table of numbers that a statement is given: `FROM numbers(?1)`, in their order, in the column `value`. A statement
   that looks rows up by their numbers need not read these from a text. */
typedef struct {
    sqlite3_int64 count;
    sqlite3_int64 values[];
} oncue_sqlite_list;

typedef struct {
    sqlite3_vtab_cursor base;
    const oncue_sqlite_list *list;
    sqlite3_int64 place;
} oncue_sqlite_cursor;

static const char *const oncue_sqlite_list_type = "oncue-numbers";

static inline int oncue_sqlite_connect(
    sqlite3 *connection, void *data, int count, const char *const *words, sqlite3_vtab **table, char **message) {
    (void)data;
    (void)count;
    (void)words;
    (void)message;
    int result = sqlite3_declare_vtab(connection, "CREATE TABLE numbers (value INTEGER, list HIDDEN)");
    if (result != SQLITE_OK) return result;
    *table = sqlite3_malloc(sizeof **table);
    if (!*table) return SQLITE_NOMEM;
    memset(*table, 0, sizeof **table);
    return SQLITE_OK;
}

static inline int oncue_sqlite_disconnect(sqlite3_vtab *table) {
    sqlite3_free(table);
    return SQLITE_OK;
}

/* The numbers are in the order that is wanted, so nothing else is worth being the outer loop. Mostly they are those of
   a page; a selection has up to 20,000. */
static inline int oncue_sqlite_plan(sqlite3_vtab *table, sqlite3_index_info *plan) {
    (void)table;
    plan->estimatedCost = 1;
    plan->estimatedRows = 50;
    for (int index = 0; index < plan->nConstraint; index++) {
        if (plan->aConstraint[index].iColumn != 1) continue;
        if (!plan->aConstraint[index].usable || plan->aConstraint[index].op != SQLITE_INDEX_CONSTRAINT_EQ) {
            return SQLITE_CONSTRAINT;
        }
        plan->aConstraintUsage[index].argvIndex = 1;
        plan->aConstraintUsage[index].omit = 1;
    }
    return SQLITE_OK;
}

static inline int oncue_sqlite_begin(sqlite3_vtab *table, sqlite3_vtab_cursor **cursor) {
    (void)table;
    oncue_sqlite_cursor *made = sqlite3_malloc(sizeof *made);
    if (!made) return SQLITE_NOMEM;
    memset(made, 0, sizeof *made);
    *cursor = &made->base;
    return SQLITE_OK;
}

static inline int oncue_sqlite_end(sqlite3_vtab_cursor *cursor) {
    sqlite3_free(cursor);
    return SQLITE_OK;
}

static inline int oncue_sqlite_first(
    sqlite3_vtab_cursor *cursor, int number, const char *text, int count, sqlite3_value **values) {
    (void)number;
    (void)text;
    oncue_sqlite_cursor *own = (oncue_sqlite_cursor *)cursor;
    own->list = count > 0 ? sqlite3_value_pointer(values[0], oncue_sqlite_list_type) : NULL;
    own->place = 0;
    return SQLITE_OK;
}

static inline int oncue_sqlite_next(sqlite3_vtab_cursor *cursor) {
    ((oncue_sqlite_cursor *)cursor)->place++;
    return SQLITE_OK;
}

static inline int oncue_sqlite_is_over(sqlite3_vtab_cursor *cursor) {
    const oncue_sqlite_cursor *own = (const oncue_sqlite_cursor *)cursor;
    return !own->list || own->place >= own->list->count;
}

static inline int oncue_sqlite_value(sqlite3_vtab_cursor *cursor, sqlite3_context *answer, int column) {
    const oncue_sqlite_cursor *own = (const oncue_sqlite_cursor *)cursor;
    if (column == 0) sqlite3_result_int64(answer, own->list->values[own->place]);
    return SQLITE_OK;
}

static inline int oncue_sqlite_row(sqlite3_vtab_cursor *cursor, sqlite3_int64 *row) {
    *row = ((oncue_sqlite_cursor *)cursor)->place;
    return SQLITE_OK;
}

/* Adds the table `numbers` to a connection. */
static inline int oncue_sqlite_add_numbers(sqlite3 *connection) {
    static const sqlite3_module module = {
        .xConnect = oncue_sqlite_connect,
        .xBestIndex = oncue_sqlite_plan,
        .xDisconnect = oncue_sqlite_disconnect,
        .xOpen = oncue_sqlite_begin,
        .xClose = oncue_sqlite_end,
        .xFilter = oncue_sqlite_first,
        .xNext = oncue_sqlite_next,
        .xEof = oncue_sqlite_is_over,
        .xColumn = oncue_sqlite_value,
        .xRowid = oncue_sqlite_row,
    };
    return sqlite3_create_module(connection, "numbers", &module, NULL);
}

/* Gives a statement a copy of numbers, for the table `numbers`. SQLite owns the copy, also if it refuses it; it frees
   it with the statement, or when the parameter gets another value. */
static inline int oncue_sqlite_bind_numbers(
    sqlite3_stmt *statement, int parameter, const sqlite3_int64 *values, size_t count) {
    oncue_sqlite_list *list = sqlite3_malloc64(sizeof *list + count * sizeof *values);
    if (!list) return SQLITE_NOMEM;
    list->count = (sqlite3_int64)count;
    if (count > 0) memcpy(list->values, values, count * sizeof *values);
    return sqlite3_bind_pointer(statement, parameter, list, oncue_sqlite_list_type, sqlite3_free);
}
