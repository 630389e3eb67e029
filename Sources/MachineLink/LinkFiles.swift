// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueRuntime
package import PairedMachines

/// The key of this machine and the list of paired machines, in a folder that only this user can read. Its calls block.
package struct LinkFiles: Sendable {
    private let folder: String
    private let keyPath: String
    private let bookPath: String

    /// - Parameter state: The folder of this user's state (``UserDirectories``).
    package init(state: String) {
        folder = state + "/" + MachineBook.folder
        (keyPath, bookPath) = (MachineBook.keyPath(state: state), MachineBook.path(state: state))
    }

    /// The path of a file that is locked while this machine listens.
    package var listenerPath: String { folder + "/listener.lock" }

    /// Returns the key of this machine, which is created if there is none.
    ///
    /// - Parameters:
    ///   - name: The name in the certificate; see ``LinkIdentity/make(name:now:)``.
    ///   - now: The current time in seconds since 1970.
    /// - Throws: `files` if it cannot be read or kept, or if other users could have read it.
    package func identity(name: String, now: Int64) throws(LinkFault) -> LinkIdentity {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        if let bytes = try read(keyPath, isSecret: true) {
            guard let identity = LinkIdentity(pem: bytes) else {
                throw LinkFault(.files, "\(keyPath) is not a key; oncue handoff forget --all makes a new one")
            }
            try note(identity)
            return identity
        }
        guard let bytes = LinkIdentity.make(name: name, now: now), let identity = LinkIdentity(pem: bytes) else {
            throw LinkFault(.files, "no key could be made; is glib-networking installed?")
        }
        try replace(keyPath, bytes)
        try note(identity)
        return identity
    }

    /// Keeps this machine's identifier in the list, for programs that do not need its key. Does nothing if the list
    /// cannot be read.
    private func note(_ identity: LinkIdentity) throws(LinkFault) {
        guard var book = try? self.book(), book.own != identity.identifier else { return }
        book.own = identity.identifier
        try replace(bookPath, Array(book.text.utf8))
    }

    /// The paired machines.
    ///
    /// - Throws: `files`.
    package func book() throws(LinkFault) -> MachineBook {
        guard let bytes = try read(bookPath) else { return MachineBook() }
        guard let book = MachineBook(text: String(decoding: bytes, as: UTF8.self)) else {
            throw LinkFault(
                .files,
                "\(bookPath) is not a list of machines; remove it, and pair the machines again: oncue handoff pair")
        }
        return book
    }

    /// Changes the list while no other process does.
    ///
    /// - Throws: `files`, in which case the list is unchanged.
    package func change<Value>(_ body: (inout MachineBook) -> Value) throws(LinkFault) -> Value {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        let former = try book()
        var book = former
        let value = body(&book)
        if book != former { try replace(bookPath, Array(book.text.utf8)) }
        // Leave nothing of machines that were forgotten.
        for machine in former.machines where book.machine(machine.identifier) == nil {
            unsafe unlink(slotsPath(machine.identifier))
        }
        return value
    }

    /// Returns the path of the file with the slots that a machine has for its links to this one.
    func slotsPath(_ machine: MachineIdentifier) -> String { "\(folder)/places-\(machine.text)" }

    /// Forgets every machine and the key, so that no other machine recognises this one any longer.
    ///
    /// - Throws: `files`.
    package func forgetEverything() throws(LinkFault) {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        let slots = ((try? book())?.machines ?? []).map { slotsPath($0.identifier) }
        for path in [keyPath, bookPath] + slots {
            guard unsafe unlink(path) == 0 || errno == ENOENT else {
                throw LinkFault(.files, "cannot remove \(path): \(ProcessEnvironment.text(ofError: errno))")
            }
        }
    }

    private func lock() throws(LinkFault) -> FolderLock {
        guard PrivateDirectory.make(folder), PrivateDirectory.isSafe(folder) else {
            throw LinkFault(.files, "\(folder) cannot be made, or is accessible to others")
        }
        guard let lock = FolderLock(folder, isAlone: true, patience: .seconds(10)) else {
            throw LinkFault(.files, "\(folder) is in use by another program")
        }
        return lock
    }

    private func read(_ path: String, isSecret: Bool = false) throws(LinkFault) -> [UInt8]? {
        var status = stat()
        if isSecret, unsafe lstat(path, &status) == 0,
            status.st_mode & S_IFMT != S_IFREG || status.st_mode & 0o077 != 0 || status.st_uid != getuid()
        {
            throw LinkFault(
                .files,
                "others could have read \(path); oncue handoff forget --all makes a new key, and machines are paired again"
            )
        }
        do throws(WholeFile.Failure) { return try WholeFile.read(path, limit: MachineBook.fileLimit) } catch {
            throw LinkFault(.files, error.message)
        }
    }

    private func replace(_ path: String, _ bytes: [UInt8]) throws(LinkFault) {
        do throws(WholeFile.Failure) { try WholeFile.replace(path, with: bytes) } catch {
            throw LinkFault(.files, error.message)
        }
    }
}
