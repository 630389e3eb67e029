// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueCore

/// Remembers at which revision index paths were last shown, so that they are not taken for others later.
package struct RevisionMemory: Sendable {
    private let directory: String
    private var path: String { directory + "/browse-revisions" }

    /// - Parameter directory: A folder of this user; created when it is missing.
    package init(directory: String) {
        self.directory = directory
    }

    /// The revision at which positions below a branch were last shown; `nil` when none is known.
    package func read(branch: Int) -> ContentTree.Revision? {
        all()[branch]
    }

    /// Remembers the revision of the branch that a listing belongs to; without a writable folder, or for a listing
    /// without positions, nothing is remembered.
    package func write(_ revision: ContentTree.Revision, path: String?) {
        // What stands at the top is found at any revision, and its list has a revision of another kind.
        guard let path, let parsed = try? IndexPathText.parse(path), parsed.indexPath.count > 1,
            let branch = parsed.indexPath.first
        else { return }
        var known = all()
        guard known[branch] != revision else { return }
        known[branch] = revision
        mkdir(directory, 0o700)
        let new = self.path + ".\(getpid())"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        let lines = known.sorted { $0.key < $1.key }.suffix(Self.limit).map { "\($0.key) \($0.value)\n" }
        let text = Array(lines.joined().utf8)
        let isWritten = Glibc.write(descriptor, text, text.count) == text.count
        close(descriptor)
        if !isWritten || rename(new, self.path) != 0 { unlink(new) }
    }

    /// The most branches that are remembered.
    private static let limit = 100

    private func all() -> [Int: ContentTree.Revision] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return [:] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        var known: [Int: ContentTree.Revision] = [:]
        for line in bytes.prefix(max(0, count)).split(separator: UInt8(ascii: "\n")) {
            let numbers = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            guard numbers.count == 2, let branch = Int(numbers[0]), let number = UInt64(numbers[1]) else { continue }
            known[branch] = ContentTree.Revision(number)
        }
        return known
    }
}
