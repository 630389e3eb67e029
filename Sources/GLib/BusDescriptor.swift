// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import CGLib
internal import Glibc
internal import OnCueRuntime

/// A file descriptor that arrived over the bus, and that is closed when this object is released.
package final class BusDescriptor: Sendable {
    package let number: Int32

    fileprivate init(adopting number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }
}

extension MessageBus {
    /// Calls a method whose reply has one file descriptor; no service is started for it.
    ///
    /// - Throws: ``BusError``: the error of the other side, or the absence of a descriptor in the reply.
    package func callForDescriptor(
        _ member: String, of interface: String, at path: String, on destination: String, _ arguments: [BusValue] = []
    ) async throws(BusError) -> BusDescriptor {
        let reply = unsafe await AsyncReply.wait { data in
            unsafe g_dbus_connection_call_with_unix_fd_list(
                connection, destination, path, interface, member, BusValue.makeTuple(arguments), nil,
                G_DBUS_CALL_FLAGS_NO_AUTO_START, 25_000, nil, nil, onAsyncReply, data)
        }
        var error: UnsafeMutablePointer<GError>?
        var list: UnsafeMutablePointer<GUnixFDList>?
        let body = unsafe g_dbus_connection_call_with_unix_fd_list_finish(connection, &list, reply.result, &error)
        guard let body = unsafe body else { throw unsafe BusError(adopting: error) }
        unsafe g_variant_unref(body)
        guard let list = unsafe list else {
            throw BusError(name: BusError.failed, message: "the answer to \(member) has no file descriptor")
        }
        defer { unsafe g_object_unref(list) }
        let number = unsafe g_unix_fd_list_get(list, 0, &error)
        guard number >= 0 else { throw unsafe BusError(adopting: error) }
        return BusDescriptor(adopting: number)
    }
}
