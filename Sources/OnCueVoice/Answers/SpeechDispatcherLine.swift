// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The lines that are written to speech-dispatcher, in its protocol SSIP; they end with CR and LF.
package enum SpeechDispatcherLine {
    /// The longest text that is spoken, in bytes; enough for a long answer.
    package static let longest = 1_000

    /// Returns the lines that set the client's name, the language and the notification at the end of the speech.
    ///
    /// - Parameters:
    ///   - user: The name of the user; characters that a name cannot have are left out.
    ///   - language: The code of the language; `nil` leaves it to the settings of speech-dispatcher.
    package static func greeting(user: String, language: String?) -> [String] {
        let settings =
            ["CLIENT_NAME \(word(user, or: "user")):oncue:main", "PRIORITY message"]
            + (language.map { ["LANGUAGE \(word($0, or: "en"))"] } ?? []) + [
                "NOTIFICATION END ON", "NOTIFICATION CANCEL ON",
            ]
        return settings.map { "SET self \($0)" }
    }

    /// Returns a text as it follows `SPEAK`, with the dot that ends it. A dot at the beginning of a line is doubled,
    /// and control characters become spaces.
    package static func text(_ text: String) -> String {
        var lines: [String] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let spoken = String(String.UnicodeScalarView(line.unicodeScalars.map { isControl($0) ? " " : $0 }))
            lines.append(spoken.hasPrefix(".") ? "." + spoken : spoken)
        }
        return (lines + ["."]).map { $0 + "\r\n" }.joined()
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }

    private static func word(_ text: String, or other: String) -> String {
        let word = text.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }.prefix(64)
        return word.isEmpty ? other : String(word)
    }
}
