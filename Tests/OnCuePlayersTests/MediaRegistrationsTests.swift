// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCuePlayers

@Suite("Which adapters have the player")
struct MediaRegistrationsTests {
    private let registrations = Registrations()

    @Test("Without BlueZ nothing is asked")
    func nobody() {
        #expect(registrations.found(["/hci0"]) == [])
        #expect(registrations.isDue(0) == [])
        #expect(registrations.ownerChanged(to: nil) == [])
    }

    @Test("Every adapter is asked once, however often it is seen")
    func once() {
        #expect(registrations.ownerChanged(to: ":1.1") == [.list])
        #expect(registrations.found(["/hci0", "/hci1"]).count == 2)
        #expect(registrations.found(["/hci1", "/hci0"]) == [])
        registrations.removed("/hci1")
        #expect(registrations.found(["/hci0", "/hci1"]) == [.register("/hci1", ticket: 3)])
    }

    @Test("A BlueZ that is started anew is asked anew, and what the old one still answers is not looked at")
    func restarted() {
        _ = registrations.ownerChanged(to: ":1.1")
        _ = registrations.found(["/hci0"])
        #expect(registrations.ownerChanged(to: nil) == [])
        #expect(registrations.ownerChanged(to: ":1.2") == [.list])
        #expect(registrations.found(["/hci0"]) == [.register("/hci0", ticket: 2)])
        #expect(registrations.failed(1) == [])
        #expect(registrations.isDue(1) == [])
    }

    @Test("An adapter that refuses is asked three times, later and later")
    func refused() {
        _ = registrations.ownerChanged(to: ":1.1")
        _ = registrations.found(["/hci0"])
        #expect(registrations.failed(1) == [.wait(ticket: 1, pauses: 1)])
        #expect(registrations.isDue(1) == [.register("/hci0", ticket: 2)])
        #expect(registrations.failed(2) == [.wait(ticket: 2, pauses: 2)])
        #expect(registrations.isDue(2) == [.register("/hci0", ticket: 3)])
        #expect(registrations.hasAdapters)
        #expect(registrations.failed(3) == [])
        #expect(!registrations.hasAdapters, "nobody is there to be told")
        #expect(registrations.found(["/hci0"]) == [])
    }

    @Test("So is a BlueZ that does not say which adapters there are")
    func silent() {
        _ = registrations.ownerChanged(to: ":1.1")
        #expect(registrations.listFailed() == [.wait(ticket: 0, pauses: 1)])
        #expect(registrations.isDue(0) == [.list])
        #expect(registrations.listFailed() == [.wait(ticket: 0, pauses: 2)])
        #expect(registrations.listFailed() == [])
    }

    @Test("More adapters than a machine has are left alone")
    func many() {
        _ = registrations.ownerChanged(to: ":1.1")
        #expect(registrations.found((0..<100).map { "/hci\($0)" }).count == MediaRegistrations.largestCount)
        #expect(registrations.found(["/other"]) == [])
    }
}

/// An expectation takes no function that changes a value.
private final class Registrations {
    private var value = MediaRegistrations()

    var hasAdapters: Bool { value.hasAdapters }

    func ownerChanged(to owner: String?) -> [MediaRegistrations.Action] { value.ownerChanged(to: owner) }
    func found(_ paths: [String]) -> [MediaRegistrations.Action] { value.found(paths) }
    func removed(_ path: String) { value.removed(path) }
    func failed(_ ticket: Int) -> [MediaRegistrations.Action] { value.failed(ticket) }
    func listFailed() -> [MediaRegistrations.Action] { value.listFailed() }
    func isDue(_ ticket: Int) -> [MediaRegistrations.Action] { value.isDue(ticket) }
}
