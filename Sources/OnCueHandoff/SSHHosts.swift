// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The machines that the user has named in the configuration of ssh.
///
/// Source: `ssh_config(5)`: keywords in any case, followed by white space or `=`. Patterns are not names.
package enum SSHHosts {
    /// Returns the names after `Host` in the text of a configuration, in its order, at most 200.
    ///
    /// - Complexity: O(*n*).
    package static func names(in configuration: String) -> [String] {
        var names: [String] = []
        for line in configuration.split(whereSeparator: \.isNewline) {
            let words = line.split { $0 == " " || $0 == "\t" || $0 == "=" || $0 == "\"" }
            guard words.first?.lowercased() == "host" else { continue }
            for word in words.dropFirst() where names.count < 200 {
                let isName = !word.hasPrefix("-") && !word.contains { "*?!#".contains($0) }
                if isName, !names.contains(String(word)) { names.append(String(word)) }
            }
        }
        return names
    }
}
