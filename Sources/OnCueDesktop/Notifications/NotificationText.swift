// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Text in the form that notification servers take.
enum NotificationText {
    /// The maximum number of scalars, which is more than anyone reads in a notification.
    static let longest = 1_000

    /// Returns one line of limited length; a text that is cut ends with an ellipsis after a whole word.
    static func plain(_ text: String) -> String {
        var scalars = text.unicodeScalars.prefix(longest + 1).map { scalar in
            scalar.properties.generalCategory == .control ? " " : scalar
        }
        if scalars.count > longest {
            scalars.removeLast(2)
            if let end = scalars.lastIndex(of: " "), end > longest / 2 { scalars.removeSubrange(end...) }
            scalars.append("…")
        }
        return String(String.UnicodeScalarView(scalars))
    }

    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
