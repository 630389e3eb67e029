// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import FileAccess
internal import FoundationEssentials
package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

/// Reads address books in folders with a vCard in each file (vdir), as vdirsyncer and khard keep them.
///
/// The folders and those directly in them are read when they are asked for, and kept until a folder changes. Nothing
/// is written.
package actor ContactFolders: ContactReading {
    /// The most files that are read.
    package static let fileLimit = 10_000
    private static let folderLimit = 100
    /// The most bytes of all files together.
    private static let sizeLimit = 64 << 20

    private let executor = BlockingExecutor(label: "oncue.contacts", qos: .utility)
    private let log = Logger("people")
    private var folders: [String]
    private var known: (marks: [String: Date], contacts: [Contact])?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter folders: Absolute paths.
    package init(_ folders: [String] = []) { self.folders = folders }

    package func read(_ folders: [String]) {
        guard folders != self.folders else { return }
        (self.folders, known) = (folders, nil)
    }

    package func contacts() async -> [Contact] {
        guard !folders.isEmpty else { return [] }
        let marks = marks()
        if let known, known.marks == marks { return known.contacts }
        let contacts = load(Array(marks.keys).sorted())
        known = (marks, contacts)
        return contacts
    }

    /// The folders and those directly in them, each with the time of its last change.
    private func marks() -> [String: Date] {
        var marks: [String: Date] = [:]
        for folder in folders {
            guard let changed = Self.changed(folder) else {
                log.warning("cannot read an address book", ["folder": folder])
                continue
            }
            marks[folder] = changed
            for name in names(in: folder) where !name.hasPrefix(".") && marks.count < Self.folderLimit {
                if let changed = Self.changed(folder + "/" + name) { marks[folder + "/" + name] = changed }
            }
        }
        return marks
    }

    private func names(in folder: String) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            log.warning("cannot read an address book", ["folder": folder, "error": "\(error)"])
            return []
        }
    }

    /// - Returns: `nil` for what is no folder.
    private static func changed(_ path: String) -> Date? {
        let values = try? FileManager.default.attributesOfItem(atPath: path)
        guard values?[.type] as? FileAttributeType == .typeDirectory else { return nil }
        return values?[.modificationDate] as? Date
    }

    private func load(_ folders: [String]) -> [Contact] {
        var contacts: [Contact] = []
        var (files, size) = (0, 0)
        for folder in folders {
            for name in names(in: folder) where name.lowercased().hasSuffix(".vcf") {
                guard files < Self.fileLimit, size < Self.sizeLimit else { break }
                guard let bytes = BoundedFile.read(Array("\(folder)/\(name)".utf8), limit: VCards.sizeLimit) else {
                    log.warning("cannot read a contact", ["file": "\(folder)/\(name)"])
                    continue
                }
                (files, size) = (files + 1, size + bytes.count)
                contacts += VCards.contacts(in: bytes)
            }
        }
        log.debug("read contacts", ["files": "\(files)", "people": "\(contacts.count)"])
        return contacts.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
    }
}
