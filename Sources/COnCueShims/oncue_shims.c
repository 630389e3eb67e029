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
