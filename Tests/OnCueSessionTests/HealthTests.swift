// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@MediaActor
@Suite("How the service is")
struct HealthTests {
    private let sound = FakeHealthProbe("sound", [HealthCheck("sound", .ok, "Speakers")])
    private let disk = FakeHealthProbe(
        "library", [HealthCheck("library.folder", .failed, "/a"), HealthCheck("library.folder", .ok, "/b")])

    @Test("Every part is told, in order")
    func order() async {
        let checks = await HealthCenter([sound, disk]).checks()

        #expect(checks.map(\.name) == ["sound", "library.folder", "library.folder"])
        #expect(checks.map(\.verdict) == [.ok, .failed, .ok])
    }

    @Test("A part that does not answer is told as that, holds up no other, and is not asked again meanwhile")
    func hanging() async {
        let center = HealthCenter([disk, sound], limit: .milliseconds(50))
        disk.hangs = true

        let first = await center.checks()
        let second = await center.checks()
        disk.goOn()
        var third = await center.checks()
        // Its answer to the first question ends that; then it is asked again.
        while third.first?.verdict != .failed || third.count < 3 { third = await center.checks() }

        for checks in [first, second] {
            #expect(checks.map(\.name) == ["library", "sound"])
            #expect(checks.first?.verdict == .failed)
            #expect(checks.first?.detail == "no answer within 0 s")
        }
        #expect(disk.count == 2)
        #expect(third.map(\.name) == ["library.folder", "library.folder", "sound"])
    }

    @Test("Who asks while it is looked gets the same answer")
    func together() async {
        let center = HealthCenter([sound])
        let looks = (0..<20).map { _ in Task { @MediaActor in await center.checks() } }

        for look in looks { #expect(await look.value.count == 1) }

        #expect(sound.count == 1)
    }

    // MARK: Sound

    private func output(
        isAvailable: Bool = true, isStandIn: Bool = false
    ) -> AudioOutputDescription {
        AudioOutputDescription(
            identifier: "a", title: "Speakers", kind: .speakers, address: "a", isAvailable: isAvailable,
            isStandIn: isStandIn)
    }

    @Test("Each reason why nothing would be heard has its own advice")
    func outputs() {
        let there = AudioOutputs(isServerThere: true)
        let checks = [
            OutputHealth.check(AudioOutputs(), current: nil), OutputHealth.check(there, current: nil),
            OutputHealth.check(there, current: output(isStandIn: true)),
            OutputHealth.check(there, current: output(isAvailable: false)),
            OutputHealth.check(volume: 0, isMuted: false), OutputHealth.check(volume: 1, isMuted: true),
            OutputHealth.check(fixed: "silent"), OutputHealth.check(fixed: "silent,/tmp/a.wav"),
        ]

        for check in checks {
            #expect(check.verdict == .warning)
            #expect(!check.advice.isEmpty)
        }
        #expect(OutputHealth.check(fixed: "alsasink,silent").verdict == .ok)
        #expect(checks[0].advice.contains("pipewire-pulse"))
        #expect(checks[1] == checks[2])
        #expect(checks[3].detail.contains("Speakers"))
        #expect(checks[4].advice == "oncue volume 50")
        #expect(checks[5].advice == "oncue volume unmute")
    }

    @Test("What is heard is named")
    func heard() {
        let check = OutputHealth.check(AudioOutputs(isServerThere: true), current: output())

        #expect(check == HealthCheck("sound", .ok, "sound goes to Speakers"))
        #expect(OutputHealth.check(volume: 0.001, isMuted: false) == HealthCheck("sound.volume", .ok, "1 percent"))
    }

    // MARK: The journal

    @Test("What cannot be written is counted, until it is")
    func backlog() async throws {
        let store = FakeListeningStore()
        let recorder = ListeningRecorder(store: store, time: { 7 })
        var snapshot = PlaybackSnapshot()
        (snapshot.status, snapshot.token) = (.playing, .init(1))
        snapshot.entry = PlaybackQueue.Entry(id: .init(1), track: .sample("1"))
        snapshot.position = PositionAnchor(.zero, advancingFrom: .now)
        store.fail(1)

        recorder.update(snapshot)
        try await store.attempts.wait(count: 1)
        await OnCueTestSupport.settle()
        await recorder.settle()
        let backlog = recorder.backlog
        await recorder.finish(snapshot)

        #expect(backlog == 1)
        #expect(recorder.backlog == 0)
        let check = BacklogHealth.check(heard: backlog, learnt: 2)
        #expect(check.verdict == .failed)
        #expect(check.detail.hasPrefix("1 listening event and 2 learnt choices"))
        #expect(BacklogHealth.check(heard: 0, learnt: 0).verdict == .ok)
    }
}
