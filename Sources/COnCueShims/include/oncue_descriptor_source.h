// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
#pragma once
#include <glib-unix.h>

/* Calls a function on the main context of this thread whenever there is something to read from a descriptor, or it can be
   written to, until the source is destroyed. Swift cannot do it: GLib wants the function as one of another type. */
GSource *oncue_descriptor_source_new(gint descriptor, GIOCondition condition, GUnixFDSourceFunc handler);
