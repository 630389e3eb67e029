// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "oncue_pulse_shims.h"

/* Makes a connection that shares no memory with the server, in place of the library's function of the same name. The
   dynamic linker prefers the program's, so it applies to pulsesink, too, which offers no other way to ask for this.

   libpulse 16.1 loops for ever in pa_pstream_unlink, holding the lock of its main loop, if the server dies while
   messages are about to move to shared memory (pa_pstream_set_srbchannel returns without a change). Whoever needs the
   lock waits for ever, and that was the whole engine. Without shared memory there is no such move. */
pa_context *pa_context_new(pa_mainloop_api *api, const char *name) {
    pa_proplist *properties = pa_proplist_new();
    pa_proplist_sets(properties, PA_PROP_CONTEXT_FORCE_DISABLE_SHM, "true");
    pa_context *context = pa_context_new_with_proplist(api, name, properties);
    pa_proplist_free(properties);
    return context;
}
