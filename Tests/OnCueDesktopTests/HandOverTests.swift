// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueDesktop
import OnCueNotifications
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@MediaActor
@Suite("Notifications that are left with the desktop")
struct HandOverTests {
    private func shown(_ title: String) throws -> ShownNotification {
        let client = NotificationClient("org.example.Cook", title: "Cook")
        var book = NotificationBook(offset: { _ in 0 })
        let name = NotificationRequest.Name(client.name, title)
        _ = try book.add(
            NotificationRequest(name, NotificationContent(title: title)),
            at: NotificationTime(wall: 1_800_000_000, uptime: 1, boot: "1"))
        return try #require(
            ShownNotification(
                book.thread(of: name), of: client, isQuiet: true, isLocked: false, now: 1_800_000_000,
                time: { "\($0)" }))
    }

    @Test(
        "A desktop that does not answer in time gets all of them all the same, in order, and what is taken back",
        arguments: FakeNotificationKeeper.Kind.allCases)
    func busy(_ kind: FakeNotificationKeeper.Kind) async throws {
        let bus = try await PrivateBus()
        let keeper = try await FakeNotificationKeeper(kind, on: bus)
        let connection = try await bus.connect()
        let handOver = NotificationHandOver(
            bus: connection, portal: DesktopPortal(bus: connection, patience: .seconds(5)))
        let (first, others) = (try shown("0"), try ["1", "2", "3"].map { try shown($0) })
        try await waitUntil("what keeps them is known") {
            await handOver.leave([first])
            return try await keeper.shown().map(\.title) == ["0"]
        }

        keeper.service.hang()
        await handOver.leave(others)
        keeper.service.goOn()
        try await keeper.shows(["0", "1", "2", "3"])

        keeper.service.hang()
        await handOver.takeBack(([first] + others).map(\.key))
        keeper.service.goOn()
        try await keeper.shows([])
    }
}
