// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueNotifications
import Testing

@testable import OnCueTerminal

@Suite("oncue notifications and oncue remind")
struct NotificationsCommandTests {
    private func session(_ records: [NotificationRequest] = []) -> Session {
        Session { state in
            for record in records { _ = try? state.notificationBook.add(record, at: FakeService.notificationTime) }
        }
    }

    private static func request(_ identifier: String, _ trigger: NotificationTrigger? = nil) -> NotificationRequest {
        NotificationRequest(
            .init("org.oncue.OnCue", identifier), NotificationContent(title: "Title of \(identifier)", body: "Text"),
            trigger: trigger)
    }

    @Test("Lists number what is delivered and what waits")
    func lists() async {
        let session = session([
            Self.request("a"), Self.request("b"), Self.request("c", .event(.init(.arrival, "home"), .once)),
        ])
        #expect(await session.run("notifications") == .done)
        #expect(session.data.lines.first?.hasPrefix("1  Title of b  Text") == true, "\(session.data.text)")
        #expect(await session.run("notifications", "pending") == .done)
        #expect(session.data.text.contains("p1  Title of c  Text  when you come to home"), "\(session.data.text)")
        #expect(await session.run("notifications", "show", "p1") == .done)
        #expect(session.data.text.contains("when you come to home"), "\(session.data.text)")
    }

    @Test("A progress is a number from 0 to 100, which the lists show")
    func progress() async {
        let session = session()
        #expect(await session.run("notifications", "add", "Backup", "--id", "b", "--progress", "40") == .done)
        #expect(await session.run("notifications") == .done)
        #expect(session.data.text.contains("Backup  40 %"), "\(session.data.text)")
        #expect(await session.run("notifications", "show", "b") == .done)
        #expect(session.data.text.contains("progress    40 %"), "\(session.data.text)")
        #expect(await session.run("notifications", "list", "--json") == .done)
        #expect(session.data.text.contains(#""progress":40"#), "\(session.data.text)")
        for word in ["101", "-1", "much"] {
            #expect(await session.run("notifications", "add", "Backup", "--progress", word) == .wrongWords)
        }
    }

    @Test("What waits for a place or a device that is not there any longer says so, and what to do")
    func missing() async {
        let session = session([
            Self.request("a", .event(.init(.arrival, "home"), .untilAnswered)),
            Self.request("b", .event(.init(.departure, "Work place"), .once)),
            Self.request("c", .event(.init(.device, "Passat"), .once)),
            Self.request("d", .event(.init(.arrival), .once)), Self.request("e", .event(.init(.headphones), .once)),
        ])
        session.service.change { $0.places = [PlaceRecord(name: "Home")] }
        #expect(await session.run("notifications", "pending") == .done)
        #expect(
            session.talk.lines == [
                "p2 waits, but there is no place \"Work place\" any longer: add it again with: oncue place add "
                    + "'Work place' --here, or remove it with: oncue notifications remove p2",
                "p3 waits, but the device \"Passat\" is not known any longer: it counts again once it connects, or "
                    + "remove it with: oncue notifications remove p3",
            ], "\(session.talk.text)")
        #expect(await session.run("notifications", "show", "p2") == .done)
        #expect(session.data.text.contains("problem     there is no place"), "\(session.data.text)")
        #expect(await session.run("notifications", "pending", "--json") == .done)
        #expect(session.data.text.contains(#""problem":"there is no place \"Work place\" any longer""#))
        #expect(session.data.text.contains(#""problem":null"#))
    }

    @Test("Removing a place or a device says what waits for it")
    func removal() async {
        let session = session([
            Self.request("a", .interval(60, repeats: false)),
            Self.request("b", .event(.init(.arrival, "home"), .untilAnswered)),
            Self.request("c", .event(.init(.deviceLeft, "Passat"), .once)),
        ])
        session.service.change {
            $0.places = [PlaceRecord(name: "Home"), PlaceRecord(name: "work")]
            $0.triggerDevices = [TriggerDeviceRecord(id: "AA", name: "Passat", kind: "car")]
        }
        #expect(await session.run("place", "remove", "Home", "--dry-run") == .done)
        #expect(session.data.lines.last == "Would remove the place \"Home\", for which \"Title of b\" waits")
        #expect(await session.run("place", "remove", "Home", "--yes") == .done)
        #expect(
            session.talk.lines.last
                == "\"Title of b\" waits for it: add the place again with: oncue place add Home --here, "
                + "or remove what waits with: oncue notifications remove p2")
        #expect(await session.run("place", "remove", "work", "--yes") == .done)
        #expect(session.talk.lines.last == "Removed place \"work\"; what was learnt there stays")
        #expect(await session.run("triggers", "device", "Passat", "--forget", "--yes") == .done)
        #expect(
            session.talk.lines.last == "\"Title of c\" waits for it: it counts again once it connects, or remove what "
                + "waits with: oncue notifications remove p3")
    }

    @Test("One is answered by its number or its identifier, and what waits is not")
    func answering() async {
        let session = session([Self.request("a"), Self.request("b", .interval(60, repeats: false))])
        #expect(await session.run("notifications", "answer", "b") == .wrongWords)
        #expect(await session.run("notifications", "answer", "a", "dance") != .done)
        #expect(await session.run("notifications", "answer", "1", "dismiss") == .done)
        #expect(session.talk.text.contains("Dismissed \"Title of a\""), "\(session.talk.text)")
        #expect(await session.run("notifications", "answer", "1") == .nothingFound)
    }

    @Test("Times and events are read as people say them, and nonsense is refused")
    func triggers() async {
        let session = session()
        session.service.change { $0.places = [PlaceRecord(name: "Home")] }
        for words in [
            ["--in", "2h"], ["--in", "30m", "--repeat", "always"], ["--at", "08:10"], ["--at", "Mon 08:10"],
            ["--at", "07:00", "--repeat", "weekdays"], ["--at", "07:00", "--repeat", "mon,thu"], ["--tomorrow"],
            ["--tomorrow", "--at", "07:30"], ["--when", "home"], ["--when", "leaving home"], ["--when", "headphones"],
            ["--when", "car", "--repeat", "always"], ["--next-time"],
        ] {
            #expect(
                await session.run(["notifications", "add", "T"] + words) == .done, "\(words): \(session.talk.text)")
            #expect(await session.run(["remind", "blue"] + words) == .done, "\(words): \(session.talk.text)")
        }
        for words in [
            ["--in", "soon"], ["--at", "25:00"], ["--at", "07:00", "--repeat", "often"], ["--repeat", "daily"],
            ["--in", "2h", "--repeat", "daily"], ["--in", "2h", "--at", "07:00"], ["--when", "car", "--next-time"],
        ] {
            #expect(await session.run(["notifications", "add", "T"] + words) == .wrongWords, "\(words)")
        }
        #expect(await session.run("remind", "blue", "--when", "the moon") == .nothingFound)
        #expect(await session.run("remind", "blue", "--when", "work") == .nothingFound)
        #expect(session.talk.text.contains("oncue place add work --here"), "\(session.talk.text)")
        #expect(await session.run("remind", "blue") == .wrongWords, "but when?")
    }

    @Test("Of what is playing it says the position, however the notification words it")
    func positions() async {
        let session = session()
        session.service.change {
            $0.report.entry = NowPlayingEntry(id: .init(1), title: "Blue")
            $0.report.entry?.position = .seconds(83)
        }

        #expect(await session.run("remind", "--in", "2h") == .done)
        #expect(session.talk.text.contains("\"Blue\" (at 1:23) "), "\(session.talk.text)")
    }

    private static let event: KeptEvent = {
        var event = KeptEvent()
        (event.title, event.start) = ("Harbour Night", "2099-05-01T20:00")
        return event
    }()

    @Test("A kept event needs no time: it is the day before at 18:00, or so long before it as is said")
    func events() async {
        let session = session()
        session.service.change { $0.events = [Self.event] }
        let place = Self.event.identifier.description
        #expect(await session.run("remind", place) == .done)
        #expect(session.talk.text.contains(" on 2099-04-30 18:00, the day before"), "\(session.talk.text)")
        #expect(session.service.calls.contains("add reminder \(place)"))
        #expect(await session.run("remind", place, "--before", "2h") == .done)
        #expect(session.talk.text.contains(" on 2099-05-01 18:00, 2 h before"), "\(session.talk.text)")
        #expect(await session.run("remind", place, "--at", "2099-05-01 07:00") == .done)
        #expect(session.talk.text.contains(" on 2099-05-01 07:00\n"), "\(session.talk.text)")
        #expect(await session.run("remind", place, "--before", "2h", "--in", "1h") == .wrongWords)
        #expect(await session.run("remind", "blue", "--before", "2h") == .wrongWords, "of events only")
        #expect(await session.run("remind", "event:none") == .nothingFound)
    }

    @Test("Of an event that is over nobody is reminded, and it says so")
    func pastEvents() async {
        let session = session()
        session.service.change {
            var event = Self.event
            event.start = "2020-05-01T20:00"
            $0.events = [event]
        }
        let place = session.service.current.events[0].identifier.description
        #expect(await session.run("remind", place) == .failed)
        #expect(session.talk.text.contains("\"Harbour Night\" was on 2020-05-01 20:00 and is over"))
        #expect(!session.service.calls.contains { $0.hasPrefix("add reminder") })
    }

    @Test("Activities are named by their number, and what only other programs have by words")
    func activities() async {
        let session = session()
        session.service.change {
            $0.activities = [Samples.activity]
            $0.placeErrors = ["note": ClientError(.nothingMatches, "nothing matches")]
            $0.foreign = [ForeignHit(Samples.activity.activity, programName: "Concerts")]
        }
        #expect(await session.run("remind", "--activity", "1", "--in", "2h") == .done)
        #expect(session.service.calls.last == "add reminder foreign:org.example.Concerts/1")
        #expect(await session.run("remind", "--activity", "2", "--in", "2h") == .nothingFound)
        #expect(await session.run("remind", "--activity", "1", "blue", "--in", "2h") == .wrongWords)
        #expect(await session.run("remind", "blue", "note", "--in", "2h") == .done)
        #expect(session.service.calls.last == "add reminder foreign:org.example.Concerts/1")
    }

    @Test("What Tab gives is taken: the title of a kept event, and the whole title of what other programs have")
    func titled() async {
        let session = session()
        session.service.change {
            var (event, other) = (KeptEvent(), KeptEvent())
            (event.title, event.start) = ("RDFa Gig", "2099-05-01")
            (other.title, other.start) = ("RDFa Gig 2", "2099-05-02")
            $0.events = [event, other]
            $0.placeErrors = ["Note": ClientError(.nothingMatches, "nothing matches")]
            $0.foreign = ["Blue Note, the programme", "Blue Note", "A Blue Note"].enumerated().map { index, title in
                let item = SearchItem(.init("org.example.Concerts", "\(index)"), title: title)
                return ForeignHit(item.activity, programName: "Concerts")
            }
        }
        let identifier = session.service.current.events[0].identifier.description
        #expect(await session.run("remind", "rdfa", "gig", "--in", "2h") == .done)
        #expect(session.service.calls.last == "add reminder \(identifier)")
        #expect(await session.run("remind", "Blue Note", "--in", "2h") == .done)
        #expect(session.service.calls.last == "add reminder foreign:org.example.Concerts//1")
        #expect(await session.run("remind", "Note", "--in", "2h") == .wrongWords, "several have it")
    }

    @Test("What is removed is named, and somebody is asked first")
    func removing() async {
        let session = session([Self.request("a"), Self.request("b", .interval(60, repeats: false))])
        #expect(await session.run("notifications", "remove", "--yes") == .wrongWords, "but which?")
        #expect(await session.run("notifications", "remove", "1") == .wrongWords)
        #expect(await session.run("notifications", "remove", "1", "b", "--yes") == .done)
        #expect(session.talk.text.contains("Removed 2 notifications"), "\(session.talk.text)")
        #expect(await session.run("notifications", "remove", "--all", "--yes") == .done)
        #expect(session.talk.text.contains("nothing to remove"), "\(session.talk.text)")
    }

    @Test("Settings name the programs, and change one")
    func settings() async {
        let session = session()
        #expect(await session.run("notifications", "settings") == .done)
        #expect(session.data.text.hasPrefix("OnCue  shown  sound on  badge on"), "\(session.data.text)")
        #expect(await session.run("notifications", "settings", "oncue", "--sound", "off") == .done)
        #expect(session.data.text.contains("sound off"), "\(session.data.text)")
        #expect(await session.run("notifications", "settings", "oncue", "--silence", "rain") == .nothingFound)
        #expect(await session.run("notifications", "settings", "oncue") == .done)
        #expect(session.data.text.hasSuffix("\n  message\n"), "\(session.data.text)")
        #expect(await session.run("notifications", "settings", "Nobody") == .nothingFound)
        #expect(await session.run("notifications", "settings", "--sound", "off") == .wrongWords)
    }
}
