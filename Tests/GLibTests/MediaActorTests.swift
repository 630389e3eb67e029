// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import Glibc
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("The media actor")
struct MediaActorTests {
    @Test("A C callback on the context's thread counts as isolated, statically and at run time")
    @MediaActor
    func callbacksAreIsolated() async throws {
        let log = EventLog<Bool>()
        let source = UnixSignalSource(SIGWINCH) {
            MediaActor.shared.preconditionIsolated()
            log.append(MediaActor.executor.isCurrent)
        }

        kill(getpid(), SIGWINCH)
        let isCurrent = try await log.wait { _ in true }

        #expect(isCurrent)
        withExtendedLifetime(source) {}
    }

    @Test("Isolated code that is called on another thread ends the program with a sentence")
    func callsElsewhereTrap() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            MediaActor.assumeIsolated {}
        }

        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("MediaActor code was called on another thread"))
    }

    @Test("The run-time check of the language traps on another thread")
    func runtimeCheckTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            MediaActor.shared.preconditionIsolated()
        }

        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Incorrect actor executor assumption"))
    }

    @Test("A signal that cannot be watched ends the program with a sentence")
    func wrongSignalsTrap() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MediaActor in
            _ = UnixSignalSource(SIGKILL) {}
        }

        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("GLib cannot watch signal 9"))
    }

    @Test("A sleep resumes on the actor")
    @MediaActor
    func sleepResumesThere() async throws {
        try await Task.sleep(for: .milliseconds(1))

        #expect(MediaActor.executor.isCurrent)
        MediaActor.shared.preconditionIsolated()
    }

    @Test("Work on another executor comes back to the actor")
    @MediaActor
    func blockingWorkComesBack() async {
        let executor = BlockingExecutor(label: "test")

        let wasElsewhere = await executor.run { !MediaActor.executor.isCurrent }

        #expect(wasElsewhere)
        #expect(MediaActor.executor.isCurrent)
    }

    @Test("10,000 jobs run in the order in which they were handed in")
    func jobsKeepTheirOrder() async throws {
        let recorder = Recorder()

        for number in 0..<10_000 { Task { @MediaActor in recorder.numbers.append(number) } }
        let numbers = await Task { @MediaActor in recorder.numbers }.value

        #expect(numbers == Array(0..<10_000))
    }

    @Test("The bus is answered while jobs never run out")
    func busIsNotStarved() async throws {
        let bus = try await PrivateBus()
        let connection = try await bus.connect()
        let flood = Flood()
        let limit = ContinuousClock.now + .seconds(20)
        for _ in 0..<200 { Task { @MediaActor in await flood.run(until: limit) } }

        let owner = try await connection.owner(of: "org.freedesktop.DBus")
        let wasFlooded = await flood.isRunning
        await flood.end()

        #expect(owner == "org.freedesktop.DBus")
        #expect(wasFlooded, "the call ended only when the jobs did")
    }

    @Test("A crowd of jobs lets the bus in between")
    @MediaActor
    func busHasItsTurns() async throws {
        let echo = try await EchoBus()
        let recorder = Recorder()
        let finishedBefore = EventLog<Int>()
        let subscription = echo.client.subscribe(interface: EchoInterface.name, member: "Happened") { _ in
            finishedBefore.append(recorder.numbers.count)
        }
        _ = try await echo.client.owner(of: echo.server.uniqueName)

        // The bus may be slow, so a crowd that was faster proves nothing.
        for attempt in 1...50 {
            recorder.numbers = []
            echo.export?.emit("Happened", [.string("")])
            // All of them wait at once, since nothing else runs here until this function waits.
            for number in 0..<4000 {
                Task { @MediaActor in
                    recorder.numbers.append(number)
                    let end = ContinuousClock.now + .microseconds(20)
                    while ContinuousClock.now < end {}
                }
            }
            try await finishedBefore.wait(count: attempt)
            if let count = finishedBefore.events.last, count < 4000 { return }
        }

        withExtendedLifetime(subscription) {}
        Issue.record("signals came only after all jobs, every time")
    }

    @MediaActor
    private final class Recorder {
        var numbers: [Int] = []
    }

    @MediaActor
    private final class Flood {
        private(set) var isRunning = true

        nonisolated init() {}

        /// Keeps a job waiting at every moment.
        func run(until limit: ContinuousClock.Instant) async {
            while isRunning {
                await Task.yield()
                if ContinuousClock.now > limit { isRunning = false }
            }
        }

        func end() {
            isRunning = false
        }
    }
}
