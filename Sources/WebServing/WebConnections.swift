// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
internal import CSoup
internal import Glibc
internal import OnCueRuntime
internal import WebAccess

/// A connection of a browser, from its acceptance to its end.
@MediaActor
@safe
final class WebConnection {
    /// The bytes of the other end's address, and its port, by which libsoup identifies a connection.
    struct Name: Hashable {
        var address: [UInt8]
        var port: UInt16
    }

    let name: Name
    let local: UnsafeMutablePointer<GSocketAddress>?
    let remote: UnsafeMutablePointer<GSocketAddress>?
    let socket: UnsafeMutablePointer<GSocket>
    var isSocket = false
    /// The server is working on an answer, and not waiting for a request.
    var isAnswering = false { didSet { since = .now } }
    /// The time of its acceptance, or of its last request or answer.
    private(set) var since = ContinuousClock.now

    /// - Returns: `nil` for a connection that has closed already.
    @unsafe
    init?(_ connection: UnsafeMutablePointer<GSocketConnection>) {
        guard let socket = unsafe g_socket_connection_get_socket(connection),
            let remote = unsafe g_socket_connection_get_remote_address(connection, nil)
        else { return nil }
        guard let name = unsafe Name(remote) else {
            unsafe g_object_unref(remote)
            return nil
        }
        self.name = name
        unsafe (self.remote, self.socket) = unsafe (remote, socket)
        unsafe local = unsafe g_socket_connection_get_local_address(connection, nil)
        unsafe g_object_ref(UnsafeMutableRawPointer(socket))
        unsafe g_socket_set_timeout(socket, guint(WebLimits.idle / .seconds(1)))
        // The kernel must not buffer much for a client that does not read.
        unsafe g_socket_set_option(socket, SOL_SOCKET, SO_SNDBUF, 128 << 10, nil)
    }

    isolated deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(socket))
        if let local = unsafe local { unsafe g_object_unref(local) }
        if let remote = unsafe remote { unsafe g_object_unref(remote) }
    }

    /// Whether the data sent last has been passed to the kernel.
    var isWritable: Bool { unsafe g_socket_condition_check(socket, G_IO_OUT).rawValue & G_IO_OUT.rawValue != 0 }

    /// Ends it; libsoup then notices.
    func shutDown() { _ = unsafe g_socket_shutdown(socket, 1, 1, nil) }

    /// Whether the other end is on this machine.
    var isLocal: Bool {
        name.address.count == 4 ? name.address[0] == 127 : name.address == Array(repeating: 0, count: 15) + [1]
    }
}

extension WebConnection.Name {
    /// `nil` for an address that is not of the internet.
    @unsafe
    init?(_ address: UnsafeMutablePointer<GSocketAddress>) {
        guard
            unsafe g_type_check_instance_is_a(
                UnsafeMutableRawPointer(address).assumingMemoryBound(to: GTypeInstance.self),
                g_inet_socket_address_get_type()) != 0
        else { return nil }
        let place = unsafe UnsafeMutableRawPointer(address).assumingMemoryBound(to: GInetSocketAddress.self)
        guard let inet = unsafe g_inet_socket_address_get_address(place) else { return nil }
        let count = unsafe Int(g_inet_address_get_native_size(inet))
        guard let bytes = unsafe g_inet_address_to_bytes(inet) else { return nil }
        var plain = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
        if plain.count == 16, plain.starts(with: Array(repeating: 0, count: 10) + [0xFF, 0xFF]) {
            plain = Array(plain.suffix(4))
        }
        self.init(address: plain, port: unsafe g_inet_socket_address_get_port(place))
    }
}

/// The open connections, within their limits.
@MediaActor
@safe
final class WebConnections {
    private var open: [WebConnection.Name: WebConnection] = [:]
    private var sweeping: Task<Void, Never>?
    private var rest: (time: Duration, action: @MediaActor () -> Void)?
    private var resting: Task<Void, Never>?

    /// Calls `action` when no client has been connected for this time.
    func whenIdle(for time: Duration, _ action: @escaping @MediaActor () -> Void) {
        rest = (time, action)
        waitForRest()
    }

    private func waitForRest() {
        resting?.cancel()
        guard open.isEmpty, let rest else { return }
        resting = Task { @MediaActor in
            guard (try? await MediaActor.sleep(for: rest.time)) != nil, !Task.isCancelled, open.isEmpty else { return }
            rest.action()
        }
    }

    /// Accepts a connection, unless there are too many.
    ///
    /// - Returns: `nil` if it is refused.
    @unsafe
    func admit(_ stream: UnsafeMutablePointer<GSocketConnection>) -> WebConnection? {
        guard open.count < WebLimits.connections, let connection = unsafe WebConnection(stream) else { return nil }
        let siblings = open.keys.count { $0.address == connection.name.address }
        guard connection.isLocal || siblings < WebLimits.connectionsOfOne else { return nil }
        open[connection.name] = connection
        resting?.cancel()
        let gone = Gone(self, connection)
        unsafe g_object_weak_ref(
            UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GObject.self), onGone,
            Unmanaged.passRetained(gone).toOpaque())
        sweep()
        return connection
    }

    @unsafe
    func connection(of message: OpaquePointer) -> WebConnection? {
        guard let address = unsafe soup_server_message_get_remote_address(message),
            let name = unsafe WebConnection.Name(address)
        else { return nil }
        return open[name]
    }

    /// Removes a connection, but not another one that the other end has opened with the same name meanwhile.
    fileprivate func remove(_ connection: WebConnection) {
        if open[connection.name] === connection { open[connection.name] = nil }
        waitForRest()
    }

    /// Closes those that were silent for too long, even if they send a byte now and then. Does not run for web sockets.
    private func sweep() {
        guard sweeping == nil else { return }
        sweeping = Task { @MediaActor [weak self] in
            while (try? await MediaActor.sleep(for: .seconds(5))) != nil {
                guard let self, self.closeSilent() else { break }
            }
            self?.sweeping = nil
        }
    }

    private func closeSilent() -> Bool {
        let others = open.values.filter { !$0.isSocket }
        for connection in others {
            // An answer may take as long as the service does, and then as long again to be delivered.
            let limit = connection.isAnswering ? WebLimits.idle * 2 : WebLimits.idle
            if ContinuousClock.now - connection.since > limit { connection.shutDown() }
        }
        return !others.isEmpty
    }
}

/// A connection, and the list to remove it from when it ends.
private final class Gone: Sendable {
    let connections: WebConnections
    let connection: WebConnection

    init(_ connections: WebConnections, _ connection: WebConnection) {
        (self.connections, self.connection) = (connections, connection)
    }
}

/// Called when a connection is released, on the thread that did so: TLS has threads of its own.
private func onGone(_ data: gpointer?, _ object: UnsafeMutablePointer<GObject>?) {
    guard let data = unsafe data else { return }
    let gone = unsafe Unmanaged<Gone>.fromOpaque(data).takeRetainedValue()
    Task { @MediaActor in gone.connections.remove(gone.connection) }
}
