// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Reads lyrics in the formats of tags and files: plain text, or LRC with times before the lines.
///
/// In LRC a line has one time (`[01:02.50]`) or several, `[offset:+500]` shifts all lines that many milliseconds
/// earlier, other `[name:value]` lines describe the song, and times of single words (`<01:02.50>`) are dropped. A line
/// in brackets of any other form is text.
package enum LyricsReader {
    /// The maximum length of a text, in bytes.
    package static let largest = 256 << 10

    /// - Throws: ``LyricsError``.
    /// - Complexity: linear in the length of the text.
    package static func read(_ text: String) throws(LyricsError) -> Lyrics {
        guard text.utf8.count <= largest else {
            throw LyricsError(.tooLong, "the lyrics have more than \(largest >> 10) KB, which is too much to be lyrics")
        }
        var document = Document()
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            document.take(trimmed(line))
        }
        let lyrics = document.lyrics
        guard !lyrics.isEmpty else { throw LyricsError(.empty, "the lyrics contain no words") }
        return lyrics
    }

    private struct Document {
        /// Lines with times, one for each time.
        var timed: [Lyrics.Line] = []
        /// All lines of text.
        var plain: [Lyrics.Line] = []
        var offset = Duration.zero

        mutating func take(_ line: Substring) {
            guard timed.count < Lyrics.mostLines, plain.count < Lyrics.mostLines else { return }
            var rest = line
            var times: [Duration] = []
            while let (content, after) = LyricsReader.bracket(rest) {
                if let time = LyricsReader.time(content) {
                    times.append(time)
                } else if times.isEmpty, let (name, value) = LyricsReader.information(content), after.isEmpty {
                    if name == "offset", let milliseconds = LyricsReader.offset(value) {
                        offset = .milliseconds(milliseconds)
                    }
                    return
                } else {
                    break
                }
                rest = LyricsReader.trimmed(after)
            }
            let text = String(times.isEmpty ? rest : LyricsReader.trimmed(LyricsReader.withoutWordTimes(rest)[...]))
            timed += times.prefix(100).map { Lyrics.Line(text, at: $0) }
            plain.append(Lyrics.Line(text))
        }

        var lyrics: Lyrics {
            guard timed.isEmpty else {
                return Lyrics(timed.map { Lyrics.Line($0.text, at: max(.zero, ($0.start ?? .zero) - offset)) })
            }
            guard let first = plain.firstIndex(where: { !$0.text.isEmpty }),
                let last = plain.lastIndex(where: { !$0.text.isEmpty })
            else { return Lyrics() }
            return Lyrics(plain[first...last])
        }
    }

    // MARK: Brackets

    /// Returns the text in the brackets at the beginning, and the text after them.
    private static func bracket(_ text: Substring) -> (content: Substring, rest: Substring)? {
        guard text.first == "[", let end = text.firstIndex(of: "]") else { return nil }
        return (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
    }

    /// Parses `ti:Title`: a name of letters, a colon and a value; `#` begins a comment.
    private static func information(_ content: Substring) -> (name: String, value: Substring)? {
        guard let colon = content.firstIndex(of: ":") else { return nil }
        let name = content[..<colon]
        guard !name.isEmpty, name.utf8.count <= 20,
            name.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "#" || $0 == "_") })
        else { return nil }
        return (name.lowercased(), content[content.index(after: colon)...])
    }

    /// Parses milliseconds, with or without a sign.
    private static func offset(_ text: Substring) -> Int? {
        let text = trimmed(text)
        guard text.utf8.count <= 9, let number = Int(text) else { return nil }
        return (-3_600_000...3_600_000).contains(number) ? number : nil
    }

    /// Parses `1:02`, `01:02.5`, `01:02.50`, `01:02:50` (hundredths) and `1:01:02.500`.
    static func time(_ text: Substring) -> Duration? {
        guard text.utf8.count <= 14 else { return nil }
        let whole = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        var parts = (whole.first ?? "").split(separator: ":", omittingEmptySubsequences: false).map(number)
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0 != nil }) else { return nil }
        var milliseconds = 0
        if whole.count == 2 {
            guard let part = fraction(whole[1]) else { return nil }
            milliseconds = part
        } else if parts.count == 3, let hundredths = parts.removeLast() {
            guard hundredths < 100 else { return nil }
            milliseconds = hundredths * 10
        }
        // The first part is unbounded: without hours, minutes may exceed 59.
        guard parts.dropFirst().allSatisfy({ ($0 ?? 60) < 60 }) else { return nil }
        let seconds = parts.reduce(0) { $0 * 60 + ($1 ?? 0) }
        return seconds <= 360_000 ? .milliseconds(seconds * 1000 + milliseconds) : nil
    }

    private static func number(_ text: Substring) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    /// Returns tenths, hundredths or thousandths in thousandths.
    private static func fraction(_ text: Substring) -> Int? {
        guard text.utf8.count <= 3, let value = number(text) else { return nil }
        return [1: 100, 2: 10, 3: 1][text.utf8.count].map { value * $0 }
    }

    private static func withoutWordTimes(_ text: Substring) -> String {
        guard text.contains("<") else { return String(text) }
        var result = ""
        var rest = text
        while let open = rest.firstIndex(of: "<") {
            result += rest[..<open]
            let inner = rest[rest.index(after: open)...]
            // Times are short, so a text full of signs is not searched repeatedly.
            let end = inner.prefix(16).firstIndex(of: ">")
            if let end, time(inner[..<end]) != nil {
                rest = inner[inner.index(after: end)...]
            } else {
                result.append("<")
                rest = inner
            }
        }
        return result + rest
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
