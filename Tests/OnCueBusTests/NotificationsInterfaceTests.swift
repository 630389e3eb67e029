// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueDesk
import OnCueInterface
import OnCueRuntime
import OnCueTestSupport
import Testing

@MediaActor
@Suite("Notifications and the lock of the screen, on the bus")
struct NotificationsInterfaceTests {
    private func set(_ rig: ServiceRig, _ changes: [String: BusValue]) async throws -> [String: BusValue]? {
        try await rig.call("SetNotifications", of: ServiceNames.notifications, [.dictionary(changes)]).first?
            .dictionaryValue
    }

    @Test("What is given is set and told, and the rest stays")
    func setting() async throws {
        let rig = try await ServiceRig()
        #expect(
            try await rig.call("GetNotifications", of: ServiceNames.notifications).first
                == .dictionary(["tracks": .string("off"), "controls": .bool(false)]))

        _ = try await set(rig, ["tracks": .string("locked")])
        let both = try await set(rig, ["controls": .bool(true)])
        await rig.settle()

        #expect(both == ["tracks": .string("locked"), "controls": .bool(true)])
        #expect(rig.notificationStore.settings == NotificationSettings(tracks: .locked, controls: true))
        #expect(rig.signals("NotificationsChanged").count == 2)
        #expect(rig.signals("NotificationsChanged").last?.arguments == [.dictionary(both ?? [:])])
    }

    @Test(
        "What does not fit sets nothing",
        arguments: [
            ["tracks": .string("always")], ["tracks": .bool(true)], ["controls": .string("on")],
            ["controls": .bool(true), "volume": .double(1)],
        ] as [[String: BusValue]])
    func mistakes(changes: [String: BusValue]) async throws {
        let rig = try await ServiceRig()
        let failure = await rig.failure { _ = try await set(rig, changes) }
        #expect(failure?.name == "org.oncue.Error.InvalidValue")
        #expect(rig.notificationStore.settings == .off)
    }

    @Test("The lock is a property, told when it changes")
    func locked() async throws {
        let rig = try await ServiceRig()
        rig.daemon?.identity.isLocked = true
        await rig.settle()

        let changes = rig.signals("PropertiesChanged").map(\.arguments)
        #expect(changes == [[.string(ServiceNames.service), .dictionary(["Locked": .bool(true)]), .strings([])]])
        let answer = try await rig.call(
            "Get", of: ServiceRig.properties, [.string(ServiceNames.service), .string("Locked")])
        #expect(answer.first?.boolValue == true)
    }
}
