// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Messages on a link: four bytes of length, the highest first, and so many bytes of UTF-8 on one line.
package enum LinkFrame {
    /// The bytes before each message.
    package static let headerLength = 4

    /// The message as it goes over the link; its length must be within the limit of the reader.
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

/// Takes messages out of what comes over a link. Nothing that comes makes it fail, and it keeps no more than has come.
package struct FrameReader: Sendable {
    /// Why the link must be closed: what follows cannot be read any more.
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

    /// Whether a part of a message is there.
    package var isAmidst: Bool { !bytes.isEmpty }

    /// How many bytes the message that has begun lacks at least; 0 where its length is not known, or it is whole.
    package var missing: Int {
        guard bytes.count >= LinkFrame.headerLength else { return 0 }
        return max(0, LinkFrame.headerLength + min(length, limit) - bytes.count)
    }

    private var length: Int { bytes[..<LinkFrame.headerLength].reduce(0) { $0 << 8 | Int($1) } }

    /// - Complexity: O(n) in what is added.
    package mutating func add(_ part: some Sequence<UInt8>) { bytes += part }

    /// The next message; `nil` while it is not whole.
    ///
    /// - Throws: ``Fault``, as soon as the length is known.
    /// - Complexity: O(n) in what is kept.
    package mutating func next() throws(Fault) -> String? {
        guard bytes.count >= LinkFrame.headerLength else { return nil }
        let length = length
        guard length > 0 else { throw .empty }
        guard length <= limit else { throw .tooLong(bytes: length, limit: limit) }
        let end = LinkFrame.headerLength + length
        guard bytes.count >= end else { return nil }
        let body = bytes[LinkFrame.headerLength..<end]
        // A message may be a piece of a file, and each of its bytes is looked at.
        let isOneLine = body.withUnsafeBytes { !$0.contains(UInt8(ascii: "\n")) }
        guard isOneLine, let text = String(validating: body, as: UTF8.self) else {
            throw .notText
        }
        bytes.removeFirst(end)
        return text
    }
}
