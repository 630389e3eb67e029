// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// Certificates by GnuTLS, whose key types and curves Swift cannot name, news of addresses, whose header of the kernel Swift
// does not import, and a signal with the type that its handlers have.

#pragma once

#include <stdint.h>

/// Makes a P-256 key and the certificate of an authority that it signs itself, valid from a day before `now` for ten years.
///
/// Returns the certificate and the key as PEM, to be freed with g_free; NULL when that fails. `now` is in seconds since 1970.
char *oncue_web_make_authority(const char *name, int64_t now);

/// Makes a P-256 key and a certificate for a server, signed by an authority of `oncue_web_make_authority`.
///
/// `hosts` has a name or an address on each line. Valid from a day before `now` until `end`. Returns the certificate, the key
/// and the certificate of the authority as PEM, to be freed with g_free; NULL when that fails.
char *oncue_web_make_certificate(const char *authority, const char *hosts, int64_t now, int64_t end);

/// Returns a socket on which the kernel tells that this machine got an address or lost one; -1 when it does not. At the
/// beginning it tells of those that there are.
int oncue_web_watch_addresses(void);

/// Blocks until it does; an address that stays, with another lifetime, is passed over. Returns 0 when it does not any longer.
int oncue_web_await_addresses(int file);

/// Calls `written` with `message`, a SoupServerMessage, and `data` whenever a piece of its answer has been sent.
void oncue_web_when_written(void *message, void (*written)(void *message, void *data), void *data);
