// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
#include "oncue_descriptor_source.h"

GSource *oncue_descriptor_source_new(gint descriptor, GIOCondition condition, GUnixFDSourceFunc handler)
{
    GSource *source = g_unix_fd_source_new(descriptor, condition);
    g_source_set_callback(source, G_SOURCE_FUNC(handler), NULL, NULL);
    // Otherwise GLib takes the descriptor out of its list before each call and puts it back behind it, and wakes its own
    // loop up both times: two writes, a read and a turn that finds nothing. Handlers run no loop of their own.
    g_source_set_can_recurse(source, TRUE);
    g_source_attach(source, g_main_context_get_thread_default());
    return source;
}
