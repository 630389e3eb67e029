// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
internal import COnCueShims
internal import Glibc
internal import OnCueRuntime

extension MessageBus {
    /// Connects to the socket of a ``DirectServer``, which looks like a bus with one service on it.
    ///
    /// - Parameters:
    ///   - busAddress: The bus on which the service is expected.
    ///   - now: Whether to make this thread wait, like ``connectNow(to:)``.
    /// - Returns: `nil` if there is no socket, if the service is on another bus, or if it does not answer within a
    ///   second.
    package static func connectDirectly(to path: String, busAddress: String, now: Bool) async -> MessageBus? {
        let identity = DirectServer.identity(ofBus: busAddress)
        guard !now else { return connectDirectlyNow(to: path, identity) }
        let place = await BlockingExecutor(label: "oncue.direct-login").run {
            UInt(bitPattern: unsafe oncue_direct_stream_new(path, identity))
        }
        guard let stream = unsafe UnsafeMutablePointer<GIOStream>(bitPattern: place) else { return nil }
        defer { unsafe g_object_unref(stream) }
        let reply = unsafe await AsyncReply.wait { data in
            unsafe g_dbus_connection_new(
                stream, nil, G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, nil, nil, onAsyncReply, data)
        }
        guard let connection = unsafe g_dbus_connection_new_finish(reply.result, nil) else { return nil }
        return unsafe MessageBus(adopting: connection)
    }

    /// Returns the reason why programs cannot connect to the socket of a ``DirectServer``; `nil` if they can. Blocks
    /// for a few seconds at most.
    package nonisolated static func directTrouble(at path: String, busAddress: String) -> DirectTrouble? {
        let reason = unsafe oncue_direct_try(path, DirectServer.identity(ofBus: busAddress))
        return switch reason {
        case 0: nil
        case ENOENT: .absent
        case ECONNREFUSED: .unattended
        case ETIMEDOUT: .silent
        case ECONNRESET, EPIPE: .sentAway
        case EPERM: .otherUser
        case EPROTO: .otherBus
        default: .failed(unsafe String(cString: strerror(reason)))
        }
    }

    private static func connectDirectlyNow(to path: String, _ identity: String) -> MessageBus? {
        guard let stream = unsafe oncue_direct_stream_new(path, identity) else { return nil }
        defer { unsafe g_object_unref(stream) }
        let flags = G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION
        guard let connection = unsafe g_dbus_connection_new_sync(stream, nil, flags, nil, nil, nil) else { return nil }
        return unsafe MessageBus(adopting: connection)
    }
}

/// The reason why programs cannot connect to the socket of a service.
package enum DirectTrouble: Sendable, Equatable {
    /// There is no socket.
    case absent
    /// No process listens any more.
    case unattended
    /// The process that listens does not answer within a second.
    case silent
    /// The process that listens closed the connection at once.
    case sentAway
    /// Another user's process listens.
    case otherUser
    /// A service on another bus listens.
    case otherBus
    /// Another failure, with the system's reason.
    case failed(String)
}
