// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Remembers the results of the last search in a directory, so that they can be given by number, until the user logs
/// out or erases the learnt data.
///
/// A file in the runtime folder has a line for each result, with its address, a tab and its title.
struct FoundMemory: Sendable {
    private static let largest = 1 << 19

    private let file: RuntimeFile

    /// - Parameter name: The name of the file; each directory has its own.
    init(_ name: String, in directory: String) { file = RuntimeFile(name, in: directory) }

    /// A result from which something can be added.
    struct Result: Sendable, Equatable {
        var address: String
        var title: String
    }

    /// Replaces the results of the previous search.
    func remember(_ results: [Result]) {
        if file.size == nil { file.append("") }
        let text = results.map { "\($0.address)\t\($0.title)\n" }.joined()
        // The numbers of an older search would refer to other results than those shown.
        if !file.replace(with: Array(text.utf8)) { file.remove() }
    }

    func forget() { file.remove() }

    /// The result with a number, starting at 1.
    subscript(number: Int) -> Result? {
        let lines = file.bytes(limit: Self.largest).split(separator: UInt8(ascii: "\n"))
        guard lines.indices.contains(number - 1) else { return nil }
        let parts = lines[number - 1].split(separator: UInt8(ascii: "\t"), maxSplits: 1)
        guard parts.count == 2 else { return nil }
        return Result(
            address: String(decoding: parts[0], as: UTF8.self), title: String(decoding: parts[1], as: UTF8.self))
    }
}
