// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib

/// The reason why the page cannot be served; the message is one line.
package struct WebFault: Error, Sendable, Equatable {
    package enum Code: String, Sendable {
        case failed
        /// There is no device with that name.
        case notFound
    }

    package var code: Code
    package var message: String

    package init(_ message: String, code: Code = .failed) { (self.message, self.code) = (message, code) }

    /// Returns the message of an error of GLib, and releases the error.
    @unsafe
    static func words(_ error: inout UnsafeMutablePointer<GError>?) -> String {
        guard let failure = unsafe error else { return "unknown" }
        defer { unsafe g_clear_error(&error) }
        return unsafe String(cString: failure.pointee.message)
    }
}
