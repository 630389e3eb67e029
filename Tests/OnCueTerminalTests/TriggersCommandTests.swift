// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import OnCuePhrases
import Testing

@testable import OnCueTerminal

@Suite("oncue triggers")
struct TriggersCommandTests {
    private static let car: TriggerDeviceRecord = {
        var device = TriggerDeviceRecord(id: "CC:DD", name: "Passat", kind: "other")
        device.isAmbiguous = true
        device.lastSeen = 0
        return device
    }()
    private static let pods: TriggerDeviceRecord = {
        var device = TriggerDeviceRecord(id: "AA:BB", name: "My Pods", kind: "headphones")
        device.isHeard = true
        device.policy = "resume"
        device.volumeLimit = 0.6
        return device
    }()

    private func session() -> Session {
        Session {
            $0.triggerSources = [
                TriggerSourceRecord(source: "sound", state: "working"),
                TriggerSourceRecord(source: "network", state: "absent", detail: "There is no NetworkManager."),
            ]
            $0.triggerDevices = [Self.pods, Self.car]
            $0.triggerTimes = [TriggerTimeRecord(name: "gym", minute: 1080, days: ["tue", "thu"])]
        }
    }

    @Test("shows sources with their health, devices and times, and asks for what only the person can tell")
    func shows() async {
        let session = session()

        #expect(await session.run("triggers") == .done)

        #expect(
            session.data.text == """
                Sources
                  sound    working
                  network  absent   There is no NetworkManager.

                Devices
                  My Pods  headphones  connected              resume, at most 60%
                  Passat   other?      seen \(MomentText.text(0))

                Times
                  gym  18:00  tue thu

                """)
        #expect(
            session.talk.text == "Passat may be a car; if it is, run: oncue triggers device Passat --kind car\n")
    }

    @Test("--json has every field")
    func json() async {
        let session = session()
        await session.run("triggers", "--json")
        #expect(
            session.data.text == """
                {"total":2,"offset":0,"items":[{"source":"sound","state":"working","detail":null},\
                {"source":"network","state":"absent","detail":"There is no NetworkManager."}],\
                "devices":[{"id":"AA:BB","name":"My Pods","kind":"headphones","said":false,"ambiguous":false,\
                "heard":true,"policy":"resume","volumeLimit":60,"lastSeen":null},{"id":"CC:DD","name":"Passat",\
                "kind":"other","said":false,"ambiguous":true,"heard":false,"policy":null,"volumeLimit":null,\
                "lastSeen":0}],"times":[{"name":"gym","time":"18:00","days":["tue","thu"],"next":null}]}

                """)
    }

    @Test("--watch tells events as they come, and sources that are in another state")
    func watch() async throws {
        let session = session()
        session.service.change {
            $0.triggerUpdates = [
                .event(TriggerEventRecord(time: 100, source: "sound", event: "heard", text: "My Pods can be heard.")),
                .sourcesChanged, .serviceLost,
            ]
        }

        #expect(await session.run("triggers", "--watch") == .done)

        #expect(session.data.lines == [MomentText.text(100) + "  sound heard  My Pods can be heard."])
        #expect(session.data.isWatched)
        #expect(session.talk.lines.last == "oncued has quit; events are shown once it runs again")
        await session.run("triggers", "--watch", "--json")
        #expect(
            session.data.text
                == #"{"time":100,"source":"sound","event":"heard","text":"My Pods can be heard."}"# + "\n")
    }

    // MARK: Devices

    @Test(
        "device says what is named and leaves the rest",
        arguments: [
            (["--kind", "car"], "car - -"), (["--kind", "auto"], " - -"), (["--policy", "play"], "- play -"),
            (["--policy", "usual"], "-  -"), (["--volume-limit", "60%"], "- - 0.6"),
            (["--volume-limit", "none"], "- - 2.0"), (["--policy", "resume", "--volume-limit", "0"], "- resume 0.0"),
        ])
    func device(words: [String], wish: String) async {
        let session = session()
        #expect(await session.run(["triggers", "device", "My", "Pods"] + words) == .done)
        #expect(session.service.calls == ["device My Pods \(wish)", "devices"])
        #expect(session.data.lines.first?.hasPrefix("My Pods  headphones") == true)
    }

    @Test("device shows one, forgets one, and finds none of another name")
    func oneDevice() async {
        let session = session()
        #expect(await session.run("triggers", "device", "AA:BB", "--json") == .done)
        #expect(session.data.text.hasPrefix(#"{"id":"AA:BB","name":"My Pods""#))
        for name in ["my pods", "MY PODS", "aa:bb"] {
            #expect(await session.run("triggers", "device", name) == .done, "\(name)")
        }
        #expect(await session.run("triggers", "device", "Old Pods") == .nothingFound)
        #expect(await session.run("triggers", "device", "Old Pods", "--kind", "car") == .nothingFound)
        #expect(await session.run("triggers", "device", "Passat", "--forget", "--yes") == .done)
        #expect(session.service.calls.last == "forget device Passat")
    }

    @Test(
        "device refuses what nobody can set",
        arguments: [
            ["--kind", "bus"], ["--policy", "always"], ["--volume-limit", "101"], ["--volume-limit", "loud"],
            ["--forget", "--kind", "car"], ["--dry-run"], ["--kind", "car", "--yes"],
        ])
    func deviceRefusal(words: [String]) async {
        let session = session()
        #expect(await session.run(["triggers", "device", "Passat"] + words) == .wrongWords)
        #expect(session.service.calls.isEmpty)
    }

    // MARK: Times

    @Test("time asks for a time of day, on some days or on all, and no more")
    func time() async {
        let session = Session()
        #expect(await session.run("triggers", "time", "morning", "7:30") == .done)
        #expect(session.service.calls.first == "time morning 450 ")
        #expect(session.data.lines == ["morning  07:30  every day"])
        await session.run("triggers", "time", "gym", "18:00", "--days", "thu,Tuesday,tue")
        #expect(session.service.calls.contains("time gym 1080 tue,thu"))
        #expect(await session.run("triggers", "time", "gym", "--remove") == .done)
        #expect(session.service.calls.last == "remove time gym")
        #expect(
            session.talk.text == "Removed time \"gym\"; oncue triggers time gym 18:00 --days tue,thu adds it again\n")
    }

    @Test(
        "time refuses what is no time of day",
        arguments: [
            ["gym"], ["gym", "25:00"], ["gym", "6pm"], ["gym", "18:00", "--days", "t"], ["gym", "18:00", "--days", ""],
            ["gym", "18:00", "--remove"], ["gym", "--remove", "--days", "mon"],
        ])
    func timeRefusal(words: [String]) async {
        let session = Session()
        #expect(await session.run(["triggers", "time"] + words) == .wrongWords)
        #expect(session.service.calls.isEmpty)
    }
}
