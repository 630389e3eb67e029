// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The environment of the process.
package enum ProcessEnvironment {
    /// Returns an environment variable; `nil` when it is unset or empty.
    package static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// Returns the given environment variables that are set.
    package static func variables(_ names: [String]) -> [String: String] {
        names.reduce(into: [:]) { $0[$1] = variable($1) }
    }

    /// The home directory: `HOME`, or else the one in the password database.
    package static var homeDirectory: String {
        if let home = variable("HOME") { return home }
        guard let entry = unsafe getpwuid(getuid()), let home = unsafe entry.pointee.pw_dir else { return "/" }
        return unsafe String(cString: home)
    }

    /// Returns the system's words for an error number.
    package static func text(ofError number: Int32) -> String {
        unsafe strerror(number).map { unsafe String(cString: $0) } ?? "system error \(number)"
    }

    package static var userID: UInt32 { getuid() }
}
