// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueNotifications
import OnCueTestSupport
import Testing

@testable import OnCueTerminal

@Suite("Notifications in the full-screen program")
struct AppNoticeTests {
    private static let start = ContinuousClock.now

    private func model(width: Int = 80, height: Int = 24) -> AppModel {
        var model = AppModel(
            .queue, screen: Screen(isTerminal: true, width: width, height: height), now: Self.start)
        _ = model.begin()
        return model
    }

    private func row(_ title: String, number: Int64 = 1, actions: [NotificationAction]? = nil) -> NotificationRow {
        var row = NotificationRow(
            client: "org.example.Cook", program: "Cook",
            NotificationWish("id of \(title)", NotificationContent(title: title, body: "Hot\nand deep")), .presented,
            actions: actions ?? [
                NotificationAction("play", "Play"), NotificationAction("say", "Say", takesText: true),
            ])
        row.number = number
        return row
    }

    private func status(_ model: AppModel) -> String { model.lines(Self.start).last ?? "" }

    private func press(_ model: inout AppModel, _ keys: [Key]) -> [AppEffect] {
        keys.reduce([]) { _, key in model.handle(.key(key)) }
    }

    @Test("What is due is taken, stands in the line for messages with its buttons, and stays there over other keys")
    func shown() {
        var model = model()
        let soup = row("Soup")

        #expect(model.handle(.notice(.due(soup))) == [.notice(.take(1))])

        #expect(status(model) == "Soup  Hot  ! Play · Say")
        _ = press(&model, [.down])
        #expect(status(model).hasPrefix("Soup"))
        _ = model.handle(.told("Added"))
        #expect(status(model) == "Added", "the result of a key comes first")
        _ = model.handle(.notice(.due(row("Tea", number: 2))))
        _ = press(&model, [.up])
        #expect(status(model).hasPrefix("1/2  Soup"))
    }

    @Test("A digit presses a button, Enter the notification itself, and Esc leaves it in the list")
    func answered() {
        var model = model()
        let (soup, tea) = (row("Soup"), row("Tea", number: 2))
        _ = model.handle(.notice(.due(soup)))
        _ = press(&model, [.character("!")])
        #expect(status(model) == "Soup: 1 Play · 2 Say · 3 Dismiss · Enter open · Esc later")
        #expect(
            press(&model, [.character("1")]) == [.notice(.answer(soup, action: "play", text: nil))])
        #expect(model.notices.first == nil && model.prompt == nil)

        _ = model.handle(.notice(.due(soup)))
        #expect(
            press(&model, [.character("!"), .character("3")]) == [.notice(.answer(soup, action: "dismiss", text: nil))])
        _ = model.handle(.notice(.due(soup)))
        #expect(
            press(&model, [.character("!"), .enter]) == [.notice(.answer(soup, action: "default", text: nil))])

        _ = model.handle(.notice(.due(soup)))
        _ = model.handle(.notice(.due(tea)))
        #expect(press(&model, [.character("!"), .escape]).isEmpty)
        #expect(model.notices.rows == [tea], "the next one is shown")
        _ = press(&model, [.character("!"), .character("x")])
        #expect(model.notices.rows == [tea] && model.prompt == nil, "another key does nothing")
        _ = press(&model, [.character("!"), .escape, .character("!")])
        #expect(model.message == "no notification is shown")
    }

    @Test("A button with a text asks for it")
    func text() {
        var model = model()
        let soup = row(
            "Soup", actions: [NotificationAction("say", "Say", takesText: true, placeholder: "How is it?")])
        _ = model.handle(.notice(.due(soup)))
        _ = press(&model, [.character("!"), .character("1")])
        #expect(status(model).hasPrefix("How is it? "))
        #expect(
            press(&model, [.character("o"), .character("k"), .enter]) == [
                .notice(.answer(soup, action: "say", text: "ok"))
            ])
    }

    @Test("What is answered elsewhere goes, also while it is asked about; what is shown anew takes its own place")
    func elsewhere() {
        var model = model()
        #expect(model.handle(.notice(.changed)).isEmpty, "nothing is shown, so nothing is asked")
        _ = model.handle(.notice(.due(row("Soup"))))
        _ = model.handle(.notice(.due(row("Soup", number: 4))))
        #expect(model.notices.rows.map(\.number) == [4])
        _ = press(&model, [.character("!")])
        #expect(model.handle(.notice(.changed)) == [.notice(.check)])
        _ = model.handle(.notice(.listed([7])))
        #expect(model.notices.rows.isEmpty && model.prompt == nil)
    }

    @Test("A terminal behind other windows, or a tiny one, leaves it to the desktop")
    func unseen() {
        var model = model()
        _ = model.handle(.terminal(.focused(false)))
        #expect(model.handle(.notice(.due(row("Soup")))).isEmpty)
        _ = model.handle(.terminal(.focused(true)))
        #expect(model.handle(.notice(.due(row("Soup")))) == [.notice(.take(1))])
        var tiny = self.model(width: 20, height: 3)
        #expect(tiny.layout.isTiny && tiny.handle(.notice(.due(row("Soup")))).isEmpty)
    }

    @Test("Nothing that a program says breaks the line", arguments: [1, 12, 40, 200])
    func hostile(width: Int) {
        var model = model(width: width)
        let long = String(repeating: "\u{1B}[2J界", count: 200)
        _ = model.handle(
            .notice(.due(row(long, actions: (0..<8).map { NotificationAction("\($0)", long) }))))
        #expect(!model.lines(Self.start).contains { $0.contains("\u{1B}[2J") })
        _ = press(&model, [.character("!")])
        #expect(!model.lines(Self.start).contains { $0.contains("\u{1B}[2J") })
    }

    @Test("The service is told that it watches, again when another one comes, and gets what is taken and answered")
    func service() async throws {
        let soup = row("Soup")
        let session = Session { $0.notificationUpdates = [.presented(soup), .serviceLost, .changed] }
        let events = EventLog<AppEvent>()
        let service = AppService(session.context) { events.append($0) }
        try await events.wait("the change") { if case .notice(.changed) = $0 { true } else { false } }
        let due = events.events.contains { if case .notice(.due(soup)) = $0 { true } else { false } }
        #expect(due)
        service.perform(.notice(.take(1)))
        service.perform(.notice(.answer(soup, action: "play", text: nil)))
        await service.finish()
        try await waitUntil("all is told") {
            let calls = session.service.calls
            return calls.count { $0 == "watch notifications true" } == 2 && calls.contains("take notification 1")
                && calls.contains("answer notification id of Soup play")
        }
        service.end()
    }
}
