// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CSoup
internal import OnCueRuntime

/// Checks each address before a message connects to it, until it is released.
///
/// Messages through a proxy are not checked: the proxy resolves names, and decides.
@MediaActor
@safe
final class ConnectionGate {
    private let message: OpaquePointer
    private let handler: gulong

    /// - Parameters:
    ///   - message: A SoupMessage that has not been sent.
    ///   - look: Called before the connection is begun.
    init(_ message: OpaquePointer, _ look: @escaping @MediaActor @Sendable (NetworkAddress) -> Void) {
        unsafe self.message = unsafe message
        let object = unsafe UnsafeMutableRawPointer(message)
        unsafe g_object_ref(object)
        let callback = unsafe unsafeBitCast(onNetworkEvent, to: GCallback.self)
        handler = unsafe g_signal_connect_data(
            object, "network-event", callback, Unmanaged.passRetained(Look(look)).toOpaque(), onReleaseLook,
            GConnectFlags(rawValue: 0))
    }

    isolated deinit {
        let object = unsafe UnsafeMutableRawPointer(message)
        unsafe g_signal_handler_disconnect(object, handler)
        unsafe g_object_unref(object)
    }

    fileprivate final class Look: Sendable {
        let action: @MediaActor @Sendable (NetworkAddress) -> Void

        init(_ action: @escaping @MediaActor @Sendable (NetworkAddress) -> Void) {
            self.action = action
        }
    }
}

/// Called on the media thread, where messages are sent (libsoup, SoupMessage::network-event).
private let onNetworkEvent:
    @convention(c) (gpointer?, GSocketClientEvent, UnsafeMutablePointer<GIOStream>?, gpointer?) -> Void = {
        _, event, stream, data in
        guard event == G_SOCKET_CLIENT_CONNECTING, let stream = unsafe stream, let data = unsafe data,
            let address = unsafe NetworkAddress(beforeConnecting: stream)
        else { return }
        let look = unsafe Unmanaged<ConnectionGate.Look>.fromOpaque(data).takeUnretainedValue()
        MediaActor.assumeIsolated { look.action(address) }
    }

private let onReleaseLook: GClosureNotify = { data, _ in
    if let data = unsafe data { unsafe Unmanaged<ConnectionGate.Look>.fromOpaque(data).release() }
}

extension NetworkAddress {
    /// Creates the address of an imminent connection; a non-public one if it is unknown, and `nil` for a proxy.
    @unsafe
    fileprivate init?(beforeConnecting stream: UnsafeMutablePointer<GIOStream>) {
        let connection = unsafe UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GSocketConnection.self)
        guard let remote = unsafe g_socket_connection_get_remote_address(connection, nil) else {
            self.init(bytes: [])
            return
        }
        let object = UnsafeMutableRawPointer(remote)
        defer { unsafe g_object_unref(object) }
        let instance = unsafe object.assumingMemoryBound(to: GTypeInstance.self)
        if unsafe g_type_check_instance_is_a(instance, g_proxy_address_get_type()) != 0 { return nil }
        unsafe self.init(reading: remote)
    }

    /// Reads an address; one of another kind than IP becomes an address that is not public.
    @unsafe
    init(reading socket: UnsafeMutablePointer<GSocketAddress>) {
        let object = UnsafeMutableRawPointer(socket)
        let instance = unsafe object.assumingMemoryBound(to: GTypeInstance.self)
        guard unsafe g_type_check_instance_is_a(instance, g_inet_socket_address_get_type()) != 0,
            let address = unsafe g_inet_socket_address_get_address(
                object.assumingMemoryBound(to: GInetSocketAddress.self))
        else {
            self.init(bytes: [])
            return
        }
        unsafe self.init(reading: address)
    }
}
