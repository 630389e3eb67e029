// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Whole files, with a bound on how much is read.
package enum BoundedFile {
    /// The content of a regular file of at most `limit` bytes; `nil` for everything else. Blocks.
    package static func read(_ path: [UInt8], limit: Int) -> [UInt8]? {
        let descriptor = open(path.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let size = Int(status.st_size)
        guard size > 0, size <= limit else { return nil }
        var length = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while length < size {
                let got = Glibc.read(descriptor, buffer.baseAddress.map { $0 + length }, size - length)
                if got <= 0 { break }
                length += got
            }
            count = length
        }
        return length == size ? bytes : nil
    }

    /// The size of a regular file that can be read; `nil` for everything else.
    package static func size(_ path: String) -> Int? {
        guard let (size, _) = sizeAndTime(path), access(path, R_OK) == 0 else { return nil }
        return Int(size)
    }

    /// Size, and time of the last change in seconds since 1970, of a regular file.
    package static func sizeAndTime(_ path: String) -> (size: Int64, time: Int64)? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return (Int64(status.st_size), Int64(status.st_mtim.tv_sec))
    }

    /// Sets the time of a file to the present.
    package static func mark(_ path: String) {
        utimensat(AT_FDCWD, path, nil, 0)
    }

    /// The names in a folder, without those of writes under way.
    package static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
            let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            let name = String(cString: start)
            if !name.hasSuffix(partSuffix), !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    /// Removes the remains of interrupted writes in a folder that are older than a day.
    package static func removeOldParts(in folder: String) {
        guard let stream = opendir(folder) else { return }
        defer { closedir(stream) }
        let limit = time(nil) - 86_400
        while let entry = readdir(stream) {
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
            let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            guard String(cString: start).hasSuffix(partSuffix) else { continue }
            var status = stat()
            guard fstatat(dirfd(stream), start, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mode & S_IFMT == S_IFREG, status.st_mtim.tv_sec < limit
            else { continue }
            unlinkat(dirfd(stream), start, 0)
        }
    }

    private static let partSuffix = ".part"

    /// Writes a file so that others see all of it or nothing.
    ///
    /// - Returns: `false` when it cannot be written.
    package static func write(_ bytes: [UInt8], to path: String) -> Bool {
        let temporary = path + ".\(getpid())-\(UInt32.random(in: 0 ... .max))" + partSuffix
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return false }
        var written = 0
        let isWhole = bytes.withUnsafeBytes { buffer in
            while written < bytes.count {
                let count = Glibc.write(descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written)
                if count <= 0 { return false }
                written += count
            }
            return true
        }
        // Without it, a power cut may leave the name with nothing in it.
        let isStored = isWhole && fsync(descriptor) == 0
        close(descriptor)
        if isStored, rename(temporary, path) == 0 { return true }
        unlink(temporary)
        return false
    }
}
