// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueNotifications
import Synchronization
import Testing

@Suite("Notifications from asking to answering")
struct NotificationBookTests {
    private var book = NotificationBook(offset: { _ in 0 })
    private var time = NotificationTime(wall: 1_800_000_000, uptime: 100, boot: "a")

    private static let name = NotificationRequest.Name("org.example.Cook", "soup")

    private func request(
        _ identifier: String = "soup", _ trigger: NotificationTrigger? = nil, thread: String = "",
        title: String = "Soup"
    ) -> NotificationRequest {
        NotificationRequest(
            .init("org.example.Cook", identifier),
            NotificationContent(title: title, category: "dish", thread: thread), trigger: trigger)
    }

    private mutating func pass(_ seconds: Int64) -> [NotificationBook.Effect] {
        time.wall += seconds
        time.uptime += seconds
        return book.pass(to: time)
    }

    @Test("Without a trigger it is shown at once, and saved before")
    mutating func atOnce() throws {
        let effects = try book.add(request(), at: time)
        #expect(effects.count == 2)
        #expect(effects.last == .present(Self.name))
        #expect(book.delivered.map(\.name) == [Self.name])
        #expect(book.pending.isEmpty)
    }

    @Test("An interval counts from when it was asked for, whatever the clock on the wall shows")
    mutating func interval() throws {
        _ = try book.add(request("soup", .interval(600, repeats: false)), at: time)
        #expect(book.nextTime == time.wall + 600)
        // Somebody sets the clock a day ahead, after a minute.
        time = NotificationTime(wall: time.wall + 60 + 86_400, uptime: time.uptime + 60, boot: "a")
        #expect(!book.clockChanged(at: time).contains(.present(Self.name)))
        #expect(book.nextTime == time.wall + 540)
        #expect(pass(539).isEmpty)
        #expect(pass(1).contains(.present(Self.name)))
        #expect(book.pending.isEmpty)
    }

    @Test("One that is switched off is kept and never due, also after a restart, until it is switched on")
    mutating func off() throws {
        var daily = request("soup", .calendar(.init(hour: 6), repeats: true))
        var once = request("tea", .calendar(.init(year: 2027, month: 1, day: 16), repeats: false))
        daily.content.manner = NotificationManner(isOff: true)
        once.content.manner = NotificationManner(isOff: true)
        for request in [daily, once] { _ = try book.add(request, at: time) }
        #expect(book.nextTime == nil && book.pending.count == 2)
        #expect(pass(5 * 86_400).isEmpty)
        #expect(book.clockChanged(at: time) == [])

        var next = NotificationBook(offset: { _ in 0 })
        let effects = next.restore(book.pending, [], at: time)
        #expect(!effects.contains(.present(daily.name)) && next.nextTime == nil && next.pending.count == 2)
        daily.content.manner = nil
        _ = try next.add(daily, at: time)
        #expect(next.nextTime.map { $0 > time.wall && $0 <= time.wall + 86_400 } == true)
        // The date of the other one has passed meanwhile.
        once.content.manner = nil
        let (late, now) = (once, time)
        #expect(throws: NotificationRefusal.self) { try next.add(late, at: now) }
        #expect(next.pending.count == 2)
    }

    @Test("An interval that repeats comes again and again, once for any number that passed")
    mutating func repetition() throws {
        _ = try book.add(request("soup", .interval(60, repeats: true)), at: time)
        #expect(pass(60).contains(.present(Self.name)))
        let late = pass(150)
        #expect(late.filter { $0 == .present(Self.name) }.count == 1)
        #expect(book.nextTime == time.wall + 30)
    }

    @Test("A date goes by the clock on the wall, and is not shown twice when that is put back")
    mutating func calendar() throws {
        let eight = CalendarComponents(hour: 8)
        _ = try book.add(request("soup", .calendar(eight, repeats: true)), at: time)
        // 1 800 000 000 is 08:00 on a Friday.
        #expect(book.nextTime == time.wall + 86_400)
        #expect(pass(86_400).contains(.present(Self.name)))
        time.wall -= 3_600
        #expect(!book.clockChanged(at: time).contains(.present(Self.name)))
        let twoDaysLater: Int64 = 1_800_000_000 + 2 * 86_400
        #expect(book.nextTime == twoDaysLater)
    }

    @Test("What is overdue is shown once with the time at which it was due; after twelve hours it is only listed")
    mutating func overdue() throws {
        _ = try book.add(request("soup", .interval(60, repeats: false)), at: time)
        _ = try book.add(request("tea", .interval(7_200, repeats: false)), at: time)
        let effects = pass(60 + 12 * 3_600 + 1)
        #expect(!effects.contains(.present(Self.name)))
        #expect(effects.contains(.present(.init("org.example.Cook", "tea"))))
        let missed = book.delivered.first { $0.name == Self.name }
        #expect(missed?.delivery?.phase == .missed)
        #expect(missed?.delivery?.due == 1_800_000_060)
    }

    @Test("The same identifier updates it while it waits, and lifts it when it is shown")
    mutating func update() throws {
        _ = try book.add(request("soup", .interval(60, repeats: false)), at: time)
        _ = try book.add(request("soup", .interval(120, repeats: false), title: "Stew"), at: time)
        #expect(book.pending.count == 1)
        #expect(!pass(60).contains(.present(Self.name)))
        #expect(pass(60).contains(.present(Self.name)))
        _ = try book.add(request("tea"), at: time)
        #expect(book.delivered.first?.name.identifier == "tea")
        #expect(try book.add(request("soup", title: "Roast"), at: time).contains(.present(Self.name)))
        #expect(book.delivered.map(\.name.identifier) == ["soup", "tea"])
        #expect(book.delivered.first?.delivery?.content.title == "Roast")
    }

    @Test("One that waits for an event comes with it, and with no other")
    mutating func event() throws {
        let home = NotificationEvent(.arrival, "Home")
        _ = try book.add(request("soup", .event(home, .once)), at: time)
        #expect(book.nextTime == nil)
        #expect(book.happened(.departure, ["home"], at: time).isEmpty)
        #expect(book.happened(.arrival, ["work"], at: time).isEmpty)
        #expect(book.happened(.arrival, ["home"], at: time).contains(.present(Self.name)))
        #expect(book.happened(.arrival, ["home"], at: time).isEmpty)
    }

    @Test("One that waits until it is answered comes with each event until then")
    mutating func untilAnswered() throws {
        _ = try book.add(request("soup", .event(.init(.arrival, "home"), .untilAnswered)), at: time)
        #expect(book.happened(.arrival, ["home"], at: time).contains(.present(Self.name)))
        #expect(book.happened(.arrival, ["home"], at: time).contains(.present(Self.name)))
        #expect(book.delivered.count == 1)
        _ = try book.answer(Self.name, .init(.main), isLocked: false, at: time.wall)
        #expect(book.happened(.arrival, ["home"], at: time).isEmpty)
        #expect(book.records.isEmpty)
    }

    @Test("An answer reaches its program once, with its text; one that the category does not have is refused")
    mutating func answers() throws {
        let category = NotificationCategory(
            "dish", actions: [.init("more", "More", takesText: true), .init("throw", "Throw away", needsUnlock: true)])
        _ = try book.changeClient("org.example.Cook") { $0.categories = [category] }
        _ = try book.add(request(), at: time)
        for wrong in [
            NotificationAnswer(.custom("less")), NotificationAnswer(.custom("more")),
            NotificationAnswer(.custom("throw"), text: "x"), NotificationAnswer(.main, text: "x"),
        ] {
            #expect(throws: NotificationRefusal.self) {
                try book.answer(Self.name, wrong, isLocked: false, at: time.wall)
            }
        }
        #expect(throws: NotificationRefusal(.locked, "\"Throw away\" needs an unlocked screen")) {
            try book.answer(Self.name, .init(.custom("throw")), isLocked: true, at: time.wall)
        }
        let effects = try book.answer(Self.name, .init(.custom("more"), text: "salt"), isLocked: true, at: time.wall)
        guard case .respond(let response) = effects.first else { return #expect(Bool(false), "no response") }
        #expect(response.answer == .init(.custom("more"), text: "salt"))
        #expect(throws: NotificationRefusal.self) {
            try book.answer(Self.name, .init(.custom("more"), text: "salt"), isLocked: false, at: time.wall)
        }
    }

    @Test("A dismissal is told only where the category wants it")
    mutating func dismissal() throws {
        _ = try book.add(request(), at: time)
        #expect(
            try book.answer(Self.name, .init(.dismiss), isLocked: false, at: 1) == [
                .delete(Self.name), .withdraw(Self.name),
            ])
        _ = try book.changeClient("org.example.Cook") { $0.categories = [.init("dish", tellsDismissal: true)] }
        _ = try book.add(request(), at: time)
        #expect(try book.answer(Self.name, .init(.dismiss), isLocked: false, at: 1).count == 3)
    }

    @Test("What has expired goes, shown or not")
    mutating func expiration() throws {
        var shown = request()
        shown.content.expires = time.wall + 30
        var waiting = request("tea", .interval(60, repeats: false))
        waiting.content.expires = time.wall + 30
        _ = try book.add(shown, at: time)
        _ = try book.add(waiting, at: time)
        #expect(pass(30).contains(.withdraw(Self.name)))
        #expect(!pass(30).contains(.present(waiting.name)))
        #expect(book.records.isEmpty)
    }

    @Test("What expires is what was told, not what waits under the same name, and a new expiration counts")
    mutating func expirationOfOne() throws {
        var shown = request()
        shown.content.expires = time.wall + 30
        _ = try book.add(shown, at: time)
        _ = try book.add(request("soup", .interval(60, repeats: false)), at: time)
        #expect(pass(30).contains(.withdraw(Self.name)))
        #expect(book.pending.map(\.name) == [Self.name])
        #expect(pass(30).contains(.present(Self.name)))
        var better = try #require(book.records[Self.name]?.delivery)
        better.content.expires = time.wall + 10
        _ = book.complete(Self.name, number: better.number, better.content)
        #expect(pass(10).contains(.withdraw(Self.name)))
    }

    @Test("A date that is over in another zone is told there, and not lost")
    func zones() throws {
        let zone = Zone()
        var book = NotificationBook(offset: { _ in zone.offset })
        // 1 800 000 000 is 08:00 in UTC; the date is 10:00 of that day.
        let date = CalendarComponents(year: 2027, month: 1, day: 15, hour: 10, minute: 0, second: 0)
        _ = try book.add(request("soup", .calendar(date, repeats: false)), at: time)
        #expect(book.nextTime == Int64(1_800_007_200))
        zone.offset = 5 * 3_600
        #expect(book.clockChanged(at: time).contains(.present(Self.name)))
        #expect(book.pending.isEmpty)
    }

    @Test("Pending and delivered are removed by name, thread and program, one part or both")
    mutating func removing() throws {
        for identifier in ["a", "b"] { _ = try book.add(request(identifier, thread: "t"), at: time) }
        _ = try book.add(request("a", .interval(60, repeats: false)), at: time)
        let (effects, count) = book.remove(.delivered) { $0.delivery?.content.thread == "t" }
        #expect(count == 2)
        #expect(effects.filter { if case .withdraw = $0 { true } else { false } }.count == 2)
        #expect(book.pending.map(\.name.identifier) == ["a"])
        #expect(book.remove(.pending) { $0.name.client == "org.example.Cook" }.count == 1)
        #expect(book.records.isEmpty && book.nextTime == nil)
    }

    @Test("More than a program may have is refused, and what it has is kept")
    mutating func quota() throws {
        for index in 0..<NotificationLimits.perClient {
            _ = try book.add(request("\(index)", .interval(60, repeats: false)), at: time)
        }
        do {
            _ = try book.add(request("more", .interval(60, repeats: false)), at: time)
            Issue.record("one more was taken")
        } catch {
            #expect(error.code == .full)
            #expect(error.message.contains("1000"))
        }
        _ = try book.add(request("7", .interval(90, repeats: false)), at: time)
        #expect(book.pending.count == NotificationLimits.perClient)
    }

    @Test("Of what the service itself has told at once the oldest goes for another; what is needed always has room")
    mutating func ownRoom() throws {
        func own(_ name: String, _ trigger: NotificationTrigger? = nil) -> NotificationRequest {
            NotificationRequest(.init("org.oncue.OnCue", name), NotificationContent(title: name), trigger: trigger)
        }
        for index in 0..<NotificationLimits.perClient {
            _ = try book.add(own("\(index)"), at: time)
            guard let number = book.records[own("\(index)").name]?.delivery?.number else { continue }
            _ = book.presented(own("\(index)").name, number: number, on: nil, at: time.wall)
        }
        let effects = try book.add(own("snooze", .interval(60, repeats: false)), at: time)
        #expect(effects.contains(.withdraw(own("0").name)) && book.records[own("0").name] == nil)
        #expect(book.pending.count == 1 && book.records.count == NotificationLimits.perClient)
        _ = try book.add(own("1"), at: time)
        #expect(book.records.count == NotificationLimits.perClient, "the same one takes no room")

        _ = book.remove(.all) { _ in true }
        for index in 0..<NotificationLimits.perClient {
            _ = try book.add(own("\(index)", .interval(60, repeats: false)), at: time)
        }
        #expect(throws: NotificationRefusal.self) { try book.add(own("more", .interval(60, repeats: false)), at: time) }
        _ = try book.add(own("snooze", .interval(60, repeats: false)), isNeeded: true, at: time)
        #expect(book.pending.count == NotificationLimits.perClient + 1)
    }

    @Test("What cannot be used is refused with its name and limit")
    mutating func refusals() {
        var large = request()
        large.content.body = String(repeating: "x", count: 1_000_000)
        var many = request()
        many.content.info = ActivityInfo(Dictionary(uniqueKeysWithValues: (0..<40).map { ("\($0)", .flag(true)) }))
        let wrong: [(NotificationRequest, String)] = [
            (large, "body may have at most 4096 bytes, not 1000000"), (many, "userInfo"),
            (request("soup", .interval(0, repeats: false)), "interval"),
            (request("soup", .interval(5, repeats: true)), "60"),
            (request("soup", .calendar(.init(hour: 24), repeats: false)), "hour must be from 0 to 23, not 24"),
            (request("soup", .calendar(.init(), repeats: false)), "at least one part"),
            (request("soup", .calendar(.init(year: 2020), repeats: false)), "no such date"),
            (request("soup", .event(.init(.device), .once)), "needs a name"),
            (request("", nil), "identifier"), (request("soup", nil, title: "a\u{1}b"), "control characters"),
        ]
        for (request, part) in wrong {
            do {
                _ = try book.add(request, at: time)
                Issue.record("\(part): was taken")
            } catch {
                #expect(error.message.contains(part), "\(error.message)")
            }
        }
        #expect(book.records.isEmpty)
    }

    @Test("A permission that is given shows what had to wait for it, the oldest first")
    mutating func permission() throws {
        _ = try book.add(request("a"), at: time)
        _ = try book.add(request("b"), at: time)
        let effects = try book.changeClient("org.example.Cook") { $0.alert = .allowed }
        #expect(
            effects.dropFirst() == [.present(.init("org.example.Cook", "a")), .present(.init("org.example.Cook", "b"))])
    }

    @Test("After a restart what was not shown is shown, in order, and what was is not")
    mutating func restart() throws {
        for identifier in ["a", "b", "c"] { _ = try book.add(request(identifier), at: time) }
        let b = NotificationRequest.Name("org.example.Cook", "b")
        _ = book.presenting(b)
        _ = book.presented(b, number: book.records[b]!.delivery!.number, on: "desktop", at: time.wall)
        var next = NotificationBook(offset: { _ in 0 })
        let effects = next.restore(Array(book.records.values), Array(book.clients.values), at: time)
        #expect(effects == [.present(.init("org.example.Cook", "a")), .present(.init("org.example.Cook", "c"))])
        #expect(next.records == book.records)
    }

    @Test("One that is only shown is not listed, kept or counted, and takes the place of one that was")
    mutating func transient() throws {
        var shown = request()
        shown.content.manner = NotificationManner(
            actions: [NotificationAction("stop", "Stop")], isTransient: true, isResident: true)
        _ = try book.add(request(), at: time)
        let effects = try book.add(shown, at: time)
        #expect(effects.filter(\.isKept) == [.delete(Self.name)])
        #expect(effects.last == .present(Self.name))
        #expect(book.delivered.isEmpty && book.transient.map(\.name) == [Self.name])
        #expect(book.remove(.all) { _ in true }.count == 0)

        let pressed = try book.answer(Self.name, .init(.custom("stop")), isLocked: false, at: time.wall)
        #expect(pressed.count == 1 && pressed.filter(\.isKept).isEmpty)
        #expect(book.transient.count == 1, "it stays for the next press")
        do {
            _ = try book.answer(Self.name, .init(.custom("eat")), isLocked: false, at: time.wall)
            Issue.record("a button of its category was taken")
        } catch { #expect(error.code == .invalid && error.message.contains("it has stop")) }
        #expect(book.removeTransient(Self.name) == [.withdraw(Self.name)])
        #expect(book.records.isEmpty)
        for index in 0..<NotificationLimits.perClient {
            _ = try book.add(request("\(index)", .interval(60, repeats: false)), at: time)
        }
        _ = try book.add(shown, at: time)
        #expect(book.transient.count == 1, "it needs no room")
    }

    @Test("What is shown again under its name keeps its mark, so that it is replaced also after a restart")
    mutating func mark() throws {
        _ = try book.add(request(), at: time)
        let number = try #require(book.records[Self.name]?.delivery?.number)
        _ = book.presented(Self.name, number: number, on: "desktop", mark: "7 here", at: time.wall)
        _ = try book.add(request(title: "Stew"), at: time)
        #expect(book.records[Self.name]?.delivery?.mark == "7 here")
        #expect(book.records[Self.name]?.delivery?.phase == .due)
    }

    @Test("The badge is that of the newest notification that has one, where the program may have one")
    mutating func badge() throws {
        var first = request("a")
        first.content.badge = 3
        _ = try book.add(first, at: time)
        _ = try book.add(request("b"), at: time)
        #expect(book.badge(of: "org.example.Cook") == 0)
        _ = try book.changeClient("org.example.Cook") { $0.badge = .allowed }
        #expect(book.badge(of: "org.example.Cook") == 3)
    }

    @Test("The progress of a program is that of its newest notification with one, until that is at its end")
    mutating func progress() throws {
        func progress() -> Int? { book.progress(of: "org.example.Cook") }
        var first = request("a")
        first.content.progress = 40
        _ = try book.add(first, at: time)
        #expect(progress() == nil, "without the permission it has none")
        _ = try book.changeClient("org.example.Cook") { ($0.alert, $0.badge) = (.allowed, .allowed) }
        _ = try book.add(request("b"), at: time)
        #expect(progress() == 40)
        var other = request("c")
        other.content.progress = 7
        _ = try book.add(other, at: time)
        #expect(progress() == 7)
        other.content.progress = 100
        _ = try book.add(other, at: time)
        #expect(progress() == nil)
        _ = book.remove(.all) { $0.name.identifier == "c" }
        #expect(progress() == 40)
        first.content.progress = 101
        #expect(throws: NotificationRefusal(.invalid, "progress must be from 0 to 100")) {
            _ = try book.add(first, at: time)
        }
        first.content.progress = -1
        #expect(throws: NotificationRefusal.self) { _ = try book.add(first, at: time) }
    }
}

/// A time zone that can be changed.
private final class Zone: Sendable {
    private let value = Mutex<Int64>(0)

    var offset: Int64 {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
