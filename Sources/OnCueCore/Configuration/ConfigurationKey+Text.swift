// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension ConfigurationKey {
    /// The word for the type of the values: `number`, `boolean`, `word`, `address` or `list`.
    package var type: String {
        switch kind {
        case .whole, .number: "number"
        case .flag: "boolean"
        case .word: "word"
        case .address, .service: "address"
        case .outputs, .strokes, .folders, .words: "list"
        }
    }

    /// The unit of the numbers, or `nil` if the values are not numbers.
    package var unit: String? {
        switch kind {
        case .whole(_, let unit), .number(_, let unit): unit
        default: nil
        }
    }

    /// The smallest and the largest number, or `nil` if the values are not numbers.
    package var bounds: ClosedRange<Double>? {
        switch kind {
        case .whole(let range, _): Double(range.lowerBound)...Double(range.upperBound)
        case .number(let range, _): range
        default: nil
        }
    }

    /// The words that are valid values; empty if other values are valid.
    package var words: [String] {
        switch kind {
        case .flag: ["true", "false"]
        case .word(let words): words
        case .words(let words): words + ["none"]
        default: []
        }
    }

    /// A readable description of the valid values, such as `0 to 86400 seconds`.
    package var expected: String {
        switch kind {
        case .whole(let range, let unit): "\(range.lowerBound) to \(range.upperBound) \(unit)"
        case .number(let range, let unit): "\(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)) \(unit)"
        case .flag, .word: words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        case .words(let words): words.joined(separator: ", ") + ", several separated by commas, or none"
        case .address: "an http or https address without a query"
        case .service: "tcp://HOST:PORT or none"
        case .strokes: "names of keys separated by spaces, such as x Ctrl-x Alt-x F5 PageUp, or none"
        case .folders: "absolute paths of folders separated by commas, or none"
        case .outputs: "auto, silent, a GStreamer sink or a file.wav, or several of them separated by commas"
        }
    }

    /// Returns a sentence that explains why a text is not a valid value of this key, and names the valid ones.
    package func refusal(of text: String) -> String {
        let nearest = EditDistance.nearest(text, among: words)
        let hint = nearest.map { " (did you mean \($0)?)" } ?? ""
        let shown = text.isEmpty ? "nothing" : "\"\(text.inShort)\""
        return "\(name) cannot be \(shown); expected \(expected)\(hint)"
    }

    /// Returns the text of a number, without a fraction of zero.
    private static func text(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}
