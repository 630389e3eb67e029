// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Reads CUE sheets.
package struct CueSheetReader {
    /// The most tracks of a sheet; a disc has at most 99.
    private static let trackLimit = 10_000
    private static let fileLimit = 1000

    private var sheet = CueSheet()

    /// Reads any bytes; lines that are not understood are left out.
    package static func read(_ bytes: [UInt8]) -> CueSheet {
        var reader = CueSheetReader()
        for line in EncodedText(bytes).lines { reader.take(line) }
        return reader.sheet
    }

    private mutating func take(_ line: EncodedText.Line) {
        let (word, rest) = Self.divided(line.text)
        switch word.uppercased() {
        case "FILE": takeFile(line)
        case "TRACK": takeTrack(rest)
        case "INDEX": takeIndex(rest)
        case "PREGAP": set(\.pregap, Self.frames(rest))
        case "TITLE": set(\.title, \.title, Self.value(rest))
        case "PERFORMER": set(\.performer, \.performer, Self.value(rest))
        case "SONGWRITER": set(\.songwriter, \.songwriter, Self.value(rest))
        case "ISRC": set(\.isrc, Self.value(rest))
        case "REM": takeRemark(rest)
        default: break
        }
    }

    private mutating func takeRemark(_ text: String) {
        let (word, rest) = Self.divided(text)
        let value = Self.value(rest)
        switch word.uppercased() {
        case "DATE": sheet.date = value
        case "GENRE": sheet.genre = value
        case "DISCID": sheet.discID = value
        case "DISCNUMBER": sheet.discNumber = value.flatMap { Int($0) }
        case "COMPOSER": set(\.songwriter, \.songwriter, value)
        case "REPLAYGAIN_ALBUM_GAIN": sheet.gain = value.flatMap { Self.gain($0) }
        case "REPLAYGAIN_ALBUM_PEAK": sheet.peak = value.flatMap { Self.decimal($0, in: 0...1000) }
        case "REPLAYGAIN_TRACK_GAIN": set(\.gain, value.flatMap { Self.gain($0) })
        case "REPLAYGAIN_TRACK_PEAK": set(\.peak, value.flatMap { Self.decimal($0, in: 0...1000) })
        default: break
        }
    }

    /// Sets an attribute of the current track, or of the album before the first track.
    private mutating func set(
        _ track: WritableKeyPath<CueSheet.Track, String?>, _ album: WritableKeyPath<CueSheet, String?>, _ value: String?
    ) {
        if sheet.tracks.isEmpty { sheet[keyPath: album] = value } else { set(track, value) }
    }

    private mutating func set<T>(_ path: WritableKeyPath<CueSheet.Track, T?>, _ value: T?) {
        guard let last = sheet.tracks.indices.last else { return }
        sheet.tracks[last][keyPath: path] = value
    }

    private mutating func takeTrack(_ rest: String) {
        let (number, mode) = Self.divided(rest)
        guard sheet.tracks.count < Self.trackLimit else { return }
        sheet.tracks.append(
            CueSheet.Track(
                number: Int(number).flatMap { (0...9999).contains($0) ? $0 : nil } ?? sheet.tracks.count + 1,
                isAudio: mode.isEmpty || mode.uppercased().hasPrefix("AUDIO")))
    }

    private mutating func takeIndex(_ rest: String) {
        let (number, time) = Self.divided(rest)
        guard let last = sheet.tracks.indices.last, !sheet.files.isEmpty, let frames = Self.frames(time) else { return }
        let position = CueSheet.Position(file: sheet.files.count - 1, frames: frames)
        switch Int(number) {
        case 0: sheet.tracks[last].gap = position
        case 1: sheet.tracks[last].start = position
        default: break
        }
    }

    // MARK: Parts of lines

    private mutating func takeFile(_ line: EncodedText.Line) {
        guard sheet.files.count < Self.fileLimit else { return }
        let quote = UInt8(ascii: "\"")
        let bytes = EncodedText.trimmed(line.bytes.dropFirst(4))
        if bytes.first == quote, let end = bytes.dropFirst().lastIndex(of: quote) {
            let text = line.text.dropFirst(4).drop { $0 != "\"" }.dropFirst()
            guard let close = text.lastIndex(of: "\"") else { return }
            sheet.files.append(.init(bytes: Array(bytes[(bytes.startIndex + 1)..<end]), name: String(text[..<close])))
            return
        }
        // Without quotation marks, the last word is the type.
        let last = bytes.lastIndex(of: 0x20).map { EncodedText.trimmed(bytes[..<$0]) } ?? bytes
        let text = line.text.dropFirst(4).trimmingSpaces
        let name = text.lastIndex(of: " ").map { text[..<$0].trimmingSpaces } ?? text
        sheet.files.append(.init(bytes: Array(last), name: name))
    }

    /// Returns the first word, and the text after it.
    private static func divided(_ text: String) -> (word: String, rest: String) {
        let word = text.prefix { $0 != " " && $0 != "\t" }
        return (String(word), text.dropFirst(word.count).trimmingSpaces)
    }

    /// Without quotation marks; `nil` if it is empty.
    private static func value(_ text: String) -> String? {
        var text = text[...]
        if text.first == "\"" {
            text = text.dropFirst()
            if let end = text.lastIndex(of: "\"") { text = text[..<end] }
        }
        return text.isEmpty ? nil : String(text)
    }

    /// `-6.48 dB`; more than 64 dB either way is a mistake.
    private static func gain(_ text: String) -> Double? {
        decimal(text.lowercased().hasSuffix("db") ? String(text.dropLast(2)) : text, in: -64...64)
    }

    private static func decimal(_ text: String, in bounds: ClosedRange<Double>) -> Double? {
        // Some writers follow the language of their user.
        let plain = String(text.trimmingSpaces.map { $0 == "," ? "." : $0 })
        return Double(plain).flatMap { bounds.contains($0) ? $0 : nil }
    }

    /// `mm:ss:ff`, where there are 75 frames in a second and minutes continue after 59.
    private static func frames(_ text: String) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0.trimmingSpaces) }
        guard parts.count == 3, let minutes = parts[0], let seconds = parts[1], let frames = parts[2] else {
            return nil
        }
        guard (0...100_000).contains(minutes), (0..<60).contains(seconds), (0..<75).contains(frames) else { return nil }
        return (minutes * 60 + seconds) * 75 + frames
    }
}
