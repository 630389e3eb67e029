// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@MediaActor
@Suite("Outputs that come and go")
struct OutputKeeperTests {
    private let rig = PlaybackRig()
    private let watch = FakeOutputWatch()
    private let time = OutputTime()
    private let keeper: OutputKeeper

    init() {
        let time = time
        keeper = OutputKeeper(
            controller: rig.controller, watch: watch, store: MemoryOutputStore(), selection: .followDefault,
            pause: { duration throws(CancellationError) in try await time.staged.sleep(duration) },
            now: { time.now })
        rig.controller.changes.listen { [keeper] in keeper.update($0) }
        keeper.start()
    }

    private var snapshot: PlaybackSnapshot { rig.controller.snapshot }

    private func play() async throws {
        watch.show("pods", "speakers")
        try await rig.play([.sample("one")])
        rig.engine.advance(by: .seconds(30))
    }

    @Test("The sound ends at once when its output is lost, the position is kept, and it goes on there when it is back")
    func lostAndBack() async throws {
        try await play()
        rig.forget()

        watch.show("speakers")
        #expect(rig.engine.calls == [.halt])
        #expect(snapshot.status == .paused && snapshot.interruption == .outputLost && snapshot.cause == .outputLost)
        #expect(snapshot.error?.message.contains("\"Pods\" was disconnected") == true)
        watch.show("pods", "speakers")

        await time.pass(.seconds(1))
        try await waitUntil("it plays") { snapshot.status == .playing }
        #expect(rig.controller.position.isAbout(.seconds(30)))
        #expect(snapshot.cause == .outputBack)
        keeper.close()
    }

    @Test("What is chosen while others are made to play together holds")
    func overtaken() async throws {
        try await play()
        let both = [
            ChosenOutput(identifier: "pods", title: "Pods"), ChosenOutput(identifier: "speakers", title: "Speakers"),
        ]
        let single = OutputSelection([both[1]])
        watch.whileCombining = { [keeper] in await keeper.select(single) }

        await keeper.select(OutputSelection(both))

        #expect(keeper.selection == single)
        keeper.close()
    }

    @Test("A pause that the session manager sends because the output goes away is part of that")
    func managerPauses() async throws {
        try await play()
        // Without a pause in between: what comes two seconds later is no echo.
        try rig.controller.perform(.pause, by: .remote)
        watch.show("speakers")
        #expect(snapshot.interruption == .outputLost)
        watch.show("pods", "speakers")

        await time.pass(.seconds(1))
        try await waitUntil("it plays") { snapshot.status == .playing }
        keeper.close()
    }

    @Test("An output that stays away for too long is waited for no more")
    func stays() async throws {
        try await play()
        watch.show("speakers")

        await time.pass(.seconds(299))
        #expect(snapshot.interruption == .outputLost)
        await time.pass(.seconds(1))
        try await waitUntil("the interruption is over") { snapshot.interruption == nil }
        watch.show("pods", "speakers")
        await time.pass(.seconds(1))

        #expect(snapshot.status == .paused)
        keeper.close()
    }

    @Test("A server that is restarted brings the music back, also when the engine noticed first")
    func restart() async throws {
        try await play()

        rig.engine.loseOutput()
        watch.loseServer()
        #expect(snapshot.interruption == .outputLost)
        rig.engine.hasOutput = true
        watch.show("pods", "speakers")

        await time.pass(.seconds(1))
        try await waitUntil("it plays") { snapshot.status == .playing }
        keeper.close()
    }

    @Test("What a person paused stays paused, whatever comes and goes")
    func paused() async throws {
        try await play()
        try rig.controller.perform(.pause)
        await settle()

        watch.show("speakers")
        watch.show("pods", "speakers")
        await time.pass(.seconds(1))

        #expect(snapshot.status == .paused && snapshot.interruption == nil && snapshot.error == nil)
        keeper.close()
    }

    @Test("A person who goes on hears what is there now, and is not interrupted when the lost output comes back")
    func goesOn() async throws {
        try await play()
        watch.show("speakers")
        try rig.controller.perform(.resume)
        await settle()
        rig.forget()

        watch.show("speakers", "pods")
        await time.pass(.seconds(1))

        #expect(rig.engine.calls.isEmpty && snapshot.status == .playing)
        keeper.close()
    }

    @Test("Each device has a volume of its own, also one that the engine does not know by name")
    func volumes() async throws {
        rig.controller.setVolumeCap(0.4)
        watch.show("pods", "speakers")
        try await rig.play([.sample("one")])
        #expect(snapshot.output?.identifier == nil, "what is silent is no device")

        rig.engine.onEvent?(.outputChanged(AudioOutput(name: "pulse", isSilent: false)))
        #expect(snapshot.output == AudioOutput(name: "pulse", isSilent: false, identifier: "pods", title: "Pods"))
        #expect(snapshot.volume == 0.4)
        try rig.controller.perform(.setVolume(0.7))

        await keeper.select(.device(identifier: "speakers", title: "Speakers"))
        #expect(snapshot.output?.title == "Speakers")
        #expect(snapshot.volume == 0.4)

        await keeper.select(.followDefault)
        #expect(snapshot.output?.title == "Pods" && snapshot.volume == 0.7)
        watch.loseServer()
        #expect(snapshot.output?.title == "Pods", "what was known last")
        keeper.close()
    }

    @Test("A volume that is set while the sound is on its way to another output is the volume there")
    func volumeOnTheWay() async throws {
        rig.controller.setVolumeCap(0.4)
        watch.inUse = "pods"
        watch.show("pods", "speakers")
        try await rig.play([.sample("one")])
        rig.engine.onEvent?(.outputChanged(AudioOutput(name: "pulse", isSilent: false)))
        try rig.controller.perform(.setVolume(0.7))

        await keeper.select(.device(identifier: "speakers", title: "Speakers"))
        // The server tells of something else before the sound has been moved.
        watch.show("pods", "speakers", "screen")
        #expect(snapshot.output?.title == "Speakers" && snapshot.volume == 0.4)
        try rig.controller.perform(.setVolume(0.9))
        watch.inUse = "speakers"
        watch.show("pods", "speakers", "screen")
        #expect(snapshot.output?.title == "Speakers" && snapshot.volume == 0.9)

        // Somebody moves it in the system's mixer.
        watch.inUse = "pods"
        watch.show("pods", "speakers", "screen")
        #expect(snapshot.output?.title == "Pods" && snapshot.volume == 0.7)
        keeper.close()
    }

    @Test("When a page in a browser has gone, the output that was chosen before it is, and not that of an alarm")
    func pageGone() async throws {
        let phone = OutputSelection.device(identifier: "browser:1", title: "Phone")
        watch.show("speakers", "pods", "browser:1")
        await keeper.select(.device(identifier: "pods", title: "Pods"))
        await keeper.select(phone)
        // An alarm chooses for itself, and gives back.
        await keeper.select(.followDefault, isKept: false)
        await keeper.select(phone, isKept: false)

        watch.show("speakers", "pods")

        try await waitUntil("another output is chosen") { keeper.selection != phone }
        #expect(keeper.selection.identifier == "pods")
        keeper.close()
    }

    @Test("What has lost its output stays paused where the person wants to choose before anything is heard there")
    func choosesFirst() async throws {
        try await play()
        let asked = EventLog<Set<String>>()
        keeper.goesOn = { output in
            asked.append(output?.devices ?? [])
            return false
        }
        watch.show("speakers")
        #expect(snapshot.interruption == .outputLost)
        watch.show("pods", "speakers")

        await time.pass(.seconds(1))
        try await waitUntil("it was asked") { asked.count > 0 }
        #expect(asked.events == [["pods"]])
        #expect(snapshot.status == .paused && snapshot.interruption == nil)
    }
}

/// The time of an ``OutputKeeper``, which passes when a test says so.
@MediaActor
final class OutputTime {
    let staged = StagedTime()
    private(set) var now = ContinuousClock.now

    /// Returns when everything has been done that is due then, and that follows at once.
    func pass(_ duration: Duration) async {
        // What was told to wait does so from now on.
        await settle()
        now += duration
        await staged.advance(by: duration)
        for _ in 0..<2 { await staged.advance(by: .zero) }
    }
}
