// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import TextOutput

/// A configuration file with every key explained and commented out, generated from the table of keys.
enum ConfigurationExample {
    private static let width = 80

    static let text: String = {
        var lines = comment(
            "The configuration of OnCue; see oncue.conf(5). Every key is listed with its default. To set a "
                + "key, remove the # "
                + "before it, or run: oncue config set KEY VALUE")
        for group in ConfigurationKey.groups {
            lines += ["", "[\(group)]"]
            let isKeys = group == ConfigurationKey.keysGroup
            if isKeys { lines += comment(keys) }
            for key in ConfigurationKey.all where key.group == group {
                let values = isKeys ? [] : comment(values(key))
                lines += [""] + comment(key.summary) + values + ["#\(key.key)=\(key.standard)"]
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }()

    /// A sentence about the values of all keys of the full-screen program.
    static let keys =
        "The keys of the full-screen program. A key that is set for one action is taken from the one that has it by "
        + "default; of several lines that set the same key, the last has it. "
        + (ConfigurationKey.all.first { $0.group == ConfigurationKey.keysGroup }.map(values) ?? "")

    /// Returns a sentence about the values of a key and the time when a change takes effect.
    static func values(_ key: ConfigurationKey) -> String {
        let later =
            switch key.effect {
            case .atOnce: ""
            case .nextStart: " Takes effect at the next start of the daemon."
            case .nextOpening: " Takes effect when oncue is opened again."
            }
        return "Values: \(key.expected).\(later)"
    }

    private static func comment(_ text: String) -> [String] {
        TextLayout.wrap(text, to: width - 2).map { "# " + $0 }
    }
}
