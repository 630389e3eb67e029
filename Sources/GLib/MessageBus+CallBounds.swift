// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
internal import OnCueRuntime
internal import Synchronization

extension MessageBus {
    /// The most calls of one caller that are under way at a time.
    package nonisolated static let callLimit = 64
    /// The most bytes that the arguments of one caller's calls take together, unless it is a single call.
    private static let callByteLimit = 32 << 20

    /// From here on calls of one caller beyond ``callLimit`` are answered with `refusal`, or dropped when no answer is
    /// wanted, on GLib's own thread, so that a flood costs neither memory nor the time of others.
    ///
    /// To be called once, before names are requested.
    package func boundCalls(refusal: BusError) {
        let ledger = CallLedger(limit: Self.callLimit, byteLimit: Self.callByteLimit)
        let address = unsafe UInt(bitPattern: connection)
        bounds.withLock { $0[address] = Bounds(ledger: ledger, refusal: refusal) }
        unsafe g_dbus_connection_add_filter(connection, onFilterMessage, nil, nil)
    }

    /// The connection has ended.
    static func forgetBounds(of connection: OpaquePointer) {
        bounds.withLock { $0[UInt(bitPattern: connection)] = nil }
    }
}

private struct Bounds {
    var ledger: CallLedger
    let refusal: BusError
}

/// By the address of the connection. Few have bounds: those on which something is exported.
private let bounds = Mutex<[UInt: Bounds]>([:])

/// Called on GLib's thread for every message, before it is dispatched or sent.
private func onFilterMessage(
    _ connection: OpaquePointer?, _ message: OpaquePointer?, _ isIncoming: gboolean, _ data: gpointer?
) -> OpaquePointer? {
    guard let connection = unsafe connection, let message = unsafe message else { return nil }
    let type = unsafe g_dbus_message_get_message_type(message)
    let isAnswer = type == G_DBUS_MESSAGE_TYPE_METHOD_RETURN || type == G_DBUS_MESSAGE_TYPE_ERROR
    if isIncoming != 0 {
        return type == G_DBUS_MESSAGE_TYPE_METHOD_CALL ? unsafe received(message, on: connection) : unsafe message
    }
    return isAnswer ? unsafe answered(message, on: connection) : unsafe message
}

/// - Returns: What is dispatched instead; `nil` for nothing. Takes over the reference.
private func received(_ message: OpaquePointer, on connection: OpaquePointer) -> OpaquePointer? {
    guard let sender = unsafe g_dbus_message_get_sender(message) else { return unsafe message }
    let (name, serial) = unsafe (String(cString: sender), g_dbus_message_get_serial(message))
    let isSilent = unsafe g_dbus_message_get_flags(message).rawValue & noReply.rawValue != 0
    let size = unsafe g_dbus_message_get_body(message).map { unsafe Int(g_variant_get_size($0)) } ?? 0
    let (verdict, refusal) = bounds.withLock { all -> (CallLedger.Verdict, BusError?) in
        guard var own = all[UInt(bitPattern: connection)] else { return (.taken, nil) }
        // Not read through the dictionary, so that the ledger is changed in place.
        all[UInt(bitPattern: connection)] = nil
        defer { all[UInt(bitPattern: connection)] = own }
        let verdict = own.ledger.arrive(from: name, serial: serial, bytes: size, isSilent: isSilent)
        return (verdict, own.refusal)
    }
    guard verdict != .taken else { return isSilent ? unsafe answerable(message) : unsafe message }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(message)) }
    if verdict == .refused, let refusal {
        if let answer = unsafe g_dbus_message_new_method_error_literal(message, refusal.name, refusal.message) {
            unsafe g_dbus_connection_send_message(connection, answer, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
            unsafe g_object_unref(UnsafeMutableRawPointer(answer))
        }
    }
    return nil
}

/// The call as one that is answered: only so is the end of each of them seen. The answer goes nowhere.
private func answerable(_ message: OpaquePointer) -> OpaquePointer? {
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(message)) }
    guard let copy = unsafe g_dbus_message_copy(message, nil) else { return nil }
    let flags = unsafe g_dbus_message_get_flags(copy).rawValue & ~noReply.rawValue
    unsafe g_dbus_message_set_flags(copy, GDBusMessageFlags(rawValue: flags))
    return unsafe copy
}

/// - Returns: What is sent. Takes over the reference.
private func answered(_ message: OpaquePointer, on connection: OpaquePointer) -> OpaquePointer? {
    guard let destination = unsafe g_dbus_message_get_destination(message) else { return unsafe message }
    let (name, serial) = unsafe (String(cString: destination), g_dbus_message_get_reply_serial(message))
    let isWanted = bounds.withLock { all in
        guard var own = all[UInt(bitPattern: connection)] else { return true }
        all[UInt(bitPattern: connection)] = nil
        defer { all[UInt(bitPattern: connection)] = own }
        return own.ledger.answer(to: name, serial: serial)
    }
    if isWanted { return unsafe message }
    unsafe g_object_unref(UnsafeMutableRawPointer(message))
    return nil
}

private let noReply = G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED
