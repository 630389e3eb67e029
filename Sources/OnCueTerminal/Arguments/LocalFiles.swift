// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueCore
internal import TextOutput

/// Interprets words as file names.
package struct LocalFiles: Sendable {
    /// The type of a file.
    package enum Kind: Sendable, Equatable {
        case file
        case directory
    }

    /// The absolute path, as bytes.
    private let workingDirectory: [UInt8]

    /// - Parameter workingDirectory: The absolute path of the folder that relative names refer to.
    package init(workingDirectory: [UInt8]) {
        self.workingDirectory = workingDirectory
    }

    static func ofProcess() -> LocalFiles {
        LocalFiles(workingDirectory: logicalWorkingDirectory())
    }

    /// Returns the type of the file with a name, following symbolic links, or `nil` if it does not exist.
    package func kind(of name: [UInt8]) -> Kind? {
        guard !name.isEmpty, !name.contains(0) else { return nil }
        return Self.status(absolute(name)).map { $0.st_mode & S_IFMT == S_IFDIR ? .directory : .file }
    }

    /// Returns whether the existence of a file cannot be determined, because a folder on the way is not accessible.
    func isClosed(_ name: [UInt8]) -> Bool {
        guard !name.contains(0) else { return false }
        return Self.status(absolute(name)) == nil && errno == EACCES
    }

    /// Returns the absolute location of a name.
    package func location(of name: [UInt8]) -> MediaLocation {
        MediaLocation(filePath: absolute(name))
    }

    /// Returns the location without symbolic links; `nil` if nothing exists there.
    package func resolvedLocation(of name: [UInt8]) -> MediaLocation? {
        Self.resolved(absolute(name)).map { MediaLocation(filePath: $0) }
    }

    /// Returns the absolute path without `.`, `..` and doubled slashes.
    ///
    /// Symbolic links stay as they were written, so that the path is the same as in the library, except where `..` can
    /// only be resolved by following them.
    package func absolute(_ name: [UInt8]) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        let joined = name.first == slash ? name : workingDirectory + [slash] + name
        let parts = joined.split(separator: slash).filter { !$0.elementsEqual(".".utf8) }
        if parts.contains(where: { $0.elementsEqual("..".utf8) }), let resolved = Self.resolved(joined) {
            return resolved
        }
        return parts.isEmpty ? [slash] : parts.flatMap { [slash] + $0 }
    }

    /// Returns the text of a file of at most `limit` bytes.
    ///
    /// - Throws: ``CommandFailure`` with the reason why it cannot be read.
    package func text(of name: [UInt8], limit: Int) throws(CommandFailure) -> String {
        String(decoding: try bytes(of: name, limit: limit), as: UTF8.self)
    }

    /// Returns the content of a file of at most `limit` bytes.
    ///
    /// - Throws: ``CommandFailure`` with the reason why it cannot be read.
    func bytes(of name: [UInt8], limit: Int) throws(CommandFailure) -> [UInt8] {
        let shown = TextLayout.printable(String(decoding: name, as: UTF8.self))
        if kind(of: name) == .directory { throw CommandFailure(.wrongWords, "\(shown) is a folder; expected a file") }
        guard let file = Self.withCString(absolute(name), { fopen($0, "re") }) else {
            if errno == ENOENT { throw CommandFailure(.nothingFound, "no such file: \(shown)") }
            throw CommandFailure(.failed, "cannot read \(shown): \(Self.reason)")
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        let count = fread(&bytes, 1, bytes.count, file)
        guard ferror(file) == 0 else { throw CommandFailure(.failed, "cannot read \(shown): \(Self.reason)") }
        guard count <= limit else { throw CommandFailure(.failed, "\(shown) is larger than \(limit >> 10) KiB") }
        return Array(bytes[..<count])
    }

    /// Opens a file, a pipe or a device for reading; closed by ``close(_:)``.
    ///
    /// - Throws: ``CommandFailure`` with the reason why it cannot be read.
    func open(_ name: [UInt8]) throws(CommandFailure) -> Int32 {
        let shown = TextLayout.printable(String(decoding: name, as: UTF8.self))
        if kind(of: name) == .directory { throw CommandFailure(.wrongWords, "\(shown) is a folder; expected a file") }
        if let descriptor = Self.withCString(absolute(name), { Glibc.open($0, O_RDONLY | O_CLOEXEC) }), descriptor >= 0
        {
            return descriptor
        }
        if errno == ENOENT { throw CommandFailure(.nothingFound, "no such file: \(shown)") }
        throw CommandFailure(.failed, "cannot read \(shown): \(Self.reason)")
    }

    /// Closes a descriptor from ``open(_:)``.
    static func close(_ descriptor: Int32) { Glibc.close(descriptor) }

    /// Replaces a file with a private text, readable by this user only.
    ///
    /// - Throws: ``CommandFailure`` with the reason why it cannot be written.
    package func writePrivately(_ text: String, to name: [UInt8]) throws(CommandFailure) {
        try write(Array(text.utf8), to: name, rights: 0o600)
    }

    /// Replaces a file.
    ///
    /// - Parameter rights: The permissions of a new file. Private ones are also applied to an existing file.
    /// - Throws: ``CommandFailure`` with the reason why it cannot be written.
    func write(_ bytes: [UInt8], to name: [UInt8], rights: mode_t = 0o666) throws(CommandFailure) {
        let shown = TextLayout.printable(String(decoding: name, as: UTF8.self))
        let descriptor = Self.withCString(absolute(name)) {
            Glibc.open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, rights)
        }
        guard let descriptor, descriptor >= 0 else {
            throw CommandFailure(.failed, "cannot write \(shown): \(Self.reason)")
        }
        var info = stat()
        if rights & 0o077 == 0, fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG {
            fchmod(descriptor, info.st_mode & 0o700)
        }
        guard let file = fdopen(descriptor, "w") else {
            Glibc.close(descriptor)
            throw CommandFailure(.failed, "cannot write \(shown): \(Self.reason)")
        }
        let count = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        guard fclose(file) == 0, count == bytes.count else {
            throw CommandFailure(.failed, "cannot write \(shown): \(Self.reason)")
        }
    }

    /// The system's description of the last failed call.
    private static var reason: String { String(cString: strerror(errno)) }

    private static func resolved(_ path: [UInt8]) -> [UInt8]? {
        withCString(path) { text in
            guard let resolved = realpath(text, nil) else { return nil }
            defer { free(resolved) }
            return Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
        }
    }

    /// Returns the folder as the shell names it, which may contain symbolic links.
    private static func logicalWorkingDirectory() -> [UInt8] {
        let physical = getcwd(nil, 0)
        defer { free(physical) }
        let bytes = physical.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? Array("/".utf8)
        guard let variable = getenv("PWD") else { return bytes }
        let logical = Array(UnsafeRawBufferPointer(start: variable, count: strlen(variable)))
        guard logical.first == UInt8(ascii: "/"), let first = status(logical), let second = status(bytes),
            first.st_ino == second.st_ino, first.st_dev == second.st_dev
        else { return bytes }
        return logical
    }

    private static func status(_ path: [UInt8]) -> stat? {
        withCString(path) { text in
            var info = stat()
            return stat(text, &info) == 0 ? info : nil
        }
    }

    private static func withCString<T>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> T?) -> T? {
        (path + [0]).withUnsafeBytes { raw in
            raw.withMemoryRebound(to: CChar.self) { text in text.baseAddress.flatMap(body) }
        }
    }
}
