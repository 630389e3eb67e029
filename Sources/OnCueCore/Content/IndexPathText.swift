// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The text form of index paths: `/0/2/5`, or `/0/2/5@17` at revision 17; the root is `/`.
package enum IndexPathText {
    package static func text(of path: IndexPath) -> String {
        path.isEmpty ? "/" : path.reduce(into: "") { $0 += "/" + String($1) }
    }

    /// Parses an index path; `nil` for any other text.
    ///
    /// - Throws: ``ContentError`` with `invalidPlace` if it has the form of an index path but a number is too large or
    ///   the path deeper than 32.
    package static func parse(_ text: String) throws(ContentError) -> (
        indexPath: IndexPath, revision: ContentTree.Revision?
    )? {
        guard text.utf8.first == UInt8(ascii: "/") else { return nil }
        let halves = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let isRoot = halves[0] == "/"
        guard isRoot || parts.allSatisfy(isNumber) else { return nil }
        guard halves.count == 1 || isNumber(halves[1]) else { return nil }
        let numbers = isRoot ? [] : parts.compactMap { Int($0) }
        let revision = halves.count == 2 ? UInt64(halves[1]) : nil
        guard isRoot || numbers.count == parts.count, numbers.count <= 32, halves.count == 1 || revision != nil else {
            throw ContentError(
                .invalidPlace, "index path \(text.prefix(80)) has too many levels or too large a number")
        }
        return (IndexPath(indexes: numbers), revision.map(ContentTree.Revision.init))
    }

    private static func isNumber(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
