// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import TagReading

/// Reads the tags of files; another one in tests, which count reads or invent tags.
package struct TagSource: Sendable {
    /// Blocks until the file at the path is read.
    package var read: @Sendable (_ path: [UInt8]) throws(TagReadError) -> FileTags

    package init(read: @escaping @Sendable (_ path: [UInt8]) throws(TagReadError) -> FileTags) {
        self.read = read
    }

    /// The files themselves.
    package static let files = TagSource { (path) throws(TagReadError) in try TagReader.tags(ofFileAt: path) }
}
