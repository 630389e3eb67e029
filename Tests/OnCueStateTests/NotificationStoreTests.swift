// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueActivities
import OnCueCore
import OnCueNotifications
import OnCueSession
import OnCueState
import OnCueTestSupport
import Testing

@Suite("Notifications, on disk")
struct NotificationStoreTests {
    private let directory: TemporaryDirectory
    private let messages = EventLog<String>()
    private var path: String { directory.path + "/notifications.sqlite" }

    init() throws { directory = try TemporaryDirectory() }

    private func open() -> NotificationStore { NotificationStore(path: path) { [messages] in messages.append($0) } }

    private static let time = NotificationTime(wall: 1_795_694_400, uptime: 10, boot: "1")

    @Test("There is no file before there is a notification")
    func absent() async {
        #expect(await open().load() == KeptNotifications())
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("What is kept is there for the next, and what was removed leaves nothing behind")
    func keeping() async throws {
        var book = NotificationBook(offset: { _ in 0 })
        let store = open()
        try await store.apply(book.changeClient("org.example.Cook") { $0.alert = .allowed })
        for (identifier, trigger) in [
            ("1", nil), ("2", .calendar(.init(weekdays: [2], hour: 8), repeats: true)),
            ("3", .event(.init(.arrival, "Home"), .untilAnswered)),
        ] as [(String, NotificationTrigger?)] {
            var content = NotificationContent(title: "Secret \(identifier)")
            content.info.values["a"] = .number(0.5)
            try await store.apply(
                book.add(
                    NotificationRequest(.init("org.example.Cook", identifier), content, trigger: trigger),
                    at: Self.time))
        }
        try await store.apply(book.answer(.init("org.example.Cook", "1"), .init(.main), isLocked: false, at: 5))
        let kept = await open().load()
        #expect(kept.records.sorted { $0.order < $1.order } == book.records.values.sorted { $0.order < $1.order })
        #expect(kept.clients == Array(book.clients.values))
        #expect(kept.responses.map(\.content.title) == ["Secret 1"])

        try await store.remove(response: try #require(kept.responses.first).number)
        try await store.apply(book.forgetClient("org.example.Cook"))
        #expect(await open().load() == KeptNotifications())
        for file in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: directory.path + "/" + file))
            #expect(bytes.firstRange(of: Data("Secret".utf8)) == nil, "\(file)")
        }
    }

    @Test("A damaged file is moved aside, and notifications go on")
    func damage() async throws {
        try Data("this is no database, and never was one".utf8).write(to: URL(fileURLWithPath: path))
        var book = NotificationBook(offset: { _ in 0 })
        let store = open()
        let request = NotificationRequest(.init("org.example.Cook", "1"), NotificationContent(title: "T"))
        try await store.apply(book.add(request, at: Self.time))
        #expect(await open().load().records.count == 1)
        #expect(messages.events.contains { $0.contains("damaged") })
    }
}
