// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import Testing

@MediaActor
@Suite("What happens to the machine as a whole")
struct SessionTriggerSourceTests {
    private let lock = FakeLockWatch()
    private let sleep = FakeSleepWatch()

    private func source(wasBooted: Bool = false) -> ObservedSource {
        ObservedSource(SessionTriggerSource(lock: lock, sleep: sleep) { wasBooted })
    }

    @Test("Unlocking, sleep and waking are told in their order, and to others as well")
    func order() async {
        let source = source()
        let others = EventLog<String>()
        lock.unlocks.listen { [others] in others.append("unlocked") }
        sleep.whenSleepComes { [others] in others.append("asleep") }
        source.source.start()

        lock.isLocked = true
        await sleep.sleep()
        sleep.wake()
        lock.unlock()

        #expect(source.reports.events == [.willSleep, .woke, .unlocked])
        #expect(others.events == ["asleep", "unlocked"])
    }

    @Test("Those who said that it was locked and are gone have unlocked nothing")
    func gone() {
        let source = source()
        source.source.start()

        lock.isLocked = true
        lock.isLocked = false

        #expect(source.reports.events.isEmpty)
    }

    @Test("The start of the machine is told once")
    func boot() async throws {
        let source = source(wasBooted: true)
        source.source.start()
        source.source.start()

        try await source.reports.wait(count: 1)

        #expect(source.reports.events == [.booted])
        #expect(source.source.health.state == .working)
    }

    @Test("A service that starts later than the machine tells of no start")
    func notBooted() async {
        let source = source(wasBooted: false)
        source.source.start()
        await settle()

        #expect(source.reports.events.isEmpty)
    }

    @Test("Nothing is told before it starts, nor after it was stopped")
    func stopped() async {
        let source = source(wasBooted: true)
        lock.isLocked = true
        lock.unlock()
        await sleep.sleep()
        source.source.start()
        source.source.stop()
        sleep.wake()
        await settle()

        #expect(source.reports.events.isEmpty)
        #expect(source.states.events.map(\.state) == [.working, .off])
    }
}

@Suite("The start of the machine")
struct MachineStartTests {
    private let directory: TemporaryDirectory
    private var file: String { directory.file("boot") }

    init() throws { directory = try TemporaryDirectory() }

    @Test("It is new for the first program that was started with it, and for no other")
    func once() {
        #expect(MachineStart(number: "one", age: .seconds(30)).isNew(rememberedIn: file))
        #expect(!MachineStart(number: "one", age: .seconds(31)).isNew(rememberedIn: file))
        #expect(MachineStart(number: "two", age: .seconds(5)).isNew(rememberedIn: file))
    }

    @Test("A program that starts long after the machine was not started with it, nor when it is started again")
    func late() {
        #expect(!MachineStart(number: "one", age: .seconds(121)).isNew(rememberedIn: file))
        #expect(!MachineStart(number: "one", age: .seconds(30)).isNew(rememberedIn: file))
    }

    @Test("What cannot be remembered, or has no number, is not new")
    func unknown() {
        #expect(!MachineStart(number: "", age: .zero).isNew(rememberedIn: file))
        #expect(!MachineStart(number: "one", age: .zero).isNew(rememberedIn: "/nonexistent/boot"))
    }

    @Test("A file with anything in it does no harm")
    func damaged() throws {
        try directory.write("boot", [UInt8](repeating: 0xFF, count: 100_000))
        #expect(MachineStart(number: "one", age: .zero).isNew(rememberedIn: file))
        #expect(!MachineStart(number: "one", age: .zero).isNew(rememberedIn: file))
    }

    @Test("This machine has been started, some time ago")
    func real() {
        #expect(!MachineStart.current.number.isEmpty)
        #expect(MachineStart.current.age > .zero)
        #expect(MachineStart.current.number == MachineStart.current.number)
    }
}
