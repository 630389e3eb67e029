// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Extracts the titles from a stream in which a server inserts them between the sound, at regular intervals.
///
/// The format is that of SHOUTcast and Icecast: one byte with a sixteenth of the length, then the text, padded with
/// zeros.
struct StationMetadata {
    /// The content of a piece of the stream.
    struct Split: Equatable {
        struct Title: Equatable {
            /// The number of bytes of sound of this piece before it.
            var offset: Int
            var title: String
        }

        var bytes: [UInt8] = []
        var titles: [Title] = []
    }

    private let interval: Int
    private var soundLeft: Int
    private var textLeft = 0
    private var text: [UInt8] = []

    /// `nil` for an implausible interval.
    init?(interval: Int) {
        guard interval > 0 else { return nil }
        self.interval = interval
        soundLeft = interval
    }

    /// Divides the next bytes of the stream.
    mutating func take(_ piece: [UInt8]) -> Split {
        var split = Split()
        var rest = piece[...]
        while let first = rest.first {
            if soundLeft > 0 {
                let part = rest.prefix(soundLeft)
                split.bytes += part
                soundLeft -= part.count
                rest = rest.dropFirst(part.count)
            } else if textLeft == 0 {
                textLeft = Int(first) * 16
                text = []
                rest = rest.dropFirst()
                if textLeft == 0 { soundLeft = interval }
            } else {
                let part = rest.prefix(textLeft)
                text += part
                textLeft -= part.count
                rest = rest.dropFirst(part.count)
                guard textLeft == 0 else { continue }
                soundLeft = interval
                if let title = Self.title(in: text) {
                    split.titles.append(Split.Title(offset: split.bytes.count, title: title))
                }
            }
        }
        return split
    }

    /// The value of `StreamTitle` in a block of metadata; `nil` if it has none.
    ///
    /// A title may have quotes and semicolons of its own, so it ends at the last `';` that only the end or another
    /// field follows.
    static func title(in block: [UInt8]) -> String? {
        let text = EncodedText(block.prefix { $0 != 0 }).text
        guard let start = text.firstRange(of: "StreamTitle='")?.upperBound else { return nil }
        let rest = text[start...]
        var end: String.Index?
        var search = rest.startIndex
        while let found = rest[search...].firstRange(of: "';") {
            let behind = rest[found.upperBound...]
            if behind.allSatisfy(\.isWhitespace) || isField(behind) {
                end = found.lowerBound
                break
            }
            search = rest.index(after: found.lowerBound)
        }
        let title = end.map { rest[..<$0] } ?? (rest.last == "'" ? rest.dropLast() : rest)
        let shown = title.drop(while: \.isWhitespace)
        return String(shown.reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Whether text begins as `StreamUrl='` does.
    private static func isField(_ text: Substring) -> Bool {
        let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return !name.isEmpty && text[name.endIndex...].hasPrefix("='")
    }
}
