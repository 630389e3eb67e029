// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
internal import CSoup
package import OnCueRuntime
internal import WebAccess

/// Accepts connections for a ``WebServer``.
@MediaActor
@safe
package final class WebListener {
    private let service: UnsafeMutablePointer<GSocketService>
    private let server: WebServer
    private var certificate: WebCertificate?

    /// Serves without TLS until it has a certificate.
    package init(_ server: WebServer) {
        self.server = server
        unsafe service = g_socket_service_new()
        // Otherwise adding a socket later cancels a pending accept, and a browser that was there first is cut off.
        unsafe g_socket_service_stop(service)
        // Both live as long as the process.
        unsafe g_signal_connect_data(
            service, "incoming", unsafeBitCast(onIncoming, to: GCallback.self),
            Unmanaged.passRetained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
    }

    /// Encrypts the connections that it accepts from now on, using this certificate; open connections keep theirs.
    package func use(_ certificate: WebCertificate) { self.certificate = certificate }

    /// Listens at a port.
    ///
    /// - Parameters:
    ///   - isOnNetwork: Whether on all addresses; otherwise on those that only this machine reaches.
    ///   - address: The one address on which it listens instead; empty for none.
    /// - Throws: ``WebFault`` when the port is taken, or the address is not this machine's.
    package func listen(port: Int, isOnNetwork: Bool, address: String) throws(WebFault) {
        // With both versions of the protocol, where the machine has both.
        unsafe g_socket_listener_set_backlog(listener, Int32(WebLimits.connections))
        let addresses = !address.isEmpty ? [address] : isOnNetwork ? ["::", "0.0.0.0"] : ["127.0.0.1", "::1"]
        var failure: String?
        var isListening = false
        for address in addresses {
            if isOnNetwork, isListening { break }
            guard let place = unsafe g_inet_socket_address_new_from_string(address, guint(port)) else { continue }
            defer { unsafe g_object_unref(place) }
            var error: UnsafeMutablePointer<GError>?
            let isTaken = unsafe g_socket_listener_add_address(
                listener, place, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, nil, nil, &error)
            if isTaken != 0 {
                isListening = true
            } else {
                let isOthers = unsafe Self.isInUse(error)
                let words = unsafe WebFault.words(&error)
                failure = failure ?? words
                // A browser that is sent to one address of a name may reach the other one, which belongs to another
                // program.
                if isOthers {
                    isListening = false
                    break
                }
            }
        }
        guard isListening else {
            throw WebFault(
                address.isEmpty
                    ? "cannot listen on port \(port): \(failure ?? "no address"); try another with: oncue web on --port PORT"
                    : "cannot listen at \(address), port \(port): \(failure ?? "no address"); the addresses of this machine: "
                        + "ip address")
        }
        unsafe g_socket_service_start(service)
    }

    /// Whether another program has the address.
    @unsafe
    private static func isInUse(_ error: UnsafeMutablePointer<GError>?) -> Bool {
        guard let error = unsafe error else { return false }
        return unsafe g_error_matches(error, g_io_error_quark(), Int32(G_IO_ERROR_ADDRESS_IN_USE.rawValue)) != 0
    }

    /// Listens on sockets that the service manager has opened.
    ///
    /// - Parameter isOnNetwork: Whether other machines may reach them.
    /// - Throws: ``WebFault`` if a descriptor is not a socket, or if other machines can reach it and may not.
    package func listen(on passed: [Int32], isOnNetwork: Bool) throws(WebFault) {
        for descriptor in passed {
            var error: UnsafeMutablePointer<GError>?
            guard let socket = unsafe g_socket_new_from_fd(descriptor, &error) else {
                throw WebFault("the descriptor that was passed is not a socket: \(unsafe WebFault.words(&error))")
            }
            defer { unsafe g_object_unref(socket) }
            let isLocal = unsafe Self.isLocal(socket)
            guard isOnNetwork || isLocal else {
                throw WebFault(
                    "the socket that was passed can be reached from the network, and the page is for this machine only; "
                        + "to serve it to others: oncue web on --network")
            }
            guard unsafe g_socket_listener_add_socket(listener, socket, nil, &error) != 0 else {
                throw WebFault("cannot listen on the socket that was passed: \(unsafe WebFault.words(&error))")
            }
        }
        unsafe g_socket_service_start(service)
    }

    /// Whether only this machine reaches a socket.
    @unsafe
    private static func isLocal(_ socket: UnsafeMutablePointer<GSocket>) -> Bool {
        guard let address = unsafe g_socket_get_local_address(socket, nil) else { return false }
        defer { unsafe g_object_unref(address) }
        switch unsafe g_socket_address_get_family(address) {
        case G_SOCKET_FAMILY_UNIX: return true
        case G_SOCKET_FAMILY_IPV4, G_SOCKET_FAMILY_IPV6:
            let place = unsafe UnsafeMutableRawPointer(address).assumingMemoryBound(to: GInetSocketAddress.self)
            return unsafe g_inet_address_get_is_loopback(g_inet_socket_address_get_address(place)) != 0
        default: return false
        }
    }

    /// Calls `action` when no browser has been connected for this time.
    package func whenIdle(for time: Duration, _ action: @escaping @MediaActor () -> Void) {
        server.connections.whenIdle(for: time, action)
    }

    private var listener: UnsafeMutablePointer<GSocketListener> {
        unsafe UnsafeMutableRawPointer(service).assumingMemoryBound(to: GSocketListener.self)
    }

    @unsafe
    fileprivate func accept(_ connection: UnsafeMutablePointer<GSocketConnection>) {
        let plain = unsafe UnsafeMutableRawPointer(connection).assumingMemoryBound(to: GIOStream.self)
        guard let admitted = unsafe server.connections.admit(connection) else {
            _ = unsafe g_io_stream_close(plain, nil, nil)
            return
        }
        guard let certificate else { return unsafe server.accept(plain, admitted) }
        guard let encrypted = unsafe certificate.stream(over: plain) else {
            _ = unsafe g_io_stream_close(plain, nil, nil)
            return
        }
        unsafe server.accept(encrypted, admitted)
        unsafe g_object_unref(encrypted)
    }
}

/// Called on the media thread for each connection.
private let onIncoming:
    @convention(c) (gpointer?, UnsafeMutablePointer<GSocketConnection>?, gpointer?, gpointer?) -> gboolean = {
        _, connection, _, data in
        guard let data = unsafe data, let connection = unsafe connection else { return 0 }
        let listener = unsafe Unmanaged<WebListener>.fromOpaque(data).takeUnretainedValue()
        let address = UInt(bitPattern: connection)
        MediaActor.assumeIsolated {
            guard let connection = unsafe UnsafeMutablePointer<GSocketConnection>(bitPattern: address) else { return }
            unsafe listener.accept(connection)
        }
        return 1
    }
