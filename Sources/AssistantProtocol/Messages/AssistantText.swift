// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Makes text from outside safe to hand to a model.
///
/// Titles, names and descriptions come from files, feeds and web pages, and their authors may try to instruct the
/// model. Nothing can make such text trustworthy, so it is only ever data: in fields of a structure, in quotes, and
/// short. Here it also loses characters that people would not see.
package enum AssistantText {
    /// The number of letters that a title may have.
    package static let longestTitle = 200
    /// More marks on one letter than any script needs.
    private static let mostMarks = 16

    /// Returns a title on one line, at most `limit` letters long; a longer one ends with `…`, which counts.
    ///
    /// Line breaks and tabs become spaces; spaces are trimmed, and never follow one another. Other control characters,
    /// turns of direction and invisible letters, in which instructions can hide (tags, supplementary variation
    /// selectors, zero-width spaces), are removed, and heaps of combining marks are cut. Joiners, which scripts and
    /// emoji need, stay.
    ///
    /// - Complexity: linear in the text.
    package static func title(_ text: String, limit: Int = longestTitle) -> String {
        let visible = visible(text)
        guard let end = visible.index(visible.startIndex, offsetBy: limit, limitedBy: visible.endIndex),
            end < visible.endIndex
        else { return visible }
        var kept = String(visible.prefix(max(0, limit - 1)))
        while kept.last == " " { kept.removeLast() }
        return limit > 0 ? kept + "…" : ""
    }

    private static func visible(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var marks = 0
        var needsSpace = false
        for scalar in text.unicodeScalars {
            if scalar == " " || isBreak(scalar) {
                needsSpace = !result.isEmpty
                continue
            }
            guard !scalar.isSteering, !isHidden(scalar) else { continue }
            marks = isMark(scalar) ? marks + 1 : 0
            guard marks <= mostMarks else { continue }
            if needsSpace { result.append(" ") }
            needsSpace = false
            result.append(scalar)
        }
        return String(result)
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: true
        default: false
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: false
        }
    }
}

extension String {
    /// The text in quotes, as errors quote a client's input.
    var quoted: String { "\"\(AssistantText.title(self, limit: 60))\"" }
}
