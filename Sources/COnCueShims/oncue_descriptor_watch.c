// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
#include "oncue_descriptor_watch.h"

void oncue_watch_descriptor(gint descriptor, GUnixFDSourceFunc handler) {
    GSource *source = g_unix_fd_source_new(descriptor, G_IO_IN);
    g_source_set_callback(source, G_SOURCE_FUNC(handler), NULL, NULL);
    // Otherwise GLib takes the descriptor out of its list before each call and puts it back behind it, and wakes its own
    // loop up both times: two writes, a read and a turn that finds nothing. Handlers run no loop of their own.
    g_source_set_can_recurse(source, TRUE);
    g_source_attach(source, g_main_context_get_thread_default());
    g_source_unref(source);
}
