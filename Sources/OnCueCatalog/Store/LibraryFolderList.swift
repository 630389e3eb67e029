// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// The folders of the library in a file of their own, beside the catalog: all else in a catalog is read from them
/// again, so they must outlive one that is damaged.
package struct LibraryFolderList: Sendable {
    /// The largest plausible size, in bytes; a larger file is not ours.
    private static let limit = 4 << 20

    private let path: String

    /// - Parameter catalog: Absolute path of the database file.
    package init(catalog: [UInt8]) {
        path = String(decoding: catalog, as: UTF8.self) + ".folders"
    }

    /// Absolute paths as they were last kept; `nil` where nothing was, or it cannot be read. Blocks.
    package func read() -> [[UInt8]]? {
        guard let bytes = try? WholeFile.read(path, limit: Self.limit) else { return nil }
        let folders = bytes.split(separator: 0).map { Array($0) }
        return folders.allSatisfy { $0.first == UInt8(ascii: "/") } ? folders : nil
    }

    /// Keeps the folders, unless they are kept already; no path has a zero byte, which divides them. Blocks.
    ///
    /// One that cannot be written is made up for with the next change, or the next start.
    func keep(_ folders: [[UInt8]]) {
        guard folders != read() ?? [] else { return }
        try? WholeFile.replace(path, with: Array(folders.joined(separator: [0])))
    }
}
