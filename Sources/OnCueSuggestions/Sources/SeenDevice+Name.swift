// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension SeenDevice {
    /// More than any device is called, in Unicode scalars.
    package static let longestName = 100

    /// What a device may be called that says what it likes of itself: one line of bounded length, else `other`.
    package static func readableName(_ text: String, else other: String) -> String {
        let scalars = text.unicodeScalars.prefix(longestName).map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            // Also what turns the direction of writing.
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: " "
            default: scalar
            }
        }
        let words = String(String.UnicodeScalarView(scalars)).split(separator: " ")
        return words.isEmpty ? other : words.joined(separator: " ")
    }
}
