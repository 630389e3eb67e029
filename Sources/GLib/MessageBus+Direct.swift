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
    ///   - now: While this thread waits, as ``connectNow(to:)`` does.
    /// - Returns: `nil` where there is no socket, where the service is on another bus, and where it does not answer within
    ///   a second.
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

    /// Why programs do not come in at the socket of a ``DirectServer``; `nil` where they do. Blocks for some seconds at
    /// most.
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

/// The reason why programs do not come in at the socket of a service.
package enum DirectTrouble: Sendable, Equatable {
    /// There is nothing.
    case absent
    /// Nobody listens any more.
    case unattended
    /// Whoever listens does not answer within a second.
    case silent
    /// Whoever listens has closed the connection at once.
    case sentAway
    /// Another user listens.
    case otherUser
    /// A service on another bus listens.
    case otherBus
    /// The reason of the system.
    case failed(String)
}
