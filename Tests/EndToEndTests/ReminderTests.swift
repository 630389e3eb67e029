// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import Glibc
import JSON
import OnCueCore
import OnCueTestSupport
import Synchronization
import Testing

/// From asking to the press of a button, with the real programs, and a NetworkManager and a notification server of the
/// test's own.
@Suite("Reminders", .timeLimit(.minutes(10)))
struct ReminderTests {
    /// The notifications of a category, in their order.
    private func notices(_ category: String, _ stage: StoryStage) async throws -> [[BusValue]] {
        try await stage.notices.calls(of: "Notify", at: StoryStage.notificationsPath).filter {
            $0[6].dictionaryValue?["category"]?.unwrapped.stringValue == "x-oncue." + category
        }
    }

    private func notice(_ category: String, _ stage: StoryStage, count: Int = 1) async throws -> [BusValue] {
        try await waitUntil("\(count) of \(category)") { try await notices(category, stage).count >= count }
        return try await notices(category, stage)[count - 1]
    }

    /// Names the place where the machine is, and waits until it has been there for long enough to count.
    private func name(_ place: String, _ stage: StoryStage) async throws {
        try await waitUntil("the network is known") {
            try await stage.machine.oncue("place", "add", place, "--here").status == 0
        }
        try await stage.machine.waitUntilThere(place)
    }

    @Test("What was playing is offered at home, at its position, first among the suggestions, until it is answered")
    func home() async throws {
        let system = try await PrivateBus()
        let network = try await FakeNetwork(on: system)
        let stage = try await StoryStage(system: system)
        try await network.enter("office", wirelessName: Array("Office".utf8), gateway: "10.0.0.1")
        _ = try await stage.machine.startDaemon()
        _ = try await stage.library()
        try await name("work", stage)
        // A daemon that has just begun knows of no network but the present one.
        try await stage.machine.done("quit")
        try await network.enter("flat", wirelessName: Array("Flat".utf8), gateway: "192.168.1.1")
        _ = try await stage.machine.startDaemon()
        try await name("home", stage)
        try await network.enter("office", wirelessName: Array("Office".utf8), gateway: "10.0.0.1")
        try await stage.machine.waitUntilThere("work")
        try await stage.machine.done("play", "Library/Tracks/Story")
        try await stage.machine.waitUntilPlayed(from: 0.1)
        try await stage.machine.done("seek", "0:45")
        try await stage.machine.waitUntilPlayed(from: 45.1)
        // It stands still where it is asked for.
        try await stage.machine.done("pause")
        let left = try #require(try await stage.machine.json("now")["position"]?.doubleValue)
        let told = try await stage.machine.oncue("remind", "--when", "home", "--note", "The end").errors
        let times = [Int(left - 0.3), Int(left + 0.3)].map { "\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)" }
        #expect(times.contains { told.contains("\"Story\" (at \($0))") }, "\(left): \(told)")
        #expect(told.contains("when you come to home"), "\(told)")
        try await stage.machine.done("stop")

        try await network.enter("flat", wirelessName: Array("Flat".utf8), gateway: "192.168.1.1")

        let shown = try await notice("reminder", stage)
        #expect(shown[3].stringValue == "Story")
        #expect(shown[4].stringValue?.contains("You asked to be reminded here") == true, "\(shown[4])")
        #expect(shown[4].stringValue?.contains("The end") == true, "\(shown[4])")
        #expect(shown[5].stringsValue == ["default", "", "play", "Play", "later", "In an hour", "done", "Done"])
        let suggestions = try await stage.machine.json("suggestions")
        let first = suggestions["items"]?.arrayValue?.first
        #expect(first?["title"] == "Story", "\(suggestions)")
        #expect(first?["sentence"]?.stringValue?.hasPrefix("You asked to be reminded") == true, "\(suggestions)")
        // The server numbers those that replace none.
        let calls = try await stage.notices.calls(of: "Notify", at: StoryStage.notificationsPath)
        let place = calls.firstIndex { $0[6].dictionaryValue?["category"]?.unwrapped.stringValue == "x-oncue.reminder" }
        let number = UInt32(calls.prefix((place ?? 0) + 1).count { $0[1].intValue == 0 })
        let press = ContinuousClock.now
        try await stage.press("play", number: number)
        // It jumps there when it has begun.
        try await stage.machine.waitUntilPlayed(from: left - 1)
        let position = try await stage.playing()
        let passed = (ContinuousClock.now - press) / .seconds(1)
        #expect((left - 1...left + passed + 1).contains(position), "\(position)")
        try await waitUntil("it is answered") {
            let rest = [
                try await stage.machine.json("notifications"), try await stage.machine.json("notifications", "pending"),
            ]
            return rest.allSatisfy { $0["total"] == 0 }
        }
    }

    /// When the daemon is killed.
    enum Moment: String, CaseIterable {
        /// As soon as it was asked for.
        case asked
        /// As soon as the server was asked to show it.
        case presented
        /// When it is known that it was shown.
        case delivered
    }

    @Test("Killed at any moment it is told, once in the list, and answered once", arguments: Moment.allCases)
    func killed(moment: Moment) async throws {
        let stage = try await StoryStage(system: try await PrivateBus())
        let machine = stage.machine
        var daemon = try await machine.startDaemon()
        _ = try await stage.library()
        // A hundred in the long run.
        for round in 1...(TestEffort.isLong ? 34 : 4) {
            let before = try await notices("reminder", stage).count
            try await machine.done("remind", "other", "--in", "1s")
            switch moment {
            case .asked: break
            case .presented: _ = try await notice("reminder", stage, count: before + 1)
            case .delivered:
                try await waitUntil("it is delivered") {
                    let items = try await machine.json("notifications")["items"]?.arrayValue
                    return items?.first?["state"] == "delivered"
                }
            }
            daemon.send(SIGKILL)
            _ = try await daemon.ending()
            daemon = try await machine.startDaemon()
            try await waitUntil("it is told") {
                let items = try await machine.json("notifications")["items"]?.arrayValue ?? []
                return items.count == 1 && items[0]["state"] == "delivered"
            }
            #expect(try await machine.json("notifications", "pending")["total"] == 0, "round \(round)")
            try await waitUntil("it is shown") { try await notices("reminder", stage).count > before }
            if moment == .delivered {
                try await waitUntil("it is shown again") { try await notices("reminder", stage).count == before + 2 }
                let last = try #require(try await notices("reminder", stage).last)
                #expect(last[1].intValue != 0, "in the place of the one that is still shown")
            }
            try await machine.done("notifications", "answer", "1", "done")
            #expect(try await machine.json("notifications")["total"] == 0, "round \(round)")
        }
        daemon.send(SIGTERM)
        _ = try await daemon.ending()
    }

    @Test("What was put off is there after a kill -9 right behind the answer", arguments: ["reminder", "alarm"])
    func putOff(kind: String) async throws {
        let stage = try await StoryStage(system: try await PrivateBus())
        let machine = stage.machine
        var daemon = try await machine.startDaemon()
        _ = try await stage.library()
        for round in 1...(TestEffort.isLong ? 34 : 4) {
            if kind == "reminder" {
                try await machine.done("remind", "other", "--in", "1s")
            } else {
                try await machine.done("alarm", "add", "1s")
            }
            try await waitUntil("it is delivered") {
                let items = try await machine.json("notifications")["items"]?.arrayValue
                return items?.first?["state"] == "delivered"
            }
            if kind == "reminder" {
                try await machine.done("notifications", "answer", "1", "later")
            } else {
                try await machine.done("alarm", "snooze")
            }
            daemon.send(SIGKILL)
            _ = try await daemon.ending()
            daemon = try await machine.startDaemon()
            try await waitUntil("it waits again, in round \(round)") {
                try await machine.json("notifications", "pending")["total"] == 1
            }
            try await machine.done("notifications", "remove", "--all", "--yes")
        }
        daemon.send(SIGTERM)
        _ = try await daemon.ending()
    }

    @Test("A concert that is kept from a page is reminded of with its day and place")
    func event() async throws {
        let server = try HTTPServer { _ in
            .text(
                "<script type='application/ld+json'>{\"@type\":\"MusicEvent\",\"name\":\"Harbour night\","
                    + "\"startDate\":\"2099-05-01T20:00\",\"location\":{\"@type\":\"Place\",\"name\":\"Blue Hall\"}}"
                    + "</script>", [("Content-Type", "text/html")])
        }
        let stage = try await StoryStage(system: try await PrivateBus())
        _ = try await stage.machine.startDaemon()
        try await stage.machine.done("events", "keep", server.address + "/night", "--all")
        let kept = try await stage.machine.json("events")["items"]?.arrayValue?.first
        let identifier = try #require(kept?["identifier"]?.stringValue)

        try await stage.machine.done("remind", identifier, "--in", "1s", "--note", "Bring the ticket")

        let shown = try await notice("event", stage)
        #expect(shown[3].stringValue == "Harbour night")
        let body = shown[4].stringValue ?? ""
        #expect(body.contains("Bring the ticket") && body.contains("2099-05-01 20:00, Blue Hall"), "\(body)")
        #expect(!body.contains("not there"))
        #expect(shown[5].stringsValue == ["default", "", "open", "Open", "later", "In an hour", "done", "Done"])
    }

    @Test(
        "A reminder of a concert follows it when it is moved, keeps its note, and comes at once if its time has passed")
    func movedEvent() async throws {
        let start = Mutex("2099-05-01T20:00")
        let server = try HTTPServer { _ in
            .text(
                "<script type='application/ld+json'>{\"@type\":\"MusicEvent\",\"name\":\"Harbour night\","
                    + "\"startDate\":\"\(start.withLock { $0 })\"}</script>", [("Content-Type", "text/html")])
        }
        let stage = try await StoryStage(system: try await PrivateBus())
        var daemon = try await stage.machine.startDaemon()
        let keep = { _ = try await stage.machine.done("events", "keep", server.address + "/night", "--all") }
        try await keep()
        let kept = try await stage.machine.json("events")["items"]?.arrayValue?.first
        let identifier = try #require(kept?["identifier"]?.stringValue)
        func pending() async throws -> [JSONValue] {
            try await stage.machine.json("notifications", "pending")["items"]?.arrayValue ?? []
        }
        func whens() async throws -> [String] { try await pending().compactMap { $0["when"]?.stringValue }.sorted() }
        try await stage.machine.done("remind", identifier, "--before", "2h", "--note", "Bring the ticket")
        try await stage.machine.done("remind", identifier)
        try await stage.machine.done("remind", identifier, "--at", "2099-01-01 09:00")
        #expect(try await whens() == ["2099-01-01 09:00", "2099-04-30 18:00", "2099-05-01 18:00"])

        start.withLock { $0 = "2099-06-03T21:30" }
        try await keep()
        let moved = ["2099-01-01 09:00", "2099-06-02 18:00", "2099-06-03 19:30"]
        try await waitUntil("two of them have moved") { try await whens() == moved }
        let bodies = try await pending().compactMap { $0["body"]?.stringValue }
        #expect(bodies.contains { $0.hasPrefix("Bring the ticket\n2099-06-03 21:30") }, "\(bodies)")
        daemon.send(SIGKILL)
        _ = try await daemon.ending()
        daemon = try await stage.machine.startDaemon()
        #expect(try await whens() == moved)

        start.withLock { $0 = "2099-06-03" }
        try await keep()
        try await waitUntil("without a time of day both come on the day before") {
            try await whens() == ["2099-01-01 09:00", "2099-06-02 18:00", "2099-06-02 18:00"]
        }
        let today = CivilDate(days: Int64(time(nil)) / CivilDate.secondsOfDay).text
        start.withLock { $0 = today }
        try await keep()
        let shown = try await notice("event", stage, count: 2)
        #expect(shown[4].stringValue?.contains(today) == true, "\(shown)")
        #expect(try await whens() == ["2099-01-01 09:00"])
        daemon.send(SIGTERM)
        _ = try await daemon.ending()
    }

    @Test(
        "Play of a station plays it and tells of no trouble, kept in the list of stations or not",
        arguments: ["Radio/Night Jazz", "/live"])
    func station(_ place: String) async throws {
        let sound = StreamListener.sound(60)
        let server = try HTTPServer { request in
            // One without a name of its own has a position, though nothing can jump there.
            let name = request.path == "/kept" ? [("icy-name", "Jazz")] : []
            var response = HTTPServer.Response(200, [("Content-Type", "audio/x-wav")] + name, sound)
            response.framing = .untilClose
            return response
        }
        let stage = try await StoryStage(system: try await PrivateBus())
        let machine = stage.machine
        _ = try await machine.startDaemon()
        try await machine.done("radio", "add", "Night Jazz", server.address + "/kept")
        try await machine.done("play", place.hasPrefix("/") ? server.address + place : place)
        try await machine.waitUntilPlayed(from: 1)
        let title = try #require(try await machine.json("now")["title"]?.stringValue)
        try await machine.done("remind", "--in", "1s")
        try await machine.done("stop")
        let shown = try await notice("reminder", stage)
        #expect(shown[3].stringValue == title, "\(shown)")

        try await machine.done("notifications", "answer", "1", "play")

        try await machine.waitUntilPlayed(from: 0.3)
        let now = try await machine.json("now")
        #expect(now["title"]?.stringValue == title && now["error"] == .null, "\(now)")
        #expect(try await notices("trouble", stage).isEmpty)
        #expect(try await machine.json("notifications")["total"] == 0)
    }

    @Test("The buttons of a reminder are tasks by name, and sentences; of several the one that is meant is asked for")
    func tasks() async throws {
        let stage = try await StoryStage(system: try await PrivateBus())
        let machine = stage.machine
        _ = try await machine.startDaemon()
        _ = try await stage.library()
        let nothing = try await machine.oncue("shortcut", "do", "reminderDone")
        #expect(nothing.status != 0 && nothing.errors.contains("no reminder is due"), "\(nothing)")
        for title in ["Story", "Other"] { try await machine.done("remind", "Library/Tracks/" + title, "--in", "1s") }
        try await waitUntil("both are due") { try await machine.json("notifications")["total"] == 2 }

        let asked = try JSONValue(parsing: try await machine.oncue("shortcut", "do", "remindLater", "--json").output)
        #expect(asked["state"] == "asks" && asked["parameter"] == "reminder", "\(asked)")
        let titles = (asked["choices"]?.arrayValue ?? []).compactMap { $0["title"]?.stringValue }
        #expect(Set(titles) == ["Story", "Other"])
        let later = try await machine.json("shortcut", "do", "remindLater", "reminder=story")
        #expect(later["sentence"] == "Answered \"Story\": In an hour", "\(later)")
        try await waitUntil("it waits") { try await machine.json("notifications", "pending")["total"] == 1 }
        let done = try await machine.json("say", "--language", "de", "die Erinnerung ist erledigt")
        #expect(done["sentence"] == "„Other“ ist erledigt", "\(done)")
        #expect(try await machine.json("notifications")["total"] == 0)

        try await machine.done("remind", "Library/Tracks/Other", "--in", "1s")
        try await waitUntil("it is due") { try await machine.json("notifications")["total"] == 1 }
        let played = try await machine.json("say", "--language", "en", "play the reminder")
        #expect(played["sentence"] == "Answered \"Other\": Play", "\(played)")
        try await machine.waitUntilPlayed(from: 0.1)
        #expect(try await machine.json("now")["title"] == "Other")
    }

    @Test("In an hour leaves a reminder that repeats as it was")
    func repeating() async throws {
        let stage = try await StoryStage(system: try await PrivateBus())
        _ = try await stage.machine.startDaemon()
        _ = try await stage.library()
        try await stage.machine.done("remind", "Library/Tracks/Other", "--when", "headphones", "--repeat", "always")
        try await stage.machine.done("simulate", "headphones")
        _ = try await notice("reminder", stage)
        // What is offered for the headphones is in the list, too.
        let listed = try await stage.machine.json("notifications")["items"]?.arrayValue ?? []
        let reminder = try #require(listed.first { $0["category"] == "reminder" }?["number"]?.stringValue)
        try await stage.machine.done("notifications", "answer", reminder, "In an hour")
        try await waitUntil("both wait") { try await stage.machine.json("notifications", "pending")["total"] == 2 }
        let items = try await stage.machine.json("notifications", "pending")["items"]?.arrayValue ?? []
        let texts = items.compactMap { $0["when"]?.stringValue }
        #expect(texts.contains("when headphones connect, each time"), "\(texts)")
    }
}
