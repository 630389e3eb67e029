// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// The key agreement and the cipher of sessions of the Secret Service (dh-ietf1024-sha256-aes128-cbc-pkcs7), over nettle,
// whose numbers and contexts do not reach Swift.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// The number of bytes of the prime of the second Oakley group (RFC 2409, 6.2).
#define ONCUE_SECRET_NUMBER 128

/// Computes the public number of a secret one.
void oncue_secret_public(const uint8_t secret[ONCUE_SECRET_NUMBER], uint8_t result[ONCUE_SECRET_NUMBER]);

/// Computes the key that a secret number and the public number of another share.
///
/// Returns 0 when that is no public number: below 2 or above the prime minus 2.
int oncue_secret_key(
    const uint8_t secret[ONCUE_SECRET_NUMBER], const uint8_t *other, size_t other_length, uint8_t key[16]);

/// Encrypts or decrypts whole blocks of 16 bytes by AES-128-CBC.
void oncue_secret_encrypt(
    const uint8_t key[16], const uint8_t vector[16], const uint8_t *text, size_t length, uint8_t *result);
void oncue_secret_decrypt(
    const uint8_t key[16], const uint8_t vector[16], const uint8_t *text, size_t length, uint8_t *result);
