// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Reads PLS: `File1=`, `Title1=`, `Length1=` and so on, in any order.
package enum PLSReader {
    private struct Row {
        var file: EncodedText.Line?
        var title: String?
        var seconds: Double?
    }

    /// Reads any bytes; lines that are not understood are left out.
    ///
    /// - Parameter list: The location of the list, to which names in it are relative.
    package static func read(_ bytes: [UInt8], list: MediaLocation) -> PlaylistDocument {
        let base = PlaylistBase(list: list)
        var rows: [Int: Row] = [:]
        var document = PlaylistDocument()
        for line in EncodedText(bytes).lines {
            guard let equals = line.bytes.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let key = String(decoding: line.bytes[..<equals], as: UTF8.self).trimmingSpaces.lowercased()
            let text = line.text.drop { $0 != "=" }.dropFirst().trimmingSpaces
            let value = EncodedText.Line(
                bytes: EncodedText.trimmed(line.bytes[(equals + 1)...]), text: text)
            take(key, value, &rows, &document)
        }
        document.entries = rows.keys.sorted().prefix(PlaylistFormat.entryLimit).compactMap { number in
            rows[number].flatMap { entry($0, base) }
        }
        return document
    }

    private static func take(
        _ key: String, _ value: EncodedText.Line, _ rows: inout [Int: Row], _ document: inout PlaylistDocument
    ) {
        if key == "x-gnome-title" || key == "playlistname" { document.title = value.text.isEmpty ? nil : value.text }
        for name in ["file", "title", "length"] where key.hasPrefix(name) {
            guard let number = Int(key.dropFirst(name.count)), number >= 0 else { continue }
            guard rows[number] != nil || rows.count < PlaylistFormat.entryLimit else { continue }
            switch name {
            case "file": rows[number, default: Row()].file = value
            case "title": rows[number, default: Row()].title = value.text.isEmpty ? nil : value.text
            default: rows[number, default: Row()].seconds = Double(value.text)
            }
        }
    }

    private static func entry(_ row: Row, _ base: PlaylistBase) -> PlaylistEntry? {
        guard let file = row.file else { return nil }
        let candidates = base.candidates(file)
        guard !candidates.isEmpty else { return nil }
        var entry = PlaylistEntry(
            candidates: candidates, title: row.title,
            duration: row.seconds.flatMap { PlaylistTime.duration(seconds: $0) })
        entry.isLive = row.seconds.map { $0 < 0 } ?? false
        return entry
    }
}
