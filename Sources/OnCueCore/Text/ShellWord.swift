// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Words of commands that users are advised to run.
package enum ShellWord {
    /// Returns a path as one word for a shell: unchanged if it has no special characters, otherwise in single quotes.
    package static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "/._-+".utf8.contains(byte)
        }
        let parts = path.split(separator: "'", omittingEmptySubsequences: false)
        return isPlain ? path : "'" + parts.joined(separator: "'\\''") + "'"
    }
}
