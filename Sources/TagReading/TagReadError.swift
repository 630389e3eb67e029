// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The reason why a file gave no tags or no picture.
package struct TagReadError: Error, Equatable, CustomStringConvertible {
    /// The kind of failure. New codes may be added.
    package struct Code: Sendable, Hashable {
        /// Short and stable, for reports.
        package let name: String

        /// Nothing is at the path.
        package static let notFound = Code(name: "not-found")
        /// The file, or a directory on the way, may not be read.
        package static let permissionDenied = Code(name: "permission-denied")
        /// A directory, pipe, socket or device.
        package static let notAFile = Code(name: "not-a-file")
        /// No bytes in the file.
        package static let empty = Code(name: "empty")
        /// Not a supported format, whatever the name.
        package static let notRecognised = Code(name: "not-recognised")
        /// A known format without audio in it.
        package static let noAudio = Code(name: "no-audio")
        /// Nested or split up beyond all reason.
        package static let malformed = Code(name: "malformed")
        /// The picture exceeds the limit.
        package static let tooLarge = Code(name: "too-large")
        /// The system failed to open or read the file.
        package static let unreadable = Code(name: "unreadable")
        /// Memory ran out or the tag library gave up.
        package static let failed = Code(name: "failed")
        /// The file ended the process that read it.
        package static let crashed = Code(name: "crashed")
        /// The file kept its reader busy longer than a file may.
        package static let tookTooLong = Code(name: "took-too-long")

        /// The disk or network kept its reader waiting longer than a file may.
        package static let didNotAnswer = Code(name: "did-not-answer")

        /// A code that another process has named.
        package init(name: String) {
            self.name = name
        }
    }

    package let code: Code
    /// A description of the failure: the operation, the file, and the next step. Bytes of the path that are not UTF-8
    /// are replaced.
    package let message: String

    package init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }

    /// The last part of the message, without the operation and the file.
    package var reason: String {
        guard let end = message.end(ofLast: "\": ") else { return message }
        return String(message[end...])
    }
}

extension String {
    /// Returns the start of the text after the last occurrence.
    fileprivate func end(ofLast text: String) -> Index? {
        indices.last { self[$0...].hasPrefix(text) }.map { index($0, offsetBy: text.count) }
    }
}
