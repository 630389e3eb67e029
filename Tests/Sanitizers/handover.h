// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// What the files beside it share: each stands in front of functions of a library that is not built for
// ThreadSanitizer, tells it what they order, and calls them.

#ifndef ONCUE_HANDOVER_H
#define ONCUE_HANDOVER_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Programs without the sanitizer load these files, too: for them nothing is told.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

/// What others did before they gave the address up has happened before what this thread does from here on.
static inline void take(const volatile void *address)
{
    if (__tsan_acquire != NULL && address != NULL) __tsan_acquire((void *)address);
}

/// What this thread has done so far happens before what others do once they have taken the address.
static inline void give(const volatile void *address)
{
    if (__tsan_release != NULL && address != NULL) __tsan_release((void *)address);
}

/// Looks the function of that name up in the libraries behind this one, once.
static inline void *find_behind(void **place, const char *name)
{
    void *found = __atomic_load_n(place, __ATOMIC_RELAXED);
    if (found == NULL) {
        found = dlsym(RTLD_NEXT, name);
        __atomic_store_n(place, found, __ATOMIC_RELAXED);
    }
    return found;
}

/// The function that stands behind ours, of our own type.
#define behind(function) (__extension__({ \
    static void *place; \
    (__typeof__(&function))find_behind(&place, #function); \
}))

#endif
