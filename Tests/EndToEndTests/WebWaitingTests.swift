// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("Alarms, reminders and other machines on the page", .timeLimit(.minutes(10)))
struct WebWaitingTests {
    private func alarms(_ stage: WebPageStage) throws -> [JSONValue] {
        try stage.get("/api/1/alarms").json["alarms"]?.arrayValue ?? []
    }

    private func reminders(_ stage: WebPageStage) throws -> [JSONValue] {
        try stage.get("/api/1/reminders").json["reminders"]?.arrayValue ?? []
    }

    @Test("Alarms are listed, added, switched off and on, and removed, and every page hears of it")
    func alarms() async throws {
        let stage = try await WebPageStage()
        let socket = try stage.socket()
        #expect(socket.message() != nil)
        #expect(try alarms(stage).isEmpty)
        let a = try #require(try stage.tracks()["a"])

        let added = try stage.post(
            "alarms/add",
            [
                "hour": 6, "minute": 30, "weekdays": [0, 4], "repeats": true, "item": .string(a), "volume": 0.4,
                "fade": 120_000_000,
            ]
        ).json
        #expect(added["state"] == "waiting" && added["subtitle"] == "a" && added["prospect"] != nil, "\(added)")
        #expect(added["art"]?.stringValue?.hasPrefix("/api/1/art/track%3A") == true)
        #expect(socket.message { $0["type"] == "alarms" } != nil)
        let name = try #require(added["alarm"])
        let listed = try #require(try alarms(stage).first)
        #expect(listed["hour"] == 6 && listed["minute"] == 30 && listed["weekdays"] == [0, 4])
        #expect(listed["volume"] == 0.4 && listed["fade"] == 120_000_000 && listed["repeats"] == true)

        #expect(try stage.post("alarms/switch", ["alarm": name, "on": false]).json["state"] == "off")
        #expect(socket.message { $0["type"] == "alarms" } != nil)
        #expect(try alarms(stage).first?["due"] == nil)
        let shown = try await stage.machine.oncue("alarm").output
        #expect(shown.contains("off, 06:30, on Mondays and Fridays") || shown.contains("off, 06:30"), "\(shown)")
        #expect(try await stage.machine.json("alarm")["items"]?[0]?["on"] == false)
        try await stage.machine.done("alarm", "on", "1")
        #expect(try alarms(stage).first?["state"] == "waiting" && (try alarms(stage).first?["due"]) == listed["due"])
        #expect(try await stage.machine.oncue("alarm", "off", "1").errors.contains("is off"))
        #expect(try alarms(stage).first?["state"] == "off")

        #expect(try stage.post("alarms/add", ["hour": 24, "minute": 0]).code == "InvalidValue")
        #expect(try stage.post("alarms/add", ["hour": 4, "minute": 0, "item": "/etc/passwd"]).code == "InvalidValue")
        #expect(try stage.post("alarms/snooze").code == "NotFound")
        #expect(try stage.post("alarms/remove", ["alarm": name]).status == 200)
        #expect(try alarms(stage).isEmpty)
        #expect(try stage.post("alarms/remove", ["alarm": name]).code == "NotFound")
    }

    @Test("An alarm that rings is snoozed and stopped on the page")
    func ringing() async throws {
        let stage = try await WebPageStage()
        try await stage.machine.done("alarm", "add", "1s", "Tracks/a")
        try await waitUntil("it rings") { try alarms(stage).first?["state"] == "ringing" }
        try await stage.machine.waitForNow("it plays") { $0["title"] == "a" && $0["status"] == "playing" }

        #expect(try stage.post("alarms/snooze").status == 200)

        try await waitUntil("it is snoozed") { try alarms(stage).map { $0["state"] } == ["snoozed"] }
        #expect(try stage.post("alarms/stop").status == 200)
        try await waitUntil("it has ended") { try alarms(stage).isEmpty }
    }

    @Test("A reminder is added, comes, and is played; what other programs have is neither seen nor removed")
    func reminders() async throws {
        let stage = try await WebPageStage()
        let b = try #require(try stage.tracks()["b"])
        try await stage.machine.done("notifications", "add", "Tea", "--in", "2h")
        let foreign = try #require(try await stage.machine.json("notifications", "pending")["items"]?[0]?["identifier"])

        let added = try stage.post("reminders/add", ["item": .string(b), "event": "headphones", "note": "Loud"]).json
        #expect(added["title"] == "b" && added["when"] == "when headphones connect", "\(added)")
        let later = try stage.post("reminders/add", ["item": .string(b), "time": .int(time(nil) + 7_200)]).json
        #expect(later["due"]?.intValue.map { abs($0 - time(nil) - 7_200) < 60 } == true, "\(later)")
        #expect(try reminders(stage).count == 2)
        #expect(try stage.post("reminders/add", ["item": .string(b)]).code == "InvalidValue")
        #expect(try stage.post("reminders/add", ["item": .string(b), "event": "doom"]).code == "InvalidValue")
        #expect(try stage.post("reminders/add", ["event": "unlock"]).code == "NothingPlaying")
        #expect(try stage.post("reminders/remove", ["reminder": foreign]).code == "NotFound")
        #expect(try stage.post("alarms/remove", ["alarm": foreign]).code == "NotFound")
        #expect(try stage.post("reminders/remove", ["reminder": later["reminder"] ?? ""]).status == 200)

        try await stage.machine.done("simulate", "headphones", "WH-1000XM5")
        try await waitUntil("it has come") { try reminders(stage).first?["state"] == "due" }
        let name = try #require(try reminders(stage).first?["reminder"])
        #expect(try stage.post("reminders/answer", ["reminder": name, "action": "dance"]).code == "InvalidValue")
        #expect(try stage.post("reminders/answer", ["reminder": name, "action": "play"]).status == 200)

        try await stage.machine.waitForNow("it plays") { $0["title"] == "b" && $0["status"] == "playing" }
        try await waitUntil("it is gone") { try reminders(stage).isEmpty }
        #expect(try await stage.machine.json("notifications", "pending")["items"]?.arrayValue?.count == 1)
    }

    @Test("What plays at a paired machine is shown, and continues here at a press, and nothing else is called")
    func handoff() async throws {
        let machines = try await PairedMachinesStage()
        try await machines.begin(["a"], ["a"])
        try await machines.kitchen.done("handoff", "listen", "on")
        try await machines.kitchen.done("play", "Tracks/a")
        let stage = try await WebPageStage(of: machines.desk)

        var listed: [JSONValue] = []
        try await waitUntil("it is shown what plays there, not \(listed)") {
            listed = try stage.get("/api/1/machines").json["machines"]?.arrayValue ?? []
            #expect(listed.count == 1 && listed.first?["name"] == "kitchen", "\(listed)")
            return listed.first?["reachable"] == true && listed.first?["title"] == "a"
                && listed.first?["playing"] == true
        }
        #expect(try stage.post("machines/continue", ["machine": "-oProxyCommand=x"]).code == "NotFound")
        #expect(try stage.post("machines/continue", ["machine": "localhost"]).code == "NotFound")
        #expect(try await machines.playing() == ["kitchen"])

        let browser = try await WebBrowser()
        let code = try #require(try await machines.desk.json("web")["address"]?.stringValue)
        try await browser.open(code)
        try await browser.waitUntilShown()
        try await browser.script("location.hash = '#sound'")
        try await browser.waitForText("kitchen", in: "#sound-list")
        try await browser.click("[aria-label^='Continue a from kitchen']")

        try await browser.waitForMessage(" plays a")
        #expect(try await machines.playing() == ["desk"])
        try await browser.wait("it is in the bar", until: "document.querySelector('#bar-title').innerText === 'a'")
        try await machines.kitchen.done("handoff", "listen", "off")
        #expect(try stage.get("/api/1/machines").json["machines"]?[0]?["reachable"] == false)
        #expect(try stage.post("machines/continue", ["machine": "kitchen"]).code == "NotAvailable")
        #expect(try await browser.complaints() == [])
    }
}
