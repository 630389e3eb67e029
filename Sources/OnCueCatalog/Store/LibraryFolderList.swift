// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// The folders of the library in a separate file next to the catalog: everything else in a catalog is read from the
/// folders again, so they must survive a damaged catalog.
package struct LibraryFolderList: Sendable {
    /// The largest plausible size, in bytes; a larger file is not one of OnCue's.
    private static let limit = 4 << 20

    private let path: String

    /// - Parameter catalog: Absolute path of the database file.
    package init(catalog: [UInt8]) {
        path = String(decoding: catalog, as: UTF8.self) + ".folders"
    }

    /// Returns the absolute paths that were last saved; `nil` if there are none, or they cannot be read. Blocks.
    package func read() -> [[UInt8]]? {
        guard let bytes = try? WholeFile.read(path, limit: Self.limit) else { return nil }
        let folders = bytes.split(separator: 0).map { Array($0) }
        return folders.allSatisfy { $0.first == UInt8(ascii: "/") } ? folders : nil
    }

    /// Saves the folders, unless they are unchanged; they are separated by zero bytes, which no path contains. Blocks.
    ///
    /// If writing fails, the next change or the next start tries again.
    func keep(_ folders: [[UInt8]]) {
        guard folders != read() ?? [] else { return }
        try? WholeFile.replace(path, with: Array(folders.joined(separator: [0])))
    }
}
