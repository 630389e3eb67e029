// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
package import OnCueCore
internal import OnCueInterface

/// Remembers the items displayed at index paths, so that a typed path refers to the item that was seen there.
///
/// A file in the runtime folder has a line for each displayed item; the last line of a path is valid.
package struct PathMemory: Sendable {
    private let file: RuntimeFile
    /// The searches of the full-screen program.
    let searches: SearchMemory
    /// The results of the last searches in directories.
    let podcasts: FoundMemory
    let stations: FoundMemory

    /// - Parameter directory: A folder of this user; created if it is missing.
    package init(directory: String) {
        file = RuntimeFile("shown-paths", in: directory)
        searches = SearchMemory(directory: directory)
        podcasts = FoundMemory("found-podcasts", in: directory)
        stations = FoundMemory("found-stations", in: directory)
    }

    /// Remembers items with their paths; without a writable folder, nothing is remembered.
    ///
    /// Top-level items have the same path at any revision, and are left out.
    package func write(_ items: some Sequence<(path: String?, identifier: String)>) {
        var text = ""
        for item in items {
            guard let path = item.path, path.dropFirst().contains("/") else { continue }
            text += "\(path) \(item.identifier)\n"
        }
        guard !text.isEmpty else { return }
        shorten()
        file.append(text)
    }

    /// Remembers the items of a listing with their paths.
    func write(_ items: [ContentRecord]) { write(items.lazy.map { ($0.path, $0.identifier) }) }

    /// Returns the item last displayed at a path, or at the nearest path above it; `nil` if there is none.
    package func shown(at path: IndexPath) -> (path: IndexPath, identifier: String)? {
        guard path.count > 1 else { return nil }
        // Starts with a line end, so that each line is between two of them.
        let text = [UInt8(ascii: "\n")] + file.bytes(limit: Self.largest)
        for depth in stride(from: path.count, to: 1, by: -1) {
            let part = path.prefix(depth)
            let start = Array("\n\(IndexPathText.text(of: IndexPath(indexes: Array(part)))) ".utf8)
            guard let end = Self.lastEnd(of: start, in: text) else { continue }
            let identifier = String(decoding: text[end...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            guard ContentIdentifier(identifier) != nil else { continue }
            return (IndexPath(indexes: Array(part)), identifier)
        }
        return nil
    }

    /// Returns the end of the last occurrence.
    private static func lastEnd(of part: [UInt8], in text: [UInt8]) -> Int? {
        guard text.count >= part.count else { return nil }
        for start in stride(from: text.count - part.count, through: 0, by: -1)
        where text[start] == part[0] && text[start..<(start + part.count)].elementsEqual(part) {
            return start + part.count
        }
        return nil
    }

    // MARK: The file

    /// The most bytes to read. A file above half this size is shortened to its end, a quarter of this size.
    private static let largest = 2 << 20

    private func shorten() {
        guard let size = file.size, size > Self.largest / 2 else { return }
        let kept = file.bytes(limit: Self.largest).suffix(Self.largest / 4)
        file.replace(with: Array(kept.drop { $0 != UInt8(ascii: "\n") }.dropFirst()))
    }
}
