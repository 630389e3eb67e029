// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib

/// The types of GIO with interfaces that threads of libraries register when they first connect, look up a host or read
/// from a connection.
///
/// GObject deadlocks when one thread registers such a type while another one initialises a class that refers to it: the
/// first waits for the lock of classes to add an interface, and the second has this lock and waits for the type. The
/// class of libsoup's sessions refers to addresses, for example, and a connection to the bus is made in another thread.
enum SharedTypes {
    /// Registers them, so that no other thread does. To be called before there is a second thread that uses GLib.
    static func register() {
        let types = [
            g_socket_address_get_type(), g_unix_socket_address_get_type(), g_inet_socket_address_get_type(),
            g_network_address_get_type(), g_network_service_get_type(), g_proxy_address_get_type(),
            g_socket_get_type(), g_socket_client_get_type(), g_socket_connection_get_type(),
            g_tcp_connection_get_type(), g_unix_connection_get_type(), g_buffered_input_stream_get_type(),
            g_buffered_output_stream_get_type(), g_data_input_stream_get_type(), g_data_output_stream_get_type(),
            g_memory_input_stream_get_type(), g_memory_output_stream_get_type(), g_task_get_type(),
            g_simple_async_result_get_type(), g_dbus_connection_get_type(),
        ]
        for type in types { g_type_ensure(type) }
    }
}
