// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import CGLib
package import OnCueRuntime

/// Listens to signals for as long as it exists.
@MediaActor
package final class BusSubscription {
    private let bus: MessageBus
    private let id: guint

    fileprivate init(bus: MessageBus, id: guint) {
        self.bus = bus
        self.id = id
    }

    isolated deinit {
        unsafe g_dbus_connection_signal_unsubscribe(bus.connection, id)
    }
}

extension MessageBus {
    /// Calls `handler` for every signal that matches all given parts.
    ///
    /// - Parameters:
    ///   - sender: A well-known or unique name.
    ///   - isNamespace: Whether the first argument may also be a name below the given one.
    package func subscribe(
        sender: String? = nil, path: String? = nil, interface: String? = nil, member: String? = nil,
        firstArgument: String? = nil, isNamespace: Bool = false, _ handler: @escaping @MediaActor (BusSignal) -> Void
    ) -> BusSubscription {
        let box = unsafe Unmanaged.passRetained(SignalHandler(handler))
        let flags = isNamespace ? G_DBUS_SIGNAL_FLAGS_MATCH_ARG0_NAMESPACE : G_DBUS_SIGNAL_FLAGS_NONE
        let id = unsafe g_dbus_connection_signal_subscribe(
            connection, sender, interface, member, path, firstArgument, flags, onBusSignal, box.toOpaque(),
            onReleaseSignalHandler)
        return BusSubscription(bus: self, id: id)
    }
}

@MediaActor
private final class SignalHandler {
    let handle: @MediaActor (BusSignal) -> Void

    init(_ handle: @escaping @MediaActor (BusSignal) -> Void) {
        self.handle = handle
    }
}

/// Called on the media thread for every matching signal.
private func onBusSignal(
    _ connection: OpaquePointer?, _ sender: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?,
    _ interface: UnsafePointer<CChar>?, _ member: UnsafePointer<CChar>?, _ body: OpaquePointer?, _ data: gpointer?
) {
    guard let data = unsafe data, let body = unsafe body else { return }
    let signal = unsafe BusSignal(
        sender: text(sender), path: text(path), interface: text(interface), member: text(member),
        arguments: BusValue.children(body))
    let handler = unsafe Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue()
    MediaActor.assumeIsolated { handler.handle(signal) }
}

private func onReleaseSignalHandler(_ data: gpointer?) {
    if let data = unsafe data { unsafe Unmanaged<SignalHandler>.fromOpaque(data).release() }
}

/// Copies a C string; empty for `NULL`.
func text(_ pointer: UnsafePointer<CChar>?) -> String {
    unsafe pointer.map { unsafe String(cString: $0) } ?? ""
}
