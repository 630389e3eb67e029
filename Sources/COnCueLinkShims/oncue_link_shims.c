// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#define _GNU_SOURCE

#include "oncue_link_shims.h"

#include <fcntl.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// GNUTLS_CURVE_TO_BITS is a macro.
char *oncue_link_make_identity(const char *name, int64_t now) {
    gnutls_x509_privkey_t key = NULL;
    gnutls_x509_crt_t certificate = NULL;
    gnutls_datum_t certificate_text = {NULL, 0}, key_text = {NULL, 0};
    unsigned char serial[8];
    char *result = NULL;
    if (gnutls_rnd(GNUTLS_RND_NONCE, serial, sizeof serial) < 0) return NULL;
    serial[0] = (serial[0] & 0x7f) | 0x40;
    if (gnutls_x509_privkey_init(&key) < 0 || gnutls_x509_crt_init(&certificate) < 0) goto end;
    if (gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0) < 0
        || gnutls_x509_crt_set_version(certificate, 3) < 0
        || gnutls_x509_crt_set_serial(certificate, serial, sizeof serial) < 0
        || gnutls_x509_crt_set_activation_time(certificate, (time_t)now - 86400) < 0
        || gnutls_x509_crt_set_expiration_time(certificate, (time_t)now + 86400L * 3650) < 0
        || gnutls_x509_crt_set_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, name, (unsigned)strlen(name)) < 0
        || gnutls_x509_crt_set_key(certificate, key) < 0
        || gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0) < 0
        || gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_PEM, &certificate_text) < 0
        || gnutls_x509_privkey_export2_pkcs8(key, GNUTLS_X509_FMT_PEM, NULL, GNUTLS_PKCS_PLAIN, &key_text) < 0)
        goto end;
    result = g_strdup_printf(
        "%.*s%.*s", (int)certificate_text.size, (char *)certificate_text.data, (int)key_text.size,
        (char *)key_text.data);
end:
    if (key_text.data) gnutls_memset(key_text.data, 0, key_text.size);
    gnutls_free(certificate_text.data);
    gnutls_free(key_text.data);
    if (certificate) gnutls_x509_crt_deinit(certificate);
    if (key) gnutls_x509_privkey_deinit(key);
    return result;
}

static gboolean accept_any(GTlsConnection *connection, GTlsCertificate *peer, GTlsCertificateFlags errors, gpointer data) {
    (void)connection, (void)peer, (void)errors, (void)data;
    return TRUE;
}

// G_TLS_CONNECTION and G_CALLBACK are macros, and properties are set by a function with any number of arguments.
GTlsConnection *oncue_link_begin(int descriptor, GTlsCertificate *own, int is_server, GError **error) {
    GSocket *socket = g_socket_new_from_fd(descriptor, error);
    if (!socket) {
        close(descriptor);
        return NULL;
    }
    g_socket_set_blocking(socket, TRUE);
    g_socket_set_keepalive(socket, TRUE);
    GIOStream *stream = G_IO_STREAM(g_socket_connection_factory_create_connection(socket));
    g_object_unref(socket);
    GIOStream *made = is_server ? g_tls_server_connection_new(stream, own, error)
                                : g_tls_client_connection_new(stream, NULL, error);
    g_object_unref(stream);
    if (!made) return NULL;
    GTlsConnection *connection = G_TLS_CONNECTION(made);
    // Otherwise every end without the last word of TLS is an error of its own kind.
    g_tls_connection_set_require_close_notify(connection, FALSE);
    if (is_server)
        g_object_set(connection, "authentication-mode", G_TLS_AUTHENTICATION_REQUIRED, NULL);
    else
        g_tls_connection_set_certificate(connection, own);
    g_signal_connect(connection, "accept-certificate", G_CALLBACK(accept_any), NULL);
    return connection;
}

GByteArray *oncue_link_certificate(GTlsCertificate *certificate) {
    GByteArray *bytes = NULL;
    g_object_get(certificate, "certificate", &bytes, NULL);
    return bytes;
}

int oncue_link_connect(const char *address, uint16_t port, unsigned seconds, GError **error) {
    GSocketClient *client = g_socket_client_new();
    g_socket_client_set_enable_proxy(client, FALSE);
    g_socket_client_set_timeout(client, seconds);
    GSocketConnection *connection = g_socket_client_connect_to_host(client, address, port, NULL, error);
    g_object_unref(client);
    if (!connection) return -1;
    int descriptor = fcntl(g_socket_get_fd(g_socket_connection_get_socket(connection)), F_DUPFD_CLOEXEC, 3);
    // The other descriptor goes with its object.
    g_object_unref(connection);
    return descriptor;
}

static void notice(int number) { (void)number; }

void oncue_link_keep_ends_of_children(void) {
    sigset_t ends;
    signal(SIGCHLD, notice);
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ends, NULL);
}

// ppoll() is hidden from Swift by a feature macro.
unsigned oncue_link_wait(int first, int second, int milliseconds) {
    struct pollfd pollers[2] = {{first, POLLIN, 0}, {second, POLLIN, 0}};
    struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    sigset_t none;
    sigemptyset(&none);
    if (ppoll(pollers, 2, milliseconds < 0 ? NULL : &limit, &none) <= 0) return 0;
    return (pollers[0].revents ? 1u : 0u) | (pollers[1].revents ? 2u : 0u);
}

void oncue_link_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGTERM); }

// The headers of Debian 12 do not know all of Landlock: its calls, the scopes of a set of rules, and their place in it.
enum { create_ruleset = 444, restrict_self = 446, version = 1, abstract_sockets = 1, signals = 2 };

int oncue_link_can_stay_apart(void) { return syscall(create_ruleset, NULL, 0, version) >= 6; }

int oncue_link_stay_apart(void) {
    struct {
        uint64_t files, ports, scopes;
    } rules = {0, 0, abstract_sockets | signals};
    if (!oncue_link_can_stay_apart()) return 0;
    int set = (int)syscall(create_ruleset, &rules, sizeof rules, 0);
    if (set < 0) return 0;
    int done = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(restrict_self, set, 0) == 0;
    close(set);
    return done;
}
