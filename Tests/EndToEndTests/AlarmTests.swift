// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import Glibc
import JSON
import OnCueTestSupport
import Testing

/// From adding to the end of an alarm, with the real programs and a notification server of the test's own.
@Suite("Alarms", .timeLimit(.minutes(10)))
struct AlarmTests {
    private func notice(_ stage: StoryStage, _ isMeant: ([BusValue]) -> Bool = { _ in true }) async throws -> [BusValue]
    {
        var shown: [[BusValue]] = []
        return try await waitFor("an alarm is shown; there was \(shown)") {
            shown = try await stage.notices.calls(of: "Notify", at: StoryStage.notificationsPath)
            return shown.last {
                $0[6].dictionaryValue?["category"]?.unwrapped.stringValue == "x-oncue.alarm" && isMeant($0)
            }
        }
    }

    private func alarms(_ stage: StoryStage) async throws -> [JSONValue] {
        try await stage.machine.json("alarm")["items"]?.arrayValue ?? []
    }

    @Test("It wakes with an album, is snoozed by a pause, and ends; volume and queue are the user's again")
    func story() async throws {
        let stage = try await StoryStage(system: try await PrivateBus())
        let machine = stage.machine
        _ = try await machine.startDaemon()
        _ = try await stage.library()
        try await machine.done("volume", "80")

        let told = try await machine.oncue(
            "alarm", "add", "1s", "Library/Tracks/Story", "--volume", "30", "--title", "Rise")
        #expect(told.errors.hasPrefix("You will be woken with \"Story\" on "), "\(told)")
        let shown = try await notice(stage)
        #expect(shown[3].stringValue == "Rise")
        #expect(shown[5].stringsValue == ["default", "", "snooze", "Snooze", "stop", "Stop"])
        try await machine.waitUntilPlayed(from: 0.1)
        let now = try await machine.json("now")
        #expect(now["title"] == "Story" && now["volume"] == 30, "\(now)")
        #expect(try await machine.oncue("alarm").output.contains("rings"))

        try await machine.done("pause")
        try await waitUntil("it is snoozed") {
            let alarms = try await alarms(stage)
            return alarms.count == 1 && alarms[0]["state"] == "pending"
        }
        #expect(try await machine.json("now")["volume"] == 80)
        #expect(try await machine.oncue("alarm", "stop").errors.contains("\"Rise\" has ended"))

        #expect(try await alarms(stage) == [])
        #expect(try await machine.oncue("alarm", "stop").errors.contains("no alarm rings"))
        #expect(try await machine.oncue("alarm", "snooze").status != 0)
    }

    @Test("Whoever plays on while it is snoozed is awake, and hears it no more")
    func awake() async throws {
        let stage = try await StoryStage(system: try await PrivateBus())
        let machine = stage.machine
        _ = try await machine.startDaemon()
        _ = try await stage.library()
        try await machine.done("alarm", "add", "1s", "Library/Tracks/Story")
        try await machine.waitUntilPlayed(from: 0.1)
        #expect(try await machine.oncue("alarm", "snooze").errors.contains("rings again at "))
        try await waitUntil("it is snoozed") { try await alarms(stage).first?["state"] == "pending" }

        try await machine.done("resume")

        try await waitUntil("it has ended") { try await alarms(stage).isEmpty }
    }

    @Test("Snooze and Stop are tasks by name, and sentences")
    func tasks() async throws {
        let stage = try await StoryStage(system: try await PrivateBus())
        let machine = stage.machine
        _ = try await machine.startDaemon()
        _ = try await stage.library()
        #expect(try await machine.oncue("shortcut", "do", "snoozeAlarm").errors.contains("no alarm rings"))
        try await machine.done("alarm", "add", "1s", "Library/Tracks/Story", "--title", "Rise")
        try await machine.waitUntilPlayed(from: 0.1)

        let said = try await machine.json("say", "--language", "en", "ten more minutes")
        #expect(said["sentence"]?.stringValue?.hasPrefix("\"Rise\" rings again at ") == true, "\(said)")
        try await waitUntil("it is snoozed") { try await alarms(stage).first?["state"] == "pending" }
        let stopped = try await machine.json("shortcut", "do", "stopAlarm")
        #expect(stopped["sentence"] == "\"Rise\" has ended", "\(stopped)")

        #expect(try await alarms(stage) == [])
        let again = try await machine.oncue("say", "--language", "de", "stopp den Wecker", "--json")
        #expect(again.output.contains("no alarm rings"), "\(again)")
        try await machine.done("alarm", "add", "06:30")
        try await machine.done("alarm", "add", "1s", "Library/Tracks/Story")
        try await waitUntil("it rings") { try await machine.oncue("alarm").output.contains("rings") }
        try await machine.done("shortcut", "do", "stopAlarm")
        try await waitUntil("the other stays") { try await alarms(stage).count == 1 }
    }

    @Test("A station that cannot be reached is replaced by music of the library, and the notification says so")
    func brokenNetwork() async throws {
        let stage = try await StoryStage(system: try await PrivateBus())
        let machine = stage.machine
        _ = try await machine.startDaemon()
        _ = try await stage.library()

        try await machine.done("alarm", "add", "1s", "http://127.0.0.1:9/station.mp3", "--volume", "20")

        let shown = try await notice(stage) { $0[4].stringValue?.contains("Something else plays") == true }
        #expect(shown[4].stringValue?.contains("127.0.0.1:9") == true, "\(shown[4])")
        try await machine.waitUntilPlayed(from: 0.1)
        let now = try await machine.json("now")
        #expect(["Story", "Other"].contains(now["title"]?.stringValue ?? "") && now["volume"] == 20, "\(now)")
        try await machine.done("alarm", "stop")
        #expect(try await machine.json("now")["status"] == "paused")
    }

    @Test("Without a network and a library there is a tone; killed meanwhile, it rings again after the start")
    func toneAndKill() async throws {
        let stage = try await StoryStage(system: try await PrivateBus())
        let machine = stage.machine
        let daemon = try await machine.startDaemon()
        try await machine.done("alarm", "add", "1s", "http://127.0.0.1:9/station.mp3")
        _ = try await notice(stage)
        try await machine.waitUntilPlayed(from: 0.1)
        #expect(try await machine.json("now")["title"] == "Alarm")

        daemon.send(SIGKILL)
        _ = try await daemon.ending()
        _ = try await machine.startDaemon()

        try await waitUntil("it rings again") { try await machine.json("now")["status"] == "playing" }
        #expect(try await alarms(stage).first?["state"] != "pending")
        try await machine.done("alarm", "stop")
        try await waitUntil("it is silent") { try await machine.json("now")["status"] != "playing" }
        #expect(try await alarms(stage) == [])
    }

    @Test("Where the desktop can wake the machine it is asked to; where it cannot, that is said")
    func waking() async throws {
        let system = try await PrivateBus()
        let logind = try await MockedService(
            "org.freedesktop.login1",
            ["--system", "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager"],
            on: system)
        try await logind.call(
            "AddMethod", of: "org.freedesktop.DBus.Mock", at: "/org/freedesktop/login1",
            ["org.freedesktop.login1.Manager", "CanSuspend", "", "s", "ret = 'yes'"].map { .string($0) })
        let stage = try await StoryStage(system: system)
        let machine = stage.machine
        _ = try await machine.startDaemon()
        let alone = try await machine.oncue("alarm", "add", "2h")
        #expect(alone.errors.contains("may sleep through it"), "\(alone.errors)")

        let path = "/org/kde/Solid/PowerManagement"
        let power = try await MockedService(
            "org.kde.Solid.PowerManagement",
            ["--session", "org.kde.Solid.PowerManagement", path, "org.kde.Solid.PowerManagement"],
            on: try #require(machine.bus))
        for (name, signature, code) in [("scheduleWakeup", "sox", "ret = 7"), ("clearWakeup", "i", "")] {
            try await power.call(
                "AddMethod", of: "org.freedesktop.DBus.Mock", at: path,
                ["org.kde.Solid.PowerManagement", name, signature, code.isEmpty ? "" : "u", code].map { .string($0) })
        }
        let woken = try await machine.json("alarm", "add", "1h")

        #expect(woken["prospect"] == "woken", "\(woken)")
        let calls = try await power.wait(forCalls: 1, of: "scheduleWakeup", at: path)
        let due = try #require(woken["due"]?.intValue)
        #expect(calls.last?.last?.intValue == due - 30)
        try await machine.done("alarm", "remove", "1", "2", "--yes")
        try await power.wait(forCalls: 1, of: "clearWakeup", at: path)
    }

    @Test("At a time that the clock skips it rings when the clock is put forward, and not that much later")
    func summerTime() async throws {
        // A zone of the test's own, whose clock is put forward by an hour between one and two hours from now.
        let change = (Int(time(nil)) / 3_600 + 2) * 3_600
        var (moment, date) = (time_t(change), tm())
        gmtime_r(&moment, &date)
        let zone = "OLD0NEW-1,\(date.tm_yday)/\(date.tm_hour),\((date.tm_yday + 30) % 365)/3"
        let machine = try await Machine(["TZ": zone])
        _ = try await machine.startDaemon()
        let word = (date.tm_hour < 10 ? "0" : "") + "\(date.tm_hour):30"

        let alarm = try await machine.json("alarm", "add", word)
        let reminder = try await machine.oncue("notifications", "add", "Look", "--id", "look", "--at", word)

        #expect(alarm["due"]?.intValue == change, "\(zone) \(alarm)")
        #expect(reminder.status == 0)
        let pending = try await machine.json("notifications", "pending")["items"]?.arrayValue ?? []
        #expect(pending.count == 2 && pending.allSatisfy { $0["due"]?.intValue == change }, "\(zone) \(pending)")
    }

    @Test("Words that say no time, and values that wake nobody, are refused with what is right")
    func wrong() async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        for (words, part) in [
            (["alarm", "add", "soon"], "08:10"), (["alarm", "add", "0630"], "08:10"),
            (["alarm", "add", "25:00"], "08:10"),
            (["alarm", "add", "06:30", "--volume", "0"], "from 1 to 100"),
            (["alarm", "add", "06:30", "--fade", "2h"], "30m"),
            (["alarm", "add", "06:30", "--days", "never"], "weekdays"),
            (["alarm", "add", "20m", "--days", "mon"], "time of day"),
            (["alarm", "add", "06:30", "no such thing"], "no such thing"),
            (["alarm", "add", "06:30", "--output", "x"], "output"),
            (["alarm", "remove", "1", "--yes"], "oncue alarm"),
        ] {
            let result = try await machine.oncue(words)
            #expect(result.status != 0 && result.errors.contains(part), "\(words): \(result.errors)")
        }
        #expect(try await machine.oncue("alarm").errors.contains("No alarms"))
    }
}
