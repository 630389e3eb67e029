// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The contents of a folder, by name.
extension FileSystem {
    /// Returns whether a folder is empty; false if that cannot be determined.
    package static func isEmpty(_ folder: [UInt8]) -> Bool {
        var count = 0
        let isRead = forEachName(in: folder) { _ in
            count += 1
            return false
        }
        return isRead && count == 0
    }

    /// Calls `body` with the name of each entry of a folder, in no order.
    ///
    /// - Parameter body: Returns whether to continue.
    /// - Returns: `false` if the folder cannot be read.
    @discardableResult
    package static func forEachName(in folder: [UInt8], _ body: ([UInt8]) -> Bool) -> Bool {
        guard let stream = opendir(folder.map { CChar(bitPattern: $0) } + [0]) else { return false }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            // An entry may be shorter than its type, so the name is read in place, up to its zero byte.
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
            let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: UInt8.self)
            let name = Array(
                UnsafeBufferPointer(
                    start: start, count: strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))))
            guard name != [UInt8(ascii: ".")], name != Array("..".utf8) else { continue }
            guard body(name) else { break }
        }
        return true
    }
}
