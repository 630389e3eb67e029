// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Finds the picture in the folder of a medium: `cover`, `folder` or `front`, in this order, in any case.
enum SidecarPicture {
    private static let names = ["cover", "folder", "front"]
    private static let suffixes = ["jpg", "jpeg", "png", "webp", "gif"]

    /// Returns the path of the picture in the folder of the file at `path`; `nil` if there is none. Blocks.
    static func path(besideFileAt path: [UInt8]) -> [UInt8]? {
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let folder = Array(path[..<slash])
        let best = fileNames(in: folder.isEmpty ? [UInt8(ascii: "/")] : folder)
            .compactMap { name in rank(name).map { (rank: $0, name: name) } }
            .min { ($0.rank, $0.name.count) < ($1.rank, $1.name.count) }
        return best.map { folder + [UInt8(ascii: "/")] + $0.name }
    }

    /// Returns the rank of a file name, where lower is better; `nil` for other files.
    private static func rank(_ name: [UInt8]) -> Int? {
        let lowered = String(decoding: name, as: UTF8.self).lowercased()
        guard let dot = lowered.lastIndex(of: ".") else { return nil }
        guard let name = names.firstIndex(of: String(lowered[..<dot])) else { return nil }
        guard let suffix = suffixes.firstIndex(of: String(lowered[lowered.index(after: dot)...])) else { return nil }
        return name * suffixes.count + suffix
    }

    private static func fileNames(in folder: [UInt8]) -> [[UInt8]] {
        guard let stream = opendir(folder.map { CChar(bitPattern: $0) } + [0]) else { return [] }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = readdir(stream) {
            // An entry may be shorter than its type, so the name is read in place, up to its zero byte.
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
            let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            names.append(Array(UnsafeRawBufferPointer(start: start, count: strlen(start))))
        }
        return names
    }
}
