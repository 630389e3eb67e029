// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "oncue_push_shims.h"

#include <gmp.h>
#include <nettle/ecc-curve.h>
#include <nettle/ecc.h>
#include <nettle/gcm.h>
#include <nettle/hkdf.h>
#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <string.h>

static int read_scalar(struct ecc_scalar *scalar, const uint8_t secret[32]) {
    mpz_t number;
    mpz_init(number);
    mpz_import(number, 32, 1, 1, 0, 0, secret);
    int is_valid = ecc_scalar_set(scalar, number);
    mpz_clear(number);
    return is_valid;
}

static int read_point(struct ecc_point *result, const uint8_t point[65]) {
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    mpz_import(x, 32, 1, 1, 0, 0, point + 1);
    mpz_import(y, 32, 1, 1, 0, 0, point + 33);
    // Checks that it is on the curve.
    int is_valid = point[0] == 4 && ecc_point_set(result, x, y);
    mpz_clears(x, y, NULL);
    return is_valid;
}

static void write_number(const mpz_t number, uint8_t bytes[32]) {
    uint8_t digits[32];
    size_t count = 0;
    memset(bytes, 0, 32);
    if (mpz_sizeinbase(number, 256) > 32) return;
    mpz_export(digits, &count, 1, 1, 0, 0, number);
    memcpy(bytes + 32 - count, digits, count);
}

static void write_point(const struct ecc_point *point, uint8_t x[32], uint8_t y[32]) {
    mpz_t a, b;
    mpz_inits(a, b, NULL);
    ecc_point_get(point, a, b);
    write_number(a, x);
    if (y) write_number(b, y);
    mpz_clears(a, b, NULL);
}

int oncue_push_public(const uint8_t secret[32], uint8_t point[65]) {
    struct ecc_scalar scalar;
    struct ecc_point result;
    ecc_scalar_init(&scalar, nettle_get_secp_256r1());
    ecc_point_init(&result, nettle_get_secp_256r1());
    int is_valid = read_scalar(&scalar, secret);
    if (is_valid) {
        ecc_point_mul_g(&result, &scalar);
        point[0] = 4;
        write_point(&result, point + 1, point + 33);
    }
    ecc_point_clear(&result);
    ecc_scalar_clear(&scalar);
    return is_valid;
}

int oncue_push_shared(const uint8_t secret[32], const uint8_t point[65], uint8_t shared[32]) {
    struct ecc_scalar scalar;
    struct ecc_point other, result;
    ecc_scalar_init(&scalar, nettle_get_secp_256r1());
    ecc_point_init(&other, nettle_get_secp_256r1());
    ecc_point_init(&result, nettle_get_secp_256r1());
    int is_valid = read_scalar(&scalar, secret) && read_point(&other, point);
    if (is_valid) {
        ecc_point_mul(&result, &scalar, &other);
        write_point(&result, shared, NULL);
    }
    ecc_point_clear(&result);
    ecc_point_clear(&other);
    ecc_scalar_clear(&scalar);
    return is_valid;
}

void oncue_push_derive(
    const uint8_t *salt, size_t salt_length, const uint8_t *secret, size_t secret_length, const uint8_t *info,
    size_t info_length, uint8_t *result, size_t result_length) {
    struct hmac_sha256_ctx context;
    uint8_t key[SHA256_DIGEST_SIZE];
    hmac_sha256_set_key(&context, salt_length, salt);
    hkdf_extract(
        &context, (nettle_hash_update_func *)hmac_sha256_update, (nettle_hash_digest_func *)hmac_sha256_digest,
        SHA256_DIGEST_SIZE, secret_length, secret, key);
    hmac_sha256_set_key(&context, sizeof key, key);
    hkdf_expand(
        &context, (nettle_hash_update_func *)hmac_sha256_update, (nettle_hash_digest_func *)hmac_sha256_digest,
        SHA256_DIGEST_SIZE, info_length, info, result_length, result);
}

int oncue_push_open(
    const uint8_t key[16], const uint8_t nonce[12], const uint8_t *text, size_t length, uint8_t *result) {
    struct gcm_aes128_ctx context;
    uint8_t tag[GCM_DIGEST_SIZE];
    size_t plain = length - GCM_DIGEST_SIZE;
    gcm_aes128_set_key(&context, key);
    gcm_aes128_set_iv(&context, 12, nonce);
    gcm_aes128_decrypt(&context, plain, result, text);
    gcm_aes128_digest(&context, GCM_DIGEST_SIZE, tag);
    if (memeql_sec(tag, text + plain, GCM_DIGEST_SIZE)) return 1;
    memset(result, 0, plain);
    return 0;
}
