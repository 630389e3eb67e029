// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib

/// A D-Bus error: an error reply of the other side, or of the bus.
package struct BusError: Error, Sendable, Equatable {
    /// The error's name, such as `org.freedesktop.DBus.Error.ServiceUnknown`.
    package var name: String
    package var message: String

    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    package static let serviceUnknown = "org.freedesktop.DBus.Error.ServiceUnknown"
    package static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
    package static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    package static let unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
    package static let notSupported = "org.freedesktop.DBus.Error.NotSupported"
    /// The bus reports that the other side left without answering.
    package static let noReply = "org.freedesktop.DBus.Error.NoReply"
    /// No answer arrived within the time limit of the call; the other side may still be working on it.
    package static let timedOut = "org.freedesktop.DBus.Error.Timeout"
    package static let disconnected = "org.freedesktop.DBus.Error.Disconnected"
    package static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    package static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    package static let failed = "org.freedesktop.DBus.Error.Failed"

    /// Converts an error from GLib, and frees it.
    init(adopting error: UnsafeMutablePointer<GError>?) {
        guard let error = unsafe error else {
            self.init(name: Self.failed, message: "unknown error")
            return
        }
        defer { unsafe g_error_free(error) }
        // Errors unknown to GLib are only distinguished by the remote name, which is lost with the prefix of the
        // message.
        let name = unsafe g_dbus_error_get_remote_error(error) ?? g_dbus_error_encode_gerror(error)
        defer { unsafe g_free(name) }
        unsafe g_dbus_error_strip_remote_error(error)
        let text = unsafe String(cString: error.pointee.message)
        let encoded = unsafe name.map { unsafe String(cString: $0) } ?? Self.failed
        self.init(name: unsafe Self.name(ofLocal: error) ?? encoded, message: text)
    }

    /// Returns the D-Bus name of an error that occurred in this process and that has no name in GLib; `nil` for others.
    private static func name(ofLocal error: UnsafeMutablePointer<GError>) -> String? {
        guard unsafe error.pointee.domain == g_io_error_quark() else { return nil }
        return switch unsafe GIOErrorEnum(UInt32(bitPattern: error.pointee.code)) {
        case G_IO_ERROR_CLOSED: disconnected
        case G_IO_ERROR_TIMED_OUT: timedOut
        default: nil
        }
    }
}

extension BusError {
    /// Whether there was no answer, because the other side left or because it takes too long.
    package var isUnanswered: Bool { name == Self.noReply || name == Self.timedOut }
}

extension BusError: CustomStringConvertible {
    package var description: String { message }
}
