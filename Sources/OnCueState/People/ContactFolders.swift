// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import FileAccess
internal import FoundationEssentials
internal import Glibc
package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

/// Reads address books from folders with one vCard per file (vdir), as vdirsyncer and khard keep them.
///
/// The folders and their direct subfolders are read on demand, and kept until a folder or a file changes, also in
/// place. Cards of the same person are merged. Nothing is written.
package actor ContactFolders: ContactReading {
    /// The largest number of files that are read.
    package static let fileLimit = 10_000
    private static let folderLimit = 100
    /// The largest number of bytes in all files together.
    private static let sizeLimit = 64 << 20

    private let executor = BlockingExecutor(label: "oncue.contacts", qos: .utility)
    private let log = Logger("people")
    private var folders: [String]
    private var known: (marks: [String: Mark], contacts: [Contact])?

    /// The properties by which a change of a folder or a file is noticed. The time of the last status change cannot be
    /// set back by a program that preserves the time of the content.
    private struct Mark: Equatable {
        let size: Int64
        let inode: UInt64
        /// The time in nanoseconds since 1970.
        let modified: Int64
        let changed: Int64
        let isFolder: Bool

        /// Reads the properties; `nil` if the path is neither a folder nor a file.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            let kind = status.st_mode & S_IFMT
            guard kind == S_IFDIR || kind == S_IFREG else { return nil }
            (size, inode, isFolder) = (Int64(status.st_size), UInt64(status.st_ino), kind == S_IFDIR)
            modified = Self.nanoseconds(status.st_mtim)
            changed = Self.nanoseconds(status.st_ctim)
        }

        private static func nanoseconds(_ time: timespec) -> Int64 {
            Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        }

        /// Returns whether the next change would have a different time: the clocks of some file systems tick some
        /// hundred times per second, others once in two seconds.
        static func areSettled(_ marks: some Sequence<Mark>) -> Bool {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            return marks.allSatisfy { nanoseconds(now) - $0.changed > 2_000_000_000 }
        }
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter folders: The absolute paths of the folders.
    package init(_ folders: [String] = []) { self.folders = folders }

    package func read(_ folders: [String]) {
        guard folders != self.folders else { return }
        (self.folders, known) = (folders, nil)
    }

    package func contacts() async -> [Contact] {
        guard !folders.isEmpty else { return [] }
        let (books, files) = contents()
        let marks = Dictionary(
            (books + files).compactMap { path in Mark(path).map { (path, $0) } }, uniquingKeysWith: { $1 })
        if let known, known.marks == marks { return known.contacts }
        let contacts = load(files)
        known = Mark.areSettled(marks.values) ? (marks, contacts) : nil
        return contacts
    }

    /// Returns the folders and their direct subfolders, and the vCards in them.
    private func contents() -> (folders: [String], files: [String]) {
        var books: [String] = []
        var files: [String] = []
        for folder in folders {
            guard Mark(folder)?.isFolder == true else {
                log.warning("cannot read an address book", ["folder": folder])
                continue
            }
            books.append(folder)
            for name in names(in: folder) where !name.hasPrefix(".") {
                let path = folder + "/" + name
                if Self.isCard(name) {
                    files.append(path)
                } else if books.count < Self.folderLimit, Mark(path)?.isFolder == true {
                    books.append(path)
                    files += names(in: path).filter(Self.isCard).map { path + "/" + $0 }
                }
            }
        }
        return (books, Array(files.prefix(Self.fileLimit)))
    }

    private static func isCard(_ name: String) -> Bool { name.lowercased().hasSuffix(".vcf") }

    private func names(in folder: String) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            log.warning("cannot read an address book", ["folder": folder, "error": "\(error)"])
            return []
        }
    }

    private func load(_ files: [String]) -> [Contact] {
        var contacts: [Contact] = []
        var size = 0
        for file in files {
            guard size < Self.sizeLimit else { break }
            guard let bytes = BoundedFile.read(Array(file.utf8), limit: VCards.sizeLimit) else {
                log.warning("cannot read a contact", ["file": file])
                continue
            }
            size += bytes.count
            contacts += VCards.contacts(in: bytes)
        }
        log.debug("read contacts", ["files": "\(files.count)", "people": "\(contacts.count)"])
        return Contact.united(contacts).sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
    }
}
