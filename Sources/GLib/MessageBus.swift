// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import CGLib
package import OnCueRuntime

/// A connection to a message bus.
///
/// Method calls, signals and replies arrive on `MediaActor`.
@MediaActor
@safe
package final class MessageBus {
    /// The time limit of a call before it fails with `NoReply`.
    package nonisolated static let callTimeout: Duration = .seconds(25)
    /// The time limit for calls that wait until the other side answers or ends.
    package static let noTimeout: Duration = .milliseconds(Int(Int32.max))

    /// Called once when the connection has closed.
    package var onClosed: (@MediaActor () -> Void)?

    let connection: OpaquePointer
    /// The calls from other programs.
    private(set) lazy var calls = CallQueue(bus: self)

    init(adopting connection: OpaquePointer) {
        unsafe self.connection = unsafe connection
        unsafe g_dbus_connection_set_exit_on_close(connection, 0)
        let box = unsafe Unmanaged.passRetained(WeakBus(self))
        unsafe connectSignal(connection, "closed", closedCallback, box.toOpaque(), onReleaseWeakBus)
    }

    isolated deinit {
        unsafe Self.forgetCalls(of: connection)
        unsafe g_dbus_connection_close(connection, nil, nil, nil)
        unsafe g_object_unref(UnsafeMutableRawPointer(connection))
    }

    private static let flags = GDBusConnectionFlags(
        rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
            | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)

    /// Connects to the bus at a D-Bus address while this thread waits, for programs that have nothing else to do.
    ///
    /// Otherwise GLib starts a thread for it, which takes longer than connecting.
    ///
    /// - Throws: ``BusError`` if there is no answer at the address.
    package static func connectNow(to address: String) throws(BusError) -> MessageBus {
        var error: UnsafeMutablePointer<GError>?
        guard let connection = unsafe g_dbus_connection_new_for_address_sync(address, flags, nil, nil, &error) else {
            throw unsafe BusError(adopting: error)
        }
        return unsafe MessageBus(adopting: connection)
    }

    /// Connects to the bus at a D-Bus address.
    ///
    /// - Throws: ``BusError`` if there is no answer at the address.
    package static func connect(to address: String) async throws(BusError) -> MessageBus {
        let reply = unsafe await AsyncReply.wait { data in
            unsafe g_dbus_connection_new_for_address(address, flags, nil, nil, onAsyncReply, data)
        }
        var error: UnsafeMutablePointer<GError>?
        guard let connection = unsafe g_dbus_connection_new_for_address_finish(reply.result, &error) else {
            throw unsafe BusError(adopting: error)
        }
        return unsafe MessageBus(adopting: connection)
    }

    /// The unique name that the bus gave to this connection.
    package var uniqueName: String {
        unsafe g_dbus_connection_get_unique_name(connection).map { unsafe String(cString: $0) } ?? ""
    }

    /// Whether the connection has closed.
    package var isClosed: Bool { unsafe g_dbus_connection_is_closed(connection) != 0 }

    /// Calls a method and returns the members of the reply.
    ///
    /// - Parameter largestReply: The largest reply, in bytes; a larger one is not parsed and fails with
    ///   `LimitsExceeded`.
    /// - Throws: ``BusError``: the other side's error, or the reason why there is no answer.
    @discardableResult
    package func call(
        _ member: String, of interface: String, at path: String, on destination: String,
        _ arguments: [BusValue] = [], timeout: Duration = MessageBus.callTimeout, startsService: Bool = true,
        largestReply: Int = .max
    ) async throws(BusError) -> [BusValue] {
        let flags = startsService ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START
        let milliseconds = gint(
            clamping: timeout.components.seconds * 1000 + timeout.components.attoseconds / 1_000_000_000_000_000)
        let reply = unsafe await AsyncReply.wait { data in
            unsafe g_dbus_connection_call(
                connection, destination, path, interface, member, BusValue.makeTuple(arguments), nil, flags,
                milliseconds, nil, onAsyncReply, data)
        }
        var error: UnsafeMutablePointer<GError>?
        guard let body = unsafe g_dbus_connection_call_finish(connection, reply.result, &error) else {
            throw unsafe BusError(adopting: error)
        }
        defer { unsafe g_variant_unref(body) }
        let size = unsafe g_variant_get_size(body)
        guard size <= largestReply else {
            throw BusError(
                name: BusError.limitsExceeded,
                message: "the answer has \(size) bytes; at most \(largestReply) are taken")
        }
        return unsafe BusValue.children(body)
    }

    /// Sends a signal to all clients, or to one connection.
    package func emit(
        _ member: String, of interface: String, from path: String, _ arguments: [BusValue],
        to destination: String? = nil
    ) {
        // It can only fail for a closed connection, which `onClosed` reports.
        unsafe g_dbus_connection_emit_signal(
            connection, destination, path, interface, member, BusValue.makeTuple(arguments), nil)
    }

    /// Returns when everything sent so far has left the process.
    package func flush() async {
        let reply = unsafe await AsyncReply.wait { data in
            unsafe g_dbus_connection_flush(connection, nil, onAsyncReply, data)
        }
        unsafe g_dbus_connection_flush_finish(connection, reply.result, nil)
    }

    fileprivate func connectionClosed() {
        onClosed?()
        onClosed = nil
    }
}

/// Prevents the connection's signal from keeping the bus alive.
@MediaActor
private final class WeakBus {
    weak var bus: MessageBus?

    init(_ bus: MessageBus) {
        self.bus = bus
    }
}

private typealias ClosedFunction =
    @convention(c) (
        gpointer?, gboolean, UnsafeMutablePointer<GError>?, gpointer?
    ) -> Void

// Invariant: GObject calls the function with the arguments of the signal "closed", whatever type it has been stored
// with.
private let closedCallback: GCallback = unsafe unsafeBitCast(onConnectionClosed as ClosedFunction, to: GCallback.self)

/// Called on the media thread when the connection closes.
private func onConnectionClosed(
    _ connection: gpointer?, _ isVanished: gboolean, _ error: UnsafeMutablePointer<GError>?, _ data: gpointer?
) {
    guard let data = unsafe data else { return }
    let address = UInt(bitPattern: data)
    MediaActor.assumeIsolated {
        guard let data = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return }
        unsafe Unmanaged<WeakBus>.fromOpaque(data).takeUnretainedValue().bus?.connectionClosed()
    }
}

private func onReleaseWeakBus(_ data: gpointer?, _ closure: UnsafeMutablePointer<GClosure>?) {
    if let data = unsafe data { unsafe Unmanaged<WeakBus>.fromOpaque(data).release() }
}
