// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GLib
import OnCueCore
import OnCueDesk
import OnCueInterface
import OnCueNotifications
import OnCueProviders
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("What a program may say for itself")
@MediaActor
struct NotificationPermissionTests {
    private static let program = "org.example.Eager"

    @Test("No program allows itself, or answers the question about it; others, as the user's terminal, may")
    func permission() async throws {
        let rig = try await ServiceRig()
        let desks = try #require(rig.desks)
        _ = try await rig.client.requestName(Self.program)
        let own = desks.userNotifications.session(of: rig.client.uniqueName)
        _ = try await own.addNotification(NotificationWish("a", NotificationContent(title: "Look")), for: Self.program)
        let question = NotificationRequest.Name(ServiceNames.busName, "permission " + Self.program)
        #expect(desks.notificationCenter.book.records[question] != nil)
        var allowed = NotificationClientChanges()
        allowed.alert = .allowed

        await expectRefusal { _ = try await own.setNotificationClient(Self.program, allowed) }
        await expectRefusal { try await own.answerNotification(question, action: "allow", text: nil) }
        #expect(desks.notificationCenter.book.clients[Self.program]?.alert == .undecided)

        let other = desks.userNotifications.session(of: rig.server.uniqueName)
        _ = try await other.setNotificationClient(Self.program, allowed)
        #expect(desks.notificationCenter.book.clients[Self.program]?.alert == .allowed)
    }

    @Test("A program is not shown under the name of the service, and the question says what it is on the bus")
    func names() async throws {
        let rig = try await ServiceRig()
        let desks = try #require(rig.desks)
        _ = try await rig.client.requestName(Self.program)
        let own = desks.userNotifications.session(of: rig.client.uniqueName)
        for title in ["OnCue", "oncue"] {
            await expectRefusal { _ = try await own.setNotificationProgram(.init(title: title), for: Self.program) }
        }
        _ = try await own.setNotificationProgram(.init(title: "Eager"), for: Self.program)
        let question = NotificationRequest.Name(ServiceNames.busName, "permission " + Self.program)
        let content = desks.notificationCenter.book.records[question]?.request.content
        #expect(content?.title == "May Eager notify you?" && content?.body.contains(Self.program) == true)
    }

    @Test("A program that forgets itself is not asked about again; what the user forgets is")
    func forgotten() async throws {
        let rig = try await ServiceRig()
        let desks = try #require(rig.desks)
        _ = try await rig.client.requestName(Self.program)
        let own = desks.userNotifications.session(of: rig.client.uniqueName)
        let user = desks.userNotifications.session(of: rig.server.uniqueName)
        func add() async throws {
            _ = try await own.addNotification(
                NotificationWish("a", NotificationContent(title: "Look")), for: Self.program)
        }
        try await add()
        var refused = NotificationClientChanges()
        refused.alert = .refused
        _ = try await user.setNotificationClient(Self.program, refused)

        try await own.forgetNotificationClient(Self.program)
        #expect(!desks.notificationCenter.book.records.keys.contains { $0.client == Self.program })
        try await add()
        let question = NotificationRequest.Name(ServiceNames.busName, "permission " + Self.program)
        #expect(desks.notificationCenter.book.records[question] == nil)
        #expect(desks.notificationCenter.book.clients[Self.program]?.alert == .refused)

        try await user.forgetNotificationClient(Self.program)
        try await add()
        #expect(desks.notificationCenter.book.records[question] != nil)
    }

    @Test("A message without a program does not take the place of one of the service's own, but of its own kind")
    func identifiers() async throws {
        let rig = try await ServiceRig()
        let desks = try #require(rig.desks)
        let session = desks.userNotifications.session(of: rig.client.uniqueName)
        let reminder = try await desks.reminders.addReminder(
            ReminderWish(place: "album:blue", .interval(600, repeats: false)))
        func message(_ identifier: String, _ title: String) async throws {
            _ = try await session.addNotification(
                NotificationWish(identifier, NotificationContent(title: title)), for: "")
        }
        await expectRefusal { try await message(reminder.wish.identifier, "gone") }
        #expect(desks.notificationCenter.book.pending.count == 1)
        try await message("tea", "Tea")
        try await message("tea", "Tea is cold")
        let kept = desks.notificationCenter.book.records[.init(ServiceNames.busName, "tea")]
        #expect(kept?.request.content.title == "Tea is cold")
    }

    private func expectRefusal(_ body: () async throws -> Void) async {
        do {
            try await body()
            Issue.record("it was not refused")
        } catch {
            #expect((error as? ServiceError)?.code == .refused, "\(error)")
        }
    }
}
