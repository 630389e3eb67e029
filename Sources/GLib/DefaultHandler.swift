// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib

/// The programs that the desktop uses for URI schemes.
package enum DefaultHandler {
    /// Opens an address with its program, in the environment of this process. May read files of the desktop.
    ///
    /// - Returns: The reason if there is no such program or it could not be started; `nil` otherwise.
    package static func open(_ address: String) -> String? {
        var error: UnsafeMutablePointer<GError>?
        guard unsafe g_app_info_launch_default_for_uri(address, nil, &error) == 0 else { return nil }
        defer { unsafe g_clear_error(&error) }
        return unsafe error.map { unsafe String(cString: $0.pointee.message) } ?? "there is no program for it"
    }
}
