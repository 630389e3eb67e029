// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#pragma once
#include <pulse/pulseaudio.h>

/* pa_context_new is replaced in this program, for the sinks of GStreamer as well; see oncue_pulse_shims.c. */
