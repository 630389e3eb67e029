// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueDesktop
import OnCueRuntime
import OnCueTestSupport
import SystemServices
import Testing

@MediaActor
@Suite("Sleep, as logind tells it")
struct LogindSleepWatchTests {
    private let bus: PrivateBus
    private let story = EventLog<String>()

    init() async throws {
        bus = try await PrivateBus()
    }

    private func watch(_ address: String? = nil) -> LogindSleepWatch {
        let watch = LogindSleepWatch(system: SystemBus(address: address ?? bus.address))
        watch.whenSleepComes { [story] in story.append("sleep") }
        watch.wakes.listen { [story] in story.append("wake") }
        watch.start()
        return watch
    }

    @Test("The lock is held as long as it is wanted, and is one that only delays")
    func holding() async throws {
        let logind = try await Logind(on: bus)
        let watch = watch()
        watch.setHolding(true)
        try await logind.wait(forLocks: 1)
        #expect(try await logind.locks == ["sleep OnCue delay"])

        watch.setHolding(false)

        try await logind.wait(forLocks: 0)
    }

    @Test("The machine waits until all have done everything, and the lock is taken again after the sleep")
    func sleeping() async throws {
        let logind = try await Logind(on: bus)
        let watch = watch()
        let (saved, done) = AsyncStream<Void>.makeStream()
        watch.whenSleepComes { [story] in
            for await _ in saved {}
            story.append("saved")
        }
        watch.setHolding(true)
        try await logind.wait(forLocks: 1)

        try await logind.tell(isSleepNear: true)
        try await story.wait { $0 == "sleep" }
        // Silence is told while it is being saved.
        watch.setHolding(false)
        #expect(try await logind.locks.count == 1)
        done.finish()
        try await logind.wait(forLocks: 0)
        watch.setHolding(true)
        #expect(try await logind.locks == [])
        try await logind.tell(isSleepNear: false)

        try await logind.wait(forLocks: 1)
        #expect(story.events == ["sleep", "saved", "wake"])
    }

    @Test("A machine that does not wait for somebody slow is held again afterwards, and all hear of its sleep first")
    func slow() async throws {
        let logind = try await Logind(on: bus)
        let watch = watch()
        let (saved, done) = AsyncStream<Void>.makeStream()
        watch.whenSleepComes { for await _ in saved {} }
        watch.setHolding(true)
        try await logind.wait(forLocks: 1)

        try await logind.tell(isSleepNear: true)
        try await story.wait { $0 == "sleep" }
        try await logind.tell(isSleepNear: false)
        try await logind.tell(isSleepNear: true)
        try await logind.tell(isSleepNear: false)
        #expect(story.events == ["sleep"])
        done.finish()

        try await story.wait { $0 == "wake" }
        try await waitUntil("all is told") { story.events == ["sleep", "wake", "sleep", "wake"] }
        try await logind.wait(forLocks: 1)
    }

    @Test("A logind that is started anew is held again")
    func restart() async throws {
        let watch = watch()
        watch.setHolding(true)
        let first = try await Logind(on: bus)
        try await first.wait(forLocks: 1)
        try await first.end()

        let second = try await Logind(on: bus)

        try await second.wait(forLocks: 1)
        try await second.tell(isSleepNear: true)
        try await second.tell(isSleepNear: false)
        try await story.wait { $0 == "wake" }
        #expect(story.events == ["sleep", "wake"], "it is heard of as before")
        watch.stop()
        try await second.wait(forLocks: 0)
    }

    @Test("Without logind, and without a system bus, nothing happens")
    func nobody() async throws {
        let watches = [watch(), watch("unix:path=/nonexistent/bus")]
        for watch in watches { watch.setHolding(true) }
        try await MediaActor.sleep(for: .milliseconds(50))
        for watch in watches { watch.stop() }
        #expect(story.events.isEmpty)
    }
}
