// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#define _GNU_SOURCE
#include "oncue_speech_shims.h"

#include <sphinxbase/err.h>
#include <stddef.h>
#include <sys/mman.h>

cmd_ln_t *oncue_speech_settings(const char *model, const char *dictionary) {
    err_set_logfp(NULL);
    return cmd_ln_init(
        NULL, ps_args(), TRUE, "-hmm", model, "-dict", dictionary, "-remove_silence", "no", "-logfn", "/dev/null",
        NULL);
}

int oncue_speech_file(void) { return memfd_create("dictionary", MFD_CLOEXEC); }
