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
        /// Not a supported format, regardless of the name.
        package static let notRecognised = Code(name: "not-recognised")
        /// A known format without audio in it.
        package static let noAudio = Code(name: "no-audio")
        /// Nested or fragmented beyond reason.
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

        /// Creates a code with the name that another process reported.
        package init(name: String) {
            self.name = name
        }
    }

    package let code: Code
    /// The file, in any encoding.
    package let path: [UInt8]
    /// The reason and the next step, without the operation and the file.
    package let reason: String

    package init(code: Code, path: [UInt8], reason: String) {
        self.code = code
        self.path = path
        self.reason = reason
    }

    /// A description of the failure: the operation, the file, and the reason. Bytes of the path that are not UTF-8 are
    /// replaced.
    package var message: String {
        "cannot read tags of \"\(String(decoding: path, as: UTF8.self))\": \(reason)"
    }

    package var description: String { message }
}
