// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
#pragma once

/* Runs the jobs that belong to no actor, such as the first step after a continuation was resumed, on one thread of
   our own instead of Dispatch's pool. Swift cannot do it: the way to say so is a variable of its runtime that holds a
   function with Swift's calling convention (swift/Runtime/Concurrency.h, swift_task_enqueueGlobal_hook).

   To be called once, from the main thread, before there are tasks. Nothing happens with a runtime without the hook. */
void oncue_runtime_use_one_thread(void);

/* Gives memory that has been freed back to the system. Swift cannot call malloc_trim, because <malloc.h> is not in its
   Glibc module. Any thread. */
void oncue_heap_give_back(void);

/* Has malloc keep less of what was freed: one arena instead of eight for each processor, and what is large or lies at
   the end goes back to the system at once. Swift cannot call mallopt, because <malloc.h> is not in its Glibc module.
   To be called from the main thread, before there are others. */
void oncue_heap_stay_small(void);

/* Has malloc keep some megabytes of what was freed, from now on. Any thread. */
void oncue_heap_keep_pieces(void);

/* A city of libgeonames; texts live until the callback returns. */
typedef struct {
    /* The number at geonames.org, by which the names in other languages are kept. */
    const char *identifier;
    const char *name;
    const char *state_code;
    const char *state;
    const char *country_code;
    const char *country;
    double latitude;
    double longitude;
    unsigned population;
} oncue_city;

/* Calls `take` for all cities, whose names are English here, in milliseconds. Returns how many there were, or -1 without
   the library: it is loaded when it is first needed, since few installations look up cities, and its licence (GPL-3) is
   not that of the programs. */
int oncue_each_city(void (*take)(void *data, int number, const oncue_city *city), void *data);
int oncue_city_at(int number, void (*take)(void *data, int number, const oncue_city *city), void *data);

/* Calls `take` for the names in all languages that may be a folded text, or begin with it (`is_prefix`), both without
   spaces and apostrophes at the beginning; each with the identifier of its city, or the key of its country or state as
   below; `is_own`: only in the languages of the user. It passes over names that cannot be meant; the rest is for the
   caller to compare. All languages together take tens of milliseconds. */
void oncue_find_names(
    const char *text, int is_prefix, int is_own, void (*take)(void *data, const char *key, const char *name),
    void *data);

/* Calls `take` for the names, in all languages, of a city (`2761369`), a country (`AT`) or a state (`AT.09`). */
void oncue_each_name(const char *key, void (*take)(void *data, const char *key, const char *name), void *data);
