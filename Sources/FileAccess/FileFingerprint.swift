// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The properties by which a change of a file is detected.
package struct FileFingerprint: Hashable, Sendable {
    /// In bytes.
    package var size: Int64
    /// Time of the last change of the content, in nanoseconds since 1970.
    package var modified: Int64
    /// Number of the file in its file system; another file renamed over this one has another.
    package var inode: UInt64

    package init(size: Int64, modified: Int64, inode: UInt64) {
        self.size = size
        self.modified = modified
        self.inode = inode
    }
}
