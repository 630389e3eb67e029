// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
#include "oncue_shims.h"

#include <gio/gio.h>
#include <malloc.h>

#define ONCUE_SWIFT __attribute__((swiftcall))

/* SerialExecutorRef of the runtime; all zero stands for "no actor". */
typedef struct {
    void *identity;
    guintptr implementation;
} OncueExecutorRef;

typedef void ONCUE_SWIFT (*OncueEnqueue)(void *job);

extern void ONCUE_SWIFT (*swift_task_enqueueGlobal_hook)(void *job, OncueEnqueue original) __attribute__((weak));
extern void ONCUE_SWIFT swift_job_run(void *job, OncueExecutorRef executor);

static GAsyncQueue *jobs;

static gpointer run_jobs(gpointer unused) {
    (void)unused;
    const OncueExecutorRef nobody = {NULL, 0};
    for (;;) swift_job_run(g_async_queue_pop(jobs), nobody);
    return NULL;
}

static void ONCUE_SWIFT on_job(void *job, OncueEnqueue original) {
    (void)original;
    g_async_queue_push(jobs, job);
}

void oncue_runtime_use_one_thread(void) {
    if (&swift_task_enqueueGlobal_hook == NULL || jobs != NULL) return;
    jobs = g_async_queue_new();
    g_thread_unref(g_thread_new("oncue.tasks", run_jobs, NULL));
    swift_task_enqueueGlobal_hook = on_job;
}

/* GLib up to 2.74 has an allocator for small pieces of its own, which keeps what is freed and takes whole pages for few
   pieces of a size; later versions leave all to malloc. It must be told before its first use, and the constructors of
   GLib use it, so this runs before those of all libraries, and before a sanitizer is ready. Nothing happens with later
   versions. */
__attribute__((disable_sanitizer_instrumentation)) static void without_slices(void) {
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    g_slice_set_config(G_SLICE_CONFIG_ALWAYS_MALLOC, TRUE);
    G_GNUC_END_IGNORE_DEPRECATIONS
}

__attribute__((section(".preinit_array"), used)) static void (*const before_libraries)(void) = without_slices;

void oncue_heap_stay_small(void) {
    enum { arenas = 1, large = 128 * 1024 };
    mallopt(M_ARENA_MAX, arenas);
    /* To set them keeps malloc from raising them by itself. */
    mallopt(M_MMAP_THRESHOLD, large);
    mallopt(M_TRIM_THRESHOLD, large);
}

void oncue_heap_keep_pieces(void) {
    enum { large = 4 * 1024 * 1024 };
    mallopt(M_MMAP_THRESHOLD, large);
    mallopt(M_TRIM_THRESHOLD, 2 * large);
}

void oncue_heap_give_back(void) {
    malloc_trim(0);
}
