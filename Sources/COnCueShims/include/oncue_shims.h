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


/* A city of libgeonames; texts live until the callback returns. */
typedef struct {
    const char *name;
    const char *state;
    const char *country;
    const char *country_code;
    double latitude;
    double longitude;
    unsigned population;
} oncue_city;

/* Calls `take` for up to `limit` cities whose names begin with the words of a query, the likeliest first. Takes tens of
   milliseconds; one thread at a time. Returns how many there were, or -1 without the library: it is loaded when it is
   first needed, since few installations look up cities, and its licence (GPL-3) is not that of the programs. */
int oncue_find_cities(const char *query, int limit, void (*take)(void *data, const oncue_city *city), void *data);
