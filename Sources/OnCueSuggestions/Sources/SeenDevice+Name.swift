// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension SeenDevice {
    /// Longer than the name of any device, in Unicode scalars.
    package static let longestName = 100

    /// Returns a safe name for a device that chooses its own: one line of bounded length, or `other` if nothing is
    /// left.
    package static func readableName(_ text: String, else other: String) -> String {
        let scalars = text.unicodeScalars.prefix(longestName).map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            // Includes characters that change the direction of writing.
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: " "
            default: scalar
            }
        }
        let words = String(String.UnicodeScalarView(scalars)).split(separator: " ")
        return words.isEmpty ? other : words.joined(separator: " ")
    }
}
