// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Messages on a link: a length of four bytes, the highest first, followed by that many bytes of UTF-8 on one line.
package enum LinkFrame {
    /// The bytes before each message.
    package static let headerLength = 4

    /// Returns the bytes that send a message; its length must be within the reader's limit.
    package static func bytes(of text: String) -> [UInt8] {
        let body = Array(text.utf8)
        return header(UInt32(body.count)) + body
    }

    private static func header(_ count: UInt32) -> [UInt8] {
        [
            UInt8(truncatingIfNeeded: count >> 24), UInt8(truncatingIfNeeded: count >> 16),
            UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count),
        ]
    }
}

/// Takes messages out of the bytes that arrive over a link. No input makes it trap, and it keeps only bytes that have
/// arrived.
package struct FrameReader: Sendable {
    /// The reason why the link must be closed: the bytes that follow can no longer be read.
    package enum Fault: Error, Sendable, Equatable {
        case empty
        case tooLong(bytes: Int, limit: Int)
        /// Not UTF-8, or more than one line.
        case notText
    }

    /// The longest message in bytes.
    package let limit: Int
    private var bytes: [UInt8] = []

    /// - Parameter limit: The longest message in bytes, without its length.
    package init(limit: Int) { self.limit = limit }

    /// Whether part of a message has arrived.
    package var isAmidst: Bool { !bytes.isEmpty }

    /// The least number of bytes that the message in progress lacks; 0 if its length is not yet known, or if it is
    /// complete.
    package var missing: Int {
        guard bytes.count >= LinkFrame.headerLength else { return 0 }
        return max(0, LinkFrame.headerLength + min(length, limit) - bytes.count)
    }

    private var length: Int { bytes[..<LinkFrame.headerLength].reduce(0) { $0 << 8 | Int($1) } }

    /// - Complexity: O(n) in the bytes added.
    package mutating func add(_ part: some Sequence<UInt8>) { bytes += part }

    /// Returns the next message, or `nil` while it is incomplete.
    ///
    /// - Throws: ``Fault``, as soon as the length is known.
    /// - Complexity: O(n) in the bytes kept.
    package mutating func next() throws(Fault) -> String? {
        guard bytes.count >= LinkFrame.headerLength else { return nil }
        let length = length
        guard length > 0 else { throw .empty }
        guard length <= limit else { throw .tooLong(bytes: length, limit: limit) }
        let end = LinkFrame.headerLength + length
        guard bytes.count >= end else { return nil }
        let body = bytes[LinkFrame.headerLength..<end]
        // A message may be a piece of a file, so the search covers every byte.
        let isOneLine = body.withUnsafeBytes { !$0.contains(UInt8(ascii: "\n")) }
        guard isOneLine, let text = String(validating: body, as: UTF8.self) else {
            throw .notText
        }
        bytes.removeFirst(end)
        return text
    }
}
