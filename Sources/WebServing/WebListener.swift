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
        // Both live as long as the process.
        unsafe g_signal_connect_data(
            service, "incoming", unsafeBitCast(onIncoming, to: GCallback.self),
            Unmanaged.passRetained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
    }

    /// Encrypts from now on what it accepts, and is known by a certificate; connections that are open keep theirs.
    package func use(_ certificate: WebCertificate) { self.certificate = certificate }

    /// Listens at a port.
    ///
    /// - Parameter isOnNetwork: Whether on all addresses; otherwise on those that only this machine reaches.
    /// - Throws: ``WebFault`` when the port is taken.
    package func listen(port: Int, isOnNetwork: Bool) throws(WebFault) {
        // With both versions of the protocol, where the machine has both.
        unsafe g_socket_listener_set_backlog(listener, Int32(WebLimits.connections))
        let addresses = isOnNetwork ? ["::", "0.0.0.0"] : ["127.0.0.1", "::1"]
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
                let words = unsafe WebFault.words(&error)
                failure = failure ?? words
            }
        }
        guard isListening else {
            throw WebFault(
                "cannot listen on port \(port): \(failure ?? "no address"); try another with: oncue web on --port PORT")
        }
        unsafe g_socket_service_start(service)
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
