// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import Glibc

/// A directory of the test's own directly under `/tmp`, or under the directory in `ONCUE_TEST_DIRECTORIES`; removed with
/// everything in it when this is released.
///
/// Its path is short, so that sockets fit into it.
package final class TemporaryDirectory: Sendable {
    /// Absolute, without a slash at the end.
    package let path: String

    package static let folder = ProcessInfo.processInfo.environment["ONCUE_TEST_DIRECTORIES"] ?? "/tmp"

    /// - Parameter folder: The directory in which it is made, where the usual one does not do: units of a service
    ///   manager, which have devices of their own, do not see one in `/dev/shm`.
    package init(in folder: String = TemporaryDirectory.folder) throws {
        let path = folder + "/oncue-test-" + String(UInt64.random(in: 0..<1 << 48), radix: 36)
        guard mkdir(path, 0o700) == 0 else { throw SupportError("cannot make \(path)") }
        self.path = path
        ProcessGuard.shared.add(directory: path)
    }

    deinit {
        Self.remove(Array(path.utf8))
    }

    /// The absolute path of a name in the directory.
    package func file(_ name: String) -> String { path + "/" + name }

    /// Makes a directory inside, with those above it; returns its path.
    @discardableResult
    package func makeDirectory(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
        return file(name)
    }

    /// Writes a file inside, with the directories above it; returns its path.
    @discardableResult
    package func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        if let slash = name.lastIndex(of: "/") { try makeDirectory(String(name[..<slash])) }
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    /// Writes a file whose name need not be text.
    package func write(nameBytes: [UInt8], _ bytes: [UInt8]) throws {
        let descriptor = Self.withCString(Array(path.utf8) + [UInt8(ascii: "/")] + nameBytes) { path in
            open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        }
        guard descriptor >= 0 else { throw SupportError("cannot write a file in \(path)") }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw SupportError("cannot write") }
    }

    /// Names need not be text, and directories may have been made unreadable.
    private static func remove(_ path: [UInt8]) {
        withCString(path) { text in
            guard unlink(text) != 0 else { return }
            chmod(text, 0o700)
            for name in names(in: text) { remove(path + [UInt8(ascii: "/")] + name) }
            rmdir(text)
        }
    }

    private static func names(in path: UnsafePointer<CChar>) -> [[UInt8]] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [[UInt8]] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
        }
        return names
    }

    private static func withCString<T>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> T) -> T {
        (bytes + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { buffer in
            guard let address = buffer.baseAddress else { preconditionFailure("an array with a NUL has an address") }
            return body(address)
        }
    }
}

/// What went wrong in the tests' own machinery.
package struct SupportError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
