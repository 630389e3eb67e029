// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Remembers the searches of the full-screen program, until the user logs out or erases the learnt data.
///
/// A file in the runtime folder has a line for each search, the newest last.
struct SearchMemory: Sendable {
    /// The most searches to keep.
    static let most = 50
    private static let largest = 1 << 18

    private let file: RuntimeFile

    init(directory: String) { file = RuntimeFile("searches", in: directory) }

    /// The searches, the newest last, without duplicates.
    var all: [String] {
        let lines = file.bytes(limit: Self.largest).split(separator: UInt8(ascii: "\n"))
        return Self.joined([], lines.map { String(decoding: $0, as: UTF8.self) })
    }

    func remember(_ search: String) {
        let all = Self.joined(all, [search])
        if file.size == nil { file.append("") }
        file.replace(with: Array(all.map { $0 + "\n" }.joined().utf8))
    }

    func forget() { file.remove() }

    /// Returns searches followed by others, limited to the number that is kept.
    static func joined(_ searches: [String], _ others: [String]) -> [String] {
        var seen: Set<String> = []
        let newest = (searches + others).reversed().filter {
            !$0.contains("\n") && $0.contains { !$0.isWhitespace } && seen.insert($0).inserted
        }
        return newest.prefix(most).reversed()
    }
}
