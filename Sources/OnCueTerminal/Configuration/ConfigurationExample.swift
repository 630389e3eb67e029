// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore

/// A configuration file with every key explained and commented out, made of the table of keys.
enum ConfigurationExample {
    private static let width = 80

    static let text: String = {
        var lines = comment(
            "The configuration of OnCue; see oncue.conf(5). Every key is listed with its default. To set a "
                + "key, remove the # "
                + "before it, or run: oncue config set KEY VALUE")
        for group in ConfigurationKey.groups {
            lines += ["", "[\(group)]"]
            for key in ConfigurationKey.all where key.group == group {
                lines += [""] + comment(key.summary) + comment(values(key)) + ["#\(key.key)=\(key.standard)"]
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }()

    /// Returns a sentence about the values of a key and the time when a change takes effect.
    static func values(_ key: ConfigurationKey) -> String {
        let later = key.effect == .nextStart ? " Takes effect at the next start of the daemon." : ""
        return "Values: \(key.expected).\(later)"
    }

    private static func comment(_ text: String) -> [String] {
        TextLayout.wrap(text, to: width - 2).map { "# " + $0 }
    }
}
