// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore

/// Finds playlist files in folders and everything below them.
///
/// Hidden files and folders are left out, and so are folders with a `.nomedia` file. No folder is visited twice, so
/// links that form a circle end.
struct PlaylistWalk {
    static let depthLimit = 64
    static let fileLimit = 10_000

    private struct Identity: Hashable {
        var device: UInt
        var inode: UInt
    }

    private var visited: Set<Identity> = []
    private(set) var files: [[UInt8]] = []

    /// Returns the playlist files below `roots`, in the order in which they were found. Blocks.
    static func files(below roots: [[UInt8]]) -> [[UInt8]] {
        var walk = PlaylistWalk()
        for root in roots { walk.walk(root) }
        return walk.files
    }

    private mutating func walk(_ root: [UInt8]) {
        var stack: [(path: [UInt8], depth: Int)] = [(root, 0)]
        while let (path, depth) = stack.popLast(), files.count < Self.fileLimit {
            guard depth < Self.depthLimit else { continue }
            for folder in visit(path).reversed() { stack.append((PathBytes.joined(path, folder), depth + 1)) }
        }
    }

    /// Notes the files of a folder; returns the names of the folders in it.
    private mutating func visit(_ path: [UInt8]) -> [[UInt8]] {
        guard let stream = FileAccess.withPath(path, { opendir($0) }) else { return [] }
        defer { closedir(stream) }
        var status = stat()
        guard fstat(dirfd(stream), &status) == 0,
            visited.insert(Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))).inserted
        else { return [] }
        var folders: [[UInt8]] = []
        var names: [[UInt8]] = []
        while let entry = readdir(stream) {
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
            let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            let name = UnsafeRawBufferPointer(start: start, count: strlen(start))
            if name.elementsEqual(".nomedia".utf8) { return [] }
            guard name.first != UInt8(ascii: ".") else { continue }
            let isList = PlaylistFormat(fileName: name) != nil
            switch Int32(entry.pointee.d_type) {
            case Int32(DT_DIR): folders.append(Array(name))
            case Int32(DT_REG): if isList { names.append(Array(name)) }
            default:
                var status = stat()
                guard fstatat(dirfd(stream), start, &status, 0) == 0 else { continue }
                if status.st_mode & S_IFMT == S_IFDIR { folders.append(Array(name)) }
                if status.st_mode & S_IFMT == S_IFREG, isList { names.append(Array(name)) }
            }
        }
        for name in names where files.count < Self.fileLimit { files.append(PathBytes.joined(path, name)) }
        return folders
    }
}
