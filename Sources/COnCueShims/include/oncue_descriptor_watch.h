// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
#pragma once
#include <glib-unix.h>

/* Calls a function on the main context of this thread whenever there is something to read from a descriptor, as long as
   the process lives. Swift cannot do it: GLib wants the function as one of another type. */
void oncue_watch_descriptor(gint descriptor, GUnixFDSourceFunc handler);
