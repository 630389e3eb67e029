// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "oncue_secret_shims.h"

#include <gmp.h>
#include <nettle/aes.h>
#include <nettle/cbc.h>
#include <nettle/hkdf.h>
#include <nettle/hmac.h>
#include <string.h>

static const char prime_digits[] =
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B"
    "302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE6"
    "49286651ECE65381FFFFFFFFFFFFFFFF";

/// Writes a number with zeros in front of it.
static void write_number(const mpz_t number, uint8_t bytes[ONCUE_SECRET_NUMBER]) {
    uint8_t digits[ONCUE_SECRET_NUMBER];
    size_t count = 0;
    mpz_export(digits, &count, 1, 1, 0, 0, number);
    memset(bytes, 0, ONCUE_SECRET_NUMBER);
    memcpy(bytes + ONCUE_SECRET_NUMBER - count, digits, count);
}

/// Reads a secret number; never 0, which has no power that takes the same time as others.
static void read_secret(mpz_t number, const uint8_t secret[ONCUE_SECRET_NUMBER]) {
    mpz_import(number, ONCUE_SECRET_NUMBER, 1, 1, 0, 0, secret);
    if (mpz_sgn(number) == 0) mpz_set_ui(number, 1);
}

void oncue_secret_public(const uint8_t secret[ONCUE_SECRET_NUMBER], uint8_t result[ONCUE_SECRET_NUMBER]) {
    mpz_t prime, base, power;
    mpz_init_set_str(prime, prime_digits, 16);
    mpz_init_set_ui(base, 2);
    mpz_init(power);
    read_secret(power, secret);
    mpz_powm_sec(base, base, power, prime);
    write_number(base, result);
    mpz_clears(prime, base, power, NULL);
}

int oncue_secret_key(
    const uint8_t secret[ONCUE_SECRET_NUMBER], const uint8_t *other, size_t other_length, uint8_t key[16]) {
    mpz_t prime, base, power, last;
    mpz_init_set_str(prime, prime_digits, 16);
    mpz_inits(base, power, last, NULL);
    mpz_import(base, other_length, 1, 1, 0, 0, other);
    mpz_sub_ui(last, prime, 2);
    int is_valid = mpz_cmp_ui(base, 2) >= 0 && mpz_cmp(base, last) <= 0;
    if (is_valid) {
        uint8_t shared[ONCUE_SECRET_NUMBER], pseudorandom[SHA256_DIGEST_SIZE];
        struct hmac_sha256_ctx context;
        read_secret(power, secret);
        mpz_powm_sec(base, base, power, prime);
        write_number(base, shared);
        hmac_sha256_set_key(&context, 0, (const uint8_t *)"");
        hkdf_extract(
            &context, (nettle_hash_update_func *)hmac_sha256_update, (nettle_hash_digest_func *)hmac_sha256_digest,
            SHA256_DIGEST_SIZE, sizeof shared, shared, pseudorandom);
        hmac_sha256_set_key(&context, sizeof pseudorandom, pseudorandom);
        hkdf_expand(
            &context, (nettle_hash_update_func *)hmac_sha256_update, (nettle_hash_digest_func *)hmac_sha256_digest,
            SHA256_DIGEST_SIZE, 0, (const uint8_t *)"", 16, key);
    }
    mpz_clears(prime, base, power, last, NULL);
    return is_valid;
}

void oncue_secret_encrypt(
    const uint8_t key[16], const uint8_t vector[16], const uint8_t *text, size_t length, uint8_t *result) {
    struct CBC_CTX(struct aes128_ctx, AES_BLOCK_SIZE) context;
    aes128_set_encrypt_key(&context.ctx, key);
    CBC_SET_IV(&context, vector);
    CBC_ENCRYPT(&context, aes128_encrypt, length, result, text);
}

void oncue_secret_decrypt(
    const uint8_t key[16], const uint8_t vector[16], const uint8_t *text, size_t length, uint8_t *result) {
    struct CBC_CTX(struct aes128_ctx, AES_BLOCK_SIZE) context;
    aes128_set_decrypt_key(&context.ctx, key);
    CBC_SET_IV(&context, vector);
    CBC_DECRYPT(&context, aes128_decrypt, length, result, text);
}
