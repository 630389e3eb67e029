// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Text from servers, made one line without control characters and with a limited length.
package enum SubsonicText {
    /// The maximum size of a title, in bytes.
    static let longest = 1000

    /// Replaces control characters and line ends by spaces. Nothing else is changed, not even markup.
    package static func line(_ text: String, longest: Int = SubsonicText.longest) -> String {
        var (out, count, isSpace) = (String.UnicodeScalarView(), 0, true)
        for scalar in text.unicodeScalars {
            let isControl =
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
                // Characters that change the text direction would affect the text after the title, too.
                case .format: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
                default: false
                }
            let next: Unicode.Scalar = isControl ? " " : scalar
            if isControl, isSpace { continue }
            count += UTF8.width(next)
            if count > longest { break }
            isSpace = next == " "
            out.append(next)
        }
        while out.last == " " { out.removeLast() }
        return String(out)
    }

    /// Returns the seconds since 1970 of a time such as `2026-11-29T16:12:19.000Z`; a time without a zone is in UTC.
    ///
    /// - Returns: `nil` for anything else, and for a date or time that does not exist.
    package static func moment(_ text: String) -> Int64? {
        guard text.utf8.count <= 40 else { return nil }
        var rest = text.utf8[...]
        func number(_ digits: Int, upTo limit: Int64) -> Int64? {
            guard rest.count >= digits, let number = String(rest.prefix(digits)).flatMap({ Int64($0) }),
                rest.prefix(digits).allSatisfy({ (0x30...0x39).contains($0) }), number <= limit
            else { return nil }
            rest = rest.dropFirst(digits)
            return number
        }
        func skip(_ characters: String) -> Bool {
            guard let byte = rest.first, characters.utf8.contains(byte) else { return false }
            rest = rest.dropFirst()
            return true
        }
        guard let year = number(4, upTo: 9999), skip("-"), let month = number(2, upTo: 12), skip("-"),
            let day = number(2, upTo: 31), year >= 1970, month > 0, day > 0, skip("Tt "),
            let hour = number(2, upTo: 24), skip(":"), let minute = number(2, upTo: 59), skip(":"),
            let second = number(2, upTo: 60)
        else { return nil }
        if skip(".,") { rest = rest.drop { (0x30...0x39).contains($0) } }
        var seconds = CivilDate(year, month, day).days * CivilDate.secondsOfDay + hour * 3600 + minute * 60 + second
        guard !rest.isEmpty, !skip("Zz") else { return rest.isEmpty ? seconds : nil }
        let isAhead = rest.first == UInt8(ascii: "+")
        guard skip("+-"), let hours = number(2, upTo: 14) else { return nil }
        _ = skip(":")
        guard let minutes = rest.isEmpty ? 0 : number(2, upTo: 59), rest.isEmpty else { return nil }
        seconds += (hours * 3600 + minutes * 60) * (isAhead ? -1 : 1)
        return seconds
    }
}
