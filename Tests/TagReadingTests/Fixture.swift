// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc

/// The committed files that `Scripts/make-fixtures` wrote.
enum Fixture {
    static let directory: String = {
        let tests = #filePath.split(separator: "/").dropLast(2)
        return "/" + tests.joined(separator: "/") + "/Fixtures"
    }()

    static func path(_ name: String) -> [UInt8] {
        Array("\(directory)/\(name)".utf8)
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        try FileBytes.read(path(name))
    }

    /// Every file of the directory, sorted.
    static func names() throws -> [String] {
        guard let stream = opendir(directory) else { throw SystemError(errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") {
                names.append(name)
            }
        }
        return names.sorted()
    }
}

struct SystemError: Error {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }
}

/// Whole files by byte path.
enum FileBytes {
    static func read(_ path: [UInt8]) throws -> [UInt8] {
        let descriptor = path.withCPath { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw SystemError(errno) }
        defer { close(descriptor) }
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw SystemError(errno) }
            if count == 0 { return result }
            result += buffer[..<count]
        }
    }

    /// - Parameter size: The file is extended to this many bytes, without using room for them.
    static func write(_ bytes: [UInt8], to path: [UInt8], size: Int? = nil) throws {
        let descriptor = path.withCPath { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw SystemError(errno) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw SystemError(errno) }
        if let size {
            guard ftruncate(descriptor, size) == 0 else { throw SystemError(errno) }
        }
    }
}

extension [UInt8] {
    func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        // swift-format-ignore: NeverForceUnwrap
        (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}

/// A directory of this test alone; removed with what is in it when the last reference goes.
final class TemporaryDirectory {
    let path: [UInt8]

    init() throws {
        var template = Array("/tmp/oncue-tag-tests-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError(errno) }
        path = template.dropLast().map { UInt8(bitPattern: $0) }
    }

    func file(_ name: String) -> [UInt8] {
        file(Array(name.utf8))
    }

    func file(_ name: [UInt8]) -> [UInt8] {
        path + [UInt8(ascii: "/")] + name
    }

    deinit {
        if let stream = path.withCPath({ opendir($0) }) {
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
                if name != [46], name != [46, 46] {
                    _ = file(name).withCPath { Glibc.remove($0) }
                }
            }
            closedir(stream)
        }
        _ = path.withCPath { rmdir($0) }
    }
}
