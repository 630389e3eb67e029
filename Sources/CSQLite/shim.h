// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
#pragma once
#include <sqlite3.h>

/* Does without the count of all memory in use, which takes a lock for each allocation. Swift cannot call the original,
   which is variadic. To be called before SQLite is used; later it does nothing and returns SQLITE_MISUSE. */
static inline int oncue_sqlite_without_memory_count(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
