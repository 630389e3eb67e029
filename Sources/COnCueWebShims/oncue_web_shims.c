// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "oncue_web_shims.h"

#include <arpa/inet.h>
#include <gio/gio.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <string.h>

// What both kinds of certificate have. GNUTLS_CURVE_TO_BITS is a macro.
static int begin(
    gnutls_x509_privkey_t *key, gnutls_x509_crt_t *certificate, const char *name, int64_t now, int64_t end) {
    unsigned char serial[16], identifier[32];
    size_t length = sizeof identifier;
    if (gnutls_rnd(GNUTLS_RND_NONCE, serial, sizeof serial) < 0) return 0;
    serial[0] = (serial[0] & 0x7f) | 0x40;
    return gnutls_x509_privkey_init(key) >= 0 && gnutls_x509_crt_init(certificate) >= 0
        && gnutls_x509_privkey_generate(*key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0) >= 0
        && gnutls_x509_crt_set_version(*certificate, 3) >= 0
        && gnutls_x509_crt_set_serial(*certificate, serial, sizeof serial) >= 0
        && gnutls_x509_crt_set_activation_time(*certificate, (time_t)now - 86400) >= 0
        && gnutls_x509_crt_set_expiration_time(*certificate, (time_t)end) >= 0
        && gnutls_x509_crt_set_dn_by_oid(*certificate, GNUTLS_OID_X520_COMMON_NAME, 0, name, (unsigned)strlen(name)) >= 0
        && gnutls_x509_crt_set_key(*certificate, *key) >= 0
        && gnutls_x509_crt_get_key_id(*certificate, GNUTLS_KEYID_USE_SHA1, identifier, &length) >= 0
        && gnutls_x509_crt_set_subject_key_id(*certificate, identifier, length) >= 0;
}

// The PEM of a certificate and of its key, and of what follows.
static char *text(gnutls_x509_crt_t certificate, gnutls_x509_privkey_t key, gnutls_x509_crt_t issuer) {
    gnutls_datum_t own = {NULL, 0}, secret = {NULL, 0}, other = {NULL, 0};
    char *result = NULL;
    if (gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_PEM, &own) >= 0
        && gnutls_x509_privkey_export2_pkcs8(key, GNUTLS_X509_FMT_PEM, NULL, GNUTLS_PKCS_PLAIN, &secret) >= 0
        && (!issuer || gnutls_x509_crt_export2(issuer, GNUTLS_X509_FMT_PEM, &other) >= 0))
        result = g_strdup_printf(
            "%.*s%.*s%.*s", (int)own.size, (char *)own.data, (int)secret.size, (char *)secret.data, (int)other.size,
            other.data ? (char *)other.data : "");
    if (secret.data) gnutls_memset(secret.data, 0, secret.size);
    gnutls_free(own.data);
    gnutls_free(secret.data);
    gnutls_free(other.data);
    return result;
}

char *oncue_web_make_authority(const char *name, int64_t now) {
    gnutls_x509_privkey_t key = NULL;
    gnutls_x509_crt_t certificate = NULL;
    char *result = NULL;
    // It signs servers, and no further authority.
    if (begin(&key, &certificate, name, now, now + 86400L * 3650)
        && gnutls_x509_crt_set_basic_constraints(certificate, 1, 0) >= 0
        && gnutls_x509_crt_set_key_usage(certificate, GNUTLS_KEY_KEY_CERT_SIGN) >= 0
        && gnutls_x509_crt_set_key_purpose_oid(certificate, GNUTLS_KP_TLS_WWW_SERVER, 0) >= 0
        && gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0) >= 0)
        result = text(certificate, key, NULL);
    if (certificate) gnutls_x509_crt_deinit(certificate);
    if (key) gnutls_x509_privkey_deinit(key);
    return result;
}

static int add_host(gnutls_x509_crt_t certificate, const char *host) {
    unsigned char bytes[16];
    if (inet_pton(AF_INET, host, bytes) == 1)
        return gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_IPADDRESS, bytes, 4, GNUTLS_FSAN_APPEND) >= 0;
    if (inet_pton(AF_INET6, host, bytes) == 1)
        return gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_IPADDRESS, bytes, 16, GNUTLS_FSAN_APPEND) >= 0;
    return gnutls_x509_crt_set_subject_alt_name(
               certificate, GNUTLS_SAN_DNSNAME, host, (unsigned)strlen(host), GNUTLS_FSAN_APPEND) >= 0;
}

char *oncue_web_make_certificate(const char *authority, const char *hosts, int64_t now, int64_t end) {
    gnutls_datum_t given = {(unsigned char *)authority, (unsigned)strlen(authority)};
    gnutls_x509_privkey_t key = NULL, issuer_key = NULL;
    gnutls_x509_crt_t certificate = NULL, issuer = NULL;
    unsigned char identifier[64];
    size_t length = sizeof identifier;
    char *result = NULL;
    char **lines = g_strsplit(hosts, "\n", -1);
    int is_good = gnutls_x509_crt_init(&issuer) >= 0 && gnutls_x509_privkey_init(&issuer_key) >= 0
        && gnutls_x509_crt_import(issuer, &given, GNUTLS_X509_FMT_PEM) >= 0
        && gnutls_x509_privkey_import2(issuer_key, &given, GNUTLS_X509_FMT_PEM, NULL, 0) >= 0
        && gnutls_x509_crt_get_subject_key_id(issuer, identifier, &length, NULL) >= 0
        && begin(&key, &certificate, "OnCue", now, end)
        && gnutls_x509_crt_set_authority_key_id(certificate, identifier, length) >= 0
        && gnutls_x509_crt_set_basic_constraints(certificate, 0, -1) >= 0
        && gnutls_x509_crt_set_key_usage(certificate, GNUTLS_KEY_DIGITAL_SIGNATURE) >= 0
        && gnutls_x509_crt_set_key_purpose_oid(certificate, GNUTLS_KP_TLS_WWW_SERVER, 0) >= 0;
    for (char **line = lines; is_good && *line; line++)
        if (**line) is_good = add_host(certificate, *line);
    if (is_good && gnutls_x509_crt_sign2(certificate, issuer, issuer_key, GNUTLS_DIG_SHA256, 0) >= 0)
        result = text(certificate, key, issuer);
    g_strfreev(lines);
    if (certificate) gnutls_x509_crt_deinit(certificate);
    if (issuer) gnutls_x509_crt_deinit(issuer);
    if (key) gnutls_x509_privkey_deinit(key);
    if (issuer_key) gnutls_x509_privkey_deinit(issuer_key);
    return result;
}

void oncue_web_when_written(void *message, void (*written)(void *message, void *data), void *data) {
    g_signal_connect(message, "wrote-chunk", G_CALLBACK(written), data);
}
