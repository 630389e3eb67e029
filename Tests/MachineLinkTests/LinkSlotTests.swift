// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import MachineLink
import OnCueTestSupport
import PairedMachines
import Testing

@Suite("Places of a paired machine for its links")
struct LinkSlotTests {
    private static let machine = MachineIdentifier(String(repeating: "a1", count: 32))

    /// The folder of the state, and the files in it, in which a machine is paired.
    private func files() throws -> (folder: TemporaryDirectory, files: LinkFiles) {
        let folder = try TemporaryDirectory()
        let files = LinkFiles(state: folder.path)
        let machine = try #require(Self.machine)
        _ = try files.change { (book: inout MachineBook) in
            book.add(PairedMachine(identifier: machine, name: "desk", host: "10.0.0.1", port: 1))
        }
        return (folder, files)
    }

    @Test("A machine has eight links at a time, and the slot of one that has ended is free")
    func most() throws {
        let (folder, files) = try files()
        let machine = try #require(Self.machine)
        var slots = (0..<LinkSlot.most).compactMap { _ in LinkSlot(files, of: machine, at: .zero) }
        #expect(slots.count == LinkSlot.most)
        #expect(LinkSlot(files, of: machine, at: .zero) == nil)
        slots.removeLast()
        #expect(LinkSlot(files, of: machine, at: .zero) != nil)
        withExtendedLifetime((folder, slots)) {}
    }

    @Test("Calling anew gives no more steps, until time has passed")
    func steps() throws {
        let (folder, files) = try files()
        let machine = try #require(Self.machine)
        func taken(at now: Duration) throws -> Int {
            let slot = try #require(LinkSlot(files, of: machine, at: now))
            return (0..<1_000).prefix { _ in slot.allows(at: now) }.count
        }
        #expect(try taken(at: .seconds(100)) == 60)
        #expect(try taken(at: .seconds(100)) == 0)
        #expect(try taken(at: .seconds(105)) == 10)
        // After a new start of the machine its clock begins anew.
        #expect(try taken(at: .seconds(1)) == 60)
        withExtendedLifetime(folder) {}
    }

    @Test("What is left of a machine that was forgotten goes with it")
    func forgotten() throws {
        let (folder, files) = try files()
        let machine = try #require(Self.machine)
        do {
            let slot = try #require(LinkSlot(files, of: machine, at: .zero))
            _ = slot.allows(at: .zero)
        }
        let path = folder.file("link/places-\(machine.text)")
        #expect(access(path, F_OK) == 0)
        _ = try files.change { (book: inout MachineBook) in _ = book.forget("desk") }
        #expect(access(path, F_OK) != 0)
    }
}
