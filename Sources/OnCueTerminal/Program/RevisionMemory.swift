// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueCore

/// Remembers at which revision index paths were last shown, so that they are not taken for others later.
package struct RevisionMemory: Sendable {
    private let directory: String
    private var path: String { directory + "/browse-revision" }

    /// - Parameter directory: A folder of this user; created when it is missing.
    package init(directory: String) {
        self.directory = directory
    }

    /// The revision last shown; `nil` when none is known.
    package func read() -> ContentTree.Revision? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        let text = String(decoding: bytes.prefix(max(0, count)).prefix { $0 > 0x20 }, as: UTF8.self)
        return UInt64(text).map(ContentTree.Revision.init)
    }

    /// Remembers a revision; without a writable folder nothing is remembered.
    package func write(_ revision: ContentTree.Revision) {
        guard read() != revision else { return }
        mkdir(directory, 0o700)
        let new = path + ".\(getpid())"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        let text = Array("\(revision)\n".utf8)
        let isWritten = Glibc.write(descriptor, text, text.count) == text.count
        close(descriptor)
        if !isWritten || rename(new, path) != 0 { unlink(new) }
    }
}
