// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// The locks, counts and queues of GLib, which are made of atomics and futexes inside of a library that ThreadSanitizer
// does not see into. The types are written as plain pointers: what is behind them is nobody's business here.

#include "handover.h"

#include <stdlib.h>

typedef int gboolean;

// MARK: Locks

#define LOCK(function, type) \
    void function(type *lock) \
    { \
        behind(function)(lock); \
        take(lock); \
    }
#define TRY_LOCK(function, type) \
    gboolean function(type *lock) \
    { \
        gboolean is_locked = behind(function)(lock); \
        if (is_locked) take(lock); \
        return is_locked; \
    }
#define UNLOCK(function, type) \
    void function(type *lock) \
    { \
        give(lock); \
        behind(function)(lock); \
    }

LOCK(g_mutex_lock, void)
TRY_LOCK(g_mutex_trylock, void)
UNLOCK(g_mutex_unlock, void)
LOCK(g_rec_mutex_lock, void)
TRY_LOCK(g_rec_mutex_trylock, void)
UNLOCK(g_rec_mutex_unlock, void)
LOCK(g_rw_lock_writer_lock, void)
TRY_LOCK(g_rw_lock_writer_trylock, void)
UNLOCK(g_rw_lock_writer_unlock, void)
LOCK(g_rw_lock_reader_lock, void)
TRY_LOCK(g_rw_lock_reader_trylock, void)
UNLOCK(g_rw_lock_reader_unlock, void)

void g_bit_lock(volatile int *address, int bit)
{
    behind(g_bit_lock)(address, bit);
    take(address);
}

gboolean g_bit_trylock(volatile int *address, int bit)
{
    gboolean is_locked = behind(g_bit_trylock)(address, bit);
    if (is_locked) take(address);
    return is_locked;
}

void g_bit_unlock(volatile int *address, int bit)
{
    give(address);
    behind(g_bit_unlock)(address, bit);
}

// MARK: Conditions

/// Waiting unlocks and locks again inside of the library.
void g_cond_wait(void *condition, void *mutex)
{
    give(mutex);
    behind(g_cond_wait)(condition, mutex);
    take(mutex);
}

gboolean g_cond_wait_until(void *condition, void *mutex, int64_t end)
{
    give(mutex);
    gboolean is_signalled = behind(g_cond_wait_until)(condition, mutex, end);
    take(mutex);
    return is_signalled;
}

// MARK: Once

gboolean g_once_init_enter(void *location)
{
    gboolean is_first = behind(g_once_init_enter)(location);
    take(location);
    return is_first;
}

void g_once_init_leave(void *location, size_t result)
{
    give(location);
    behind(g_once_init_leave)(location, result);
}

void *g_once_impl(void *once, void *(*function)(void *), void *argument)
{
    void *result = behind(g_once_impl)(once, function, argument);
    give(once);
    take(once);
    return result;
}

// MARK: Counts of references

/// Whoever gives the last reference up frees what all others have used before.
#define UNREFERENCE(function) \
    void function(void *object) \
    { \
        give(object); \
        take(object); \
        behind(function)(object); \
    }

UNREFERENCE(g_object_unref)
UNREFERENCE(g_variant_unref)
UNREFERENCE(g_bytes_unref)
UNREFERENCE(g_source_unref)

// MARK: Work for other threads

/// A function for what is handed over, which takes it first.
struct taking {
    void (*function)(void *item, void *data);
    void *data;
};

static void take_and_call(void *item, void *data)
{
    struct taking *taking = data;
    take(item);
    taking->function(item, taking->data);
}

/// Pools live as long as the process, or nearly, so what belongs to them is kept.
void *g_thread_pool_new(
    void (*function)(void *, void *), void *data, int most, gboolean is_exclusive, void **error)
{
    struct taking *taking = malloc(sizeof *taking);
    if (taking == NULL) abort();
    *taking = (struct taking){function, data};
    return behind(g_thread_pool_new)(take_and_call, taking, most, is_exclusive, error);
}

gboolean g_thread_pool_push(void *pool, void *item, void **error)
{
    give(item);
    return behind(g_thread_pool_push)(pool, item, error);
}
