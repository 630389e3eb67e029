// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import MachineLink
import OnCueTestSupport
import PairedMachines
import Testing

@Suite("The key of a machine, and the machines it knows")
struct LinkFilesTests {
    private static let machine: PairedMachine = {
        guard let identifier = MachineIdentifier(String(repeating: "a", count: 64)) else {
            preconditionFailure("64 digits are an identifier")
        }
        return PairedMachine(identifier: identifier, name: "kitchen", host: "10.0.0.2", port: 1)
    }()

    private func rights(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test("The key is made once, in a file that only this user can read")
    func key() throws {
        let directory = try TemporaryDirectory()
        let files = LinkFiles(state: directory.path)
        let first = try files.identity(name: "desk", now: 0).identifier
        #expect(try files.identity(name: "other", now: 9).identifier == first)
        #expect(rights(directory.file("link/identity.pem")) == 0o600)
        #expect(rights(directory.file("link")) == 0o700)
    }

    @Test("A key that others could have read is not used, nor what is none, and neither is replaced in silence")
    func exposed() throws {
        let directory = try TemporaryDirectory()
        let files = LinkFiles(state: directory.path)
        let first = try files.identity(name: "desk", now: 0).identifier
        chmod(directory.file("link/identity.pem"), 0o644)
        #expect(throws: LinkFault.self) { _ = try files.identity(name: "desk", now: 0) }
        chmod(directory.file("link/identity.pem"), 0o600)
        #expect(try files.identity(name: "desk", now: 0).identifier == first)
        try directory.write("link/identity.pem", "nonsense".utf8)
        #expect(throws: LinkFault.self) { _ = try files.identity(name: "desk", now: 0) }
    }

    @Test("Machines are kept, and a damaged list is not taken for an empty one")
    func book() throws {
        let directory = try TemporaryDirectory()
        let files = LinkFiles(state: directory.path)
        #expect(try files.book().machines.isEmpty)
        _ = try files.change { $0.add(Self.machine) }
        #expect(try files.book().machine(named: "kitchen") == Self.machine)
        #expect(rights(directory.file("link/machines.json")) == 0o600)
        try directory.write("link/machines.json", "{\"version\":1".utf8)
        #expect(throws: LinkFault.self) { _ = try files.change { $0.add(Self.machine) } }
        #expect(throws: LinkFault.self) { _ = try files.book() }
    }

    @Test("Forgetting everything ends every pairing: there is another key afterwards")
    func rotation() throws {
        let directory = try TemporaryDirectory()
        let files = LinkFiles(state: directory.path)
        let first = try files.identity(name: "desk", now: 0).identifier
        _ = try files.change { $0.add(Self.machine) }
        try files.forgetEverything()
        #expect(try files.book().machines.isEmpty)
        #expect(try files.identity(name: "desk", now: 0).identifier != first)
    }
}
