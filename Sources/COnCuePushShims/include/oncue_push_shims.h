// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// The curve and the cipher of web push (RFC 8291, RFC 8188), over nettle, whose numbers and contexts do not reach Swift.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// Computes the public point of a secret number on P-256: 0x04, X and Y.
///
/// Returns 0 when the number is not one of the curve.
int oncue_push_public(const uint8_t secret[32], uint8_t point[65]);

/// Computes the X coordinate of the point that a secret number and the public point of another share.
///
/// Returns 0 when the point is not on the curve, or the number not one of it.
int oncue_push_shared(const uint8_t secret[32], const uint8_t point[65], uint8_t shared[32]);

/// Derives bytes by HKDF with SHA-256; at most 8160.
void oncue_push_derive(
    const uint8_t *salt, size_t salt_length, const uint8_t *secret, size_t secret_length, const uint8_t *info,
    size_t info_length, uint8_t *result, size_t result_length);

/// Opens a text encrypted by AES-128-GCM, whose tag is its last 16 bytes; `result` has room for all before it.
///
/// Returns 0, with `result` full of zeros, when the tag is wrong. The length is at least 16.
int oncue_push_open(
    const uint8_t key[16], const uint8_t nonce[12], const uint8_t *text, size_t length, uint8_t *result);
