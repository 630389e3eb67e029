// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
internal import COnCueShims
internal import OnCueRuntime
internal import Synchronization

extension MessageBus {
    /// The largest number of calls of one caller in progress at a time.
    package nonisolated static let callLimit = 64
    /// The largest number of bytes in the arguments of one caller's calls together, unless it is a single call.
    private nonisolated static let callByteLimit = 32 << 20

    /// Connects to the bus at a D-Bus address.
    ///
    /// Calls of one caller beyond ``callLimit`` are answered with `refusal`, or dropped if no answer is wanted, before
    /// GLib reads them, so that a flood costs neither memory nor other callers' time. Signals are dropped beyond some
    /// hundred of one sender in 10 ms. File descriptors cannot be passed. There are no limits on a bus that is not
    /// reached through a Unix socket, or that requires a secret.
    ///
    /// - Throws: ``BusError`` if there is no answer at the address.
    package static func connect(to address: String, refusal: BusError) async throws(BusError) -> MessageBus {
        let place = try await BlockingExecutor(label: "oncue.bus-login").runThrowing { () throws(BusError) in
            var error: UnsafeMutablePointer<GError>?
            let stream = unsafe oncue_bus_stream_new(address, &error)
            if unsafe error != nil { throw unsafe BusError(adopting: error) }
            return UInt(bitPattern: stream)
        }
        guard let stream = unsafe UnsafeMutablePointer<GIOStream>(bitPattern: place) else {
            return try await connect(to: address)
        }
        defer { unsafe g_object_unref(stream) }
        let reply = unsafe await AsyncReply.wait { data in
            unsafe g_dbus_connection_new(
                stream, nil, G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, nil, nil, onAsyncReply, data)
        }
        var error: UnsafeMutablePointer<GError>?
        guard let connection = unsafe g_dbus_connection_new_finish(reply.result, &error) else {
            throw unsafe BusError(adopting: error)
        }
        let key = UInt(bitPattern: connection)
        incoming.withLock {
            $0[key] = IncomingCalls(
                ledger: CallLedger(limit: callLimit, byteLimit: callByteLimit), refusal: refusal)
        }
        unsafe g_dbus_connection_add_filter(connection, onFilterMessage, nil, nil)
        unsafe oncue_bus_stream_judge(stream, connection, refusal.name, refusal.message, onCall)
        return unsafe MessageBus(adopting: connection)
    }

    /// Forgets the calls of a connection that has closed.
    static func forgetCalls(of connection: OpaquePointer) {
        incoming.withLock { $0[UInt(bitPattern: connection)] = nil }
    }

    /// Forgets the descriptions after an interface was exported or withdrawn.
    static func forgetIntrospection(of connection: OpaquePointer) {
        incoming.withLock { $0[UInt(bitPattern: connection)]?.introspection.clear() }
    }
}

private struct IncomingCalls {
    var ledger: CallLedger
    /// The answer to what is beyond the bounds of a caller.
    let refusal: BusError
    var introspection = IntrospectionAnswers()
}

/// The calls by the address of the connection; calls arrive and answers are sent on GLib's thread.
private let incoming = Mutex<[UInt: IncomingCalls]>([:])

/// Called on GLib's thread for every call and signal that has arrived.
private func onCall(_ connection: OpaquePointer?, _ call: UnsafePointer<OnCueCall>?) -> OnCueCallVerdict {
    guard let call = unsafe call?.pointee, let sender = unsafe call.sender else { return ONCUE_CALL_DROPPED }
    let key = UInt(bitPattern: connection)
    let arrival = unsafe CallLedger.Arrival(
        caller: String(cString: sender), serial: call.serial, bytes: Int(call.size), isSilent: call.is_silent != 0,
        isSignal: call.is_signal != 0, piece: call.piece, span: call.span, isBusBehind: call.is_bus_behind != 0)
    let verdict = incoming.withLock { $0[key]?.ledger.judge(arrival) }
    return switch verdict {
    case .taken: ONCUE_CALL_TAKEN
    case .refused: ONCUE_CALL_REFUSED
    case .refusedBriefly: ONCUE_CALL_REFUSED_BRIEFLY
    case .dropped, nil: ONCUE_CALL_DROPPED
    }
}

/// Called on GLib's thread for every message, before it is dispatched or sent. Takes over the reference.
///
/// - Returns: The message to dispatch or send instead; `nil` for none.
private func onFilterMessage(
    _ connection: OpaquePointer?, _ message: OpaquePointer?, _ isIncoming: gboolean, _ data: gpointer?
) -> OpaquePointer? {
    guard let message = unsafe message else { return nil }
    if isIncoming != 0 { return unsafe isDescribed(message, on: connection) ? nil : message }
    let type = unsafe g_dbus_message_get_message_type(message)
    guard type == G_DBUS_MESSAGE_TYPE_METHOD_RETURN || type == G_DBUS_MESSAGE_TYPE_ERROR,
        let destination = unsafe g_dbus_message_get_destination(message)
    else { return unsafe message }
    let (key, name) = unsafe (UInt(bitPattern: connection), String(cString: destination))
    let (serial, place) = unsafe (g_dbus_message_get_reply_serial(message), UInt(bitPattern: message))
    let isWanted = incoming.withLock { incoming in
        incoming[key]?.introspection.note(serial, to: name) {
            guard type == G_DBUS_MESSAGE_TYPE_METHOD_RETURN else { return nil }
            let body = unsafe g_dbus_message_get_body(OpaquePointer(bitPattern: place))
            return unsafe body.map { unsafe SharedVariant(retaining: $0) }
        }
        return incoming[key]?.ledger.answer(to: name, serial: serial) ?? true
    }
    if isWanted { return unsafe message }
    unsafe g_object_unref(UnsafeMutableRawPointer(message))
    return nil
}

/// Answers an `Introspect` call with a description that was sent before, or refuses it, and releases the call.
///
/// - Returns: `false` for other messages, and if GLib must generate the description.
private func isDescribed(_ message: OpaquePointer, on connection: OpaquePointer?) -> Bool {
    guard unsafe g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
        unsafe g_strcmp0(g_dbus_message_get_member(message), "Introspect") == 0,
        unsafe g_strcmp0(g_dbus_message_get_interface(message), "org.freedesktop.DBus.Introspectable") == 0,
        unsafe g_dbus_message_get_body(message) == nil,
        let path = unsafe g_dbus_message_get_path(message).map({ unsafe String(cString: $0) }),
        let caller = unsafe g_dbus_message_get_sender(message).map({ unsafe String(cString: $0) })
    else { return false }
    let (key, serial) = unsafe (UInt(bitPattern: connection), g_dbus_message_get_serial(message))
    let (verdict, refusal) = incoming.withLock { incoming in
        (incoming[key]?.introspection.judge(path, from: caller, serial: serial), incoming[key]?.refusal)
    }
    var reply: OpaquePointer?
    switch verdict {
    case .known(let answer):
        unsafe reply = g_dbus_message_new_method_reply(message)
        if unsafe reply != nil { unsafe g_dbus_message_set_body(reply, answer.pointer) }
    case .refused:
        if let refusal {
            unsafe reply = g_dbus_message_new_method_error_literal(message, refusal.name, refusal.message)
        }
    case .unknown, nil: return false
    }
    guard let reply = unsafe reply else { return false }
    unsafe g_dbus_connection_send_message(connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    unsafe g_object_unref(UnsafeMutableRawPointer(reply))
    unsafe g_object_unref(UnsafeMutableRawPointer(message))
    return true
}
