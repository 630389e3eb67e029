// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueDesk
import OnCueInterface
import OnCueNotifications
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Whether alarms can be heard, and all that waits can come")
@MediaActor
struct AlarmHealthTests {
    private let speakers = HealthCheck("sound", .ok, "sound goes to Speakers")

    private func needs(
        _ sound: HealthCheck? = nil, _ prospect: WakingProspect = .unknown, _ startsAtLogin: Bool? = nil, count: Int = 1
    ) -> AlarmHealth.Needs {
        AlarmHealth.Needs(
            count: count, next: 0, sound: sound ?? speakers, prospect: prospect, startsAtLogin: startsAtLogin)
    }

    @Test("An alarm that can be heard is told with its time", arguments: [WakingProspect.awake, .woken, .unknown])
    func heard(_ prospect: WakingProspect) {
        let checks = AlarmHealth.checks(needs(nil, prospect))

        #expect(checks.map(\.name) == ["alarms"] && checks[0].verdict == .ok)
        #expect(checks[0].detail.hasPrefix("1 alarm, at 19"))
        #expect(AlarmHealth.checks(needs(count: 2))[0].detail.hasPrefix("2 alarms, the next at 19"))
    }

    @Test("Without sound, or where the machine may sleep, it may not be heard")
    func unheard() {
        let silent = HealthCheck("sound", .warning, "the sound server has no output", advice: "connect speakers")

        let sound = AlarmHealth.checks(needs(silent, .asleep))[0]
        let sleep = AlarmHealth.checks(needs(nil, .asleep))[0]

        #expect(sound.verdict == .warning && sound.detail.hasSuffix("; the sound server has no output"))
        #expect(sound.advice == "connect speakers")
        #expect(
            sleep.verdict == .warning && sleep.detail.hasSuffix("; this machine may sleep then, and nothing wakes it"))
    }

    @Test("A service that does not start at login is told")
    func login() {
        let starts = AlarmHealth.checks(needs(nil, .awake, true))
        let doesNot = AlarmHealth.checks(needs(nil, .awake, false))

        #expect(starts.map(\.name) == ["alarms", "alarms.start"] && starts[1].verdict == .ok)
        #expect(doesNot[1].verdict == .warning && doesNot[1].advice == "systemctl --user enable oncued")
    }

    @Test("What waits for a place that is not there is told, with its number in the list of what waits")
    func missing() async throws {
        let rig = try await ServiceRig()
        let center = try #require(rig.desks).notificationCenter
        await center.ready()
        func add(_ identifier: String, _ category: String, _ trigger: NotificationTrigger) async throws {
            try await center.add(
                NotificationRequest(
                    .init(ServiceNames.busName, identifier),
                    NotificationContent(title: "Title of \(identifier)", category: category), trigger: trigger))
        }
        let health = AlarmHealth(
            center: center, sound: { [speakers] in speakers }, prospect: { .awake }, startsAtLogin: { nil },
            known: { ([PlaceRecord(name: "work")], []) })
        let nothing = await health.checks()
        #expect(nothing.map(\.name) == ["alarms", "reminders"] && nothing.allSatisfy { $0.verdict == .ok })
        #expect(nothing.map(\.detail) == ["none set", "nothing waits"])

        try await add("alarm", Alarm.category, .interval(60, repeats: false))
        try await add("home", "", .event(.init(.arrival, "home"), .untilAnswered))
        try await add("work", "", .event(.init(.arrival, "Work"), .untilAnswered))
        let checks = await health.checks()

        #expect(checks.map(\.name) == ["alarms", "reminders"] && checks.map(\.verdict) == [.ok, .warning])
        #expect(checks.last?.detail == "\"Title of home\" waits, but there is no place \"home\" any longer")
        #expect(
            checks.last?.advice == "add it again with: oncue place add home --here, or remove it with: "
                + "oncue notifications remove p2")
    }
}
