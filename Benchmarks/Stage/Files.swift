// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Reads, writes and removes files; everything blocks.
enum Files {
    static func bytes(_ path: String) throws(BenchError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("open \(path)", errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = part.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else { throw .system("read \(path)", errno) }
            if count == 0 { return bytes }
            bytes += part[..<count]
        }
    }

    static func text(_ path: String) throws(BenchError) -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    static func write(_ bytes: [UInt8], to path: String) throws(BenchError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("write \(path)", errno) }
        defer { close(descriptor) }
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count == bytes.count else { throw .system("write \(path)", errno) }
    }

    static func makeFolder(_ path: String) throws(BenchError) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system("make the folder \(path)", errno) }
    }

    /// Names in a folder without `.` and `..`, in no order; none when it cannot be read.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// Removes a file, or a folder with everything in it; does not follow symbolic links.
    static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        for name in names(in: path) { remove(path + "/" + name) }
        rmdir(path)
    }

    static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func isProgram(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// The program of this name in `PATH`.
    static func program(_ name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        return path.split(separator: ":").map { $0 + "/" + name }.first(where: isProgram)
    }

    /// The program of this name beside the running one.
    static func programBeside(_ name: String) throws(BenchError) -> String {
        guard let own = realpath("/proc/self/exe", nil) else { throw .system("find this program", errno) }
        defer { free(own) }
        let folder = String(cString: own).split(separator: "/").dropLast().joined(separator: "/")
        let path = "/\(folder)/\(name)"
        guard isProgram(path) else { throw BenchError("there is no \(path); build it first: make release") }
        return path
    }

    /// Every regular file below a folder, sorted.
    static func all(below folder: String) -> [String] {
        names(in: folder).sorted().flatMap { name -> [String] in
            let path = folder + "/" + name
            var status = stat()
            guard lstat(path, &status) == 0 else { return [] }
            return status.st_mode & S_IFMT == S_IFDIR ? all(below: path) : [path]
        }
    }
}

extension Files {
    /// The path from the root, without symbolic links; `nil` when nothing is there.
    static func absolute(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
