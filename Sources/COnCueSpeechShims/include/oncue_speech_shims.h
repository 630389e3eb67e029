// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// The settings of PocketSphinx, which are made by a function of variable arguments, and a file in memory, whose function
// is not among those of the C library that Swift sees.

#pragma once

#include <pocketsphinx.h>

/// Makes settings for an acoustic model and a dictionary, both by their paths. Silence is kept, so that the frames of
/// two searches over one sound are the same; nothing is logged.
///
/// Returns what the caller frees with cmd_ln_free_r, or NULL.
cmd_ln_t *oncue_speech_settings(const char *model, const char *dictionary);

/// Makes a file in memory that has no name, for what PocketSphinx reads from a file only.
///
/// Returns its descriptor, which the caller closes, or -1.
int oncue_speech_file(void);
