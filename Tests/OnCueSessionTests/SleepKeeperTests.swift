// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@MediaActor
@Suite("A machine that sleeps")
struct SleepKeeperTests {
    private let rig = PlaybackRig()
    private let watch = FakeSleepWatch()
    private let outputs = FakeOutputWatch()
    private let time = OutputTime()
    private let outputKeeper: OutputKeeper
    private let keeper: SleepKeeper

    init() {
        let time = time
        outputKeeper = OutputKeeper(
            controller: rig.controller, watch: outputs, store: MemoryOutputStore(), selection: .followDefault,
            pause: { duration throws(CancellationError) in try await time.staged.sleep(duration) },
            now: { time.now })
        keeper = SleepKeeper(
            controller: rig.controller, watch: watch, outputs: outputKeeper,
            pause: { duration throws(CancellationError) in try await time.staged.sleep(duration) })
        rig.controller.changes.listen { [keeper, outputKeeper] in
            outputKeeper.update($0)
            keeper.update($0)
        }
        outputKeeper.start()
        keeper.start()
        outputs.show("pods", "speakers")
    }

    private var snapshot: PlaybackSnapshot { rig.controller.snapshot }

    @Test("It waits for us only while something plays")
    func holds() async throws {
        #expect(!watch.isHolding)
        try await rig.play([.sample("one")])
        #expect(watch.isHolding)
        try rig.controller.perform(.pause)
        await settle()
        #expect(!watch.isHolding)
    }

    @Test("What plays is silent and its position saved before the machine sleeps, and goes on there after it")
    func sleeps() async throws {
        try await rig.play([.sample("one")])
        rig.engine.advance(by: .seconds(30))

        await watch.sleep()

        #expect(rig.engine.calls.last == .halt)
        #expect(rig.store.session.position.isAbout(.seconds(30)))
        #expect(snapshot.interruption == .suspend && snapshot.cause == .suspend)
        watch.wake()

        await time.pass(SleepKeeper.wakingTime)
        try await waitUntil("it plays") { snapshot.status == .playing }
        #expect(rig.controller.position.isAbout(.seconds(30)))
    }

    @Test("What was paused stays paused")
    func paused() async throws {
        try await rig.play([.sample("one")])
        try rig.controller.perform(.pause)

        await watch.sleep()
        watch.wake()
        await time.pass(SleepKeeper.wakingTime)

        #expect(snapshot.status == .paused && snapshot.interruption == nil)
    }

    @Test("An output that went away with the sleep is waited for when the machine is awake")
    func outputGone() async throws {
        try await rig.play([.sample("one")])

        await watch.sleep()
        outputs.show("speakers")
        #expect(snapshot.interruption == .suspend)
        watch.wake()
        await time.pass(SleepKeeper.wakingTime)
        try await waitUntil("the output is lost") { snapshot.interruption == .outputLost }
        outputs.show("pods", "speakers")

        await time.pass(.seconds(1))
        try await waitUntil("it plays") { snapshot.status == .playing }
    }

    @Test("An output that is there again before the machine is quite awake is no reason to wait")
    func outputBack() async throws {
        try await rig.play([.sample("one")])

        await watch.sleep()
        outputs.show("speakers")
        outputs.show("pods", "speakers")
        watch.wake()

        await time.pass(SleepKeeper.wakingTime)
        try await waitUntil("it plays") { snapshot.status == .playing }
    }
}
