// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueDesktop
import OnCueInterface
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("Opening the page of an activity")
@MediaActor
struct PageOpenerTests {
    private static let portal = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let page = "https://example.org/friday"

    @Test("The portal opens it where there is one")
    func portal() async throws {
        let (bus, opened) = (try await PrivateBus(), EventLog<String>())
        let portal = try await MockedService(
            Self.portal, ["--session", Self.portal, Self.path, "org.freedesktop.portal.OpenURI"], on: bus)
        try await portal.addMethod(
            "OpenURI", of: "org.freedesktop.portal.OpenURI", at: Self.path, takes: "ssa{sv}", gives: "o",
            code: "ret = dbus.ObjectPath('/request')")
        try await PageOpener(bus: try await bus.connect()) { address in
            opened.append(address)
            return nil
        }.open(Self.page)

        let calls = try await portal.calls(of: "OpenURI", at: Self.path)
        #expect(calls.map { $0[1].stringValue } == [Self.page])
        #expect(opened.events.isEmpty)
    }

    @Test("Without a portal the program for web addresses does; without both the address is told, with the reason")
    func program() async throws {
        let (bus, opened) = (try await PrivateBus(), EventLog<String>())
        try await PageOpener(bus: try await bus.connect()) { address in
            opened.append(address)
            return nil
        }.open(Self.page)
        #expect(opened.events == [Self.page])

        let none = PageOpener(bus: try await bus.connect()) { _ in "there is no program for it" }
        let error = await #expect(throws: ServiceError.self) { try await none.open(Self.page) }
        #expect(error?.code == .notAvailable)
        for part in ["there is no program for it", Self.page] { #expect(error?.message.contains(part) == true) }
    }
}
