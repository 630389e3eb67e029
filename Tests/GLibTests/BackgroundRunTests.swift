// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("A program that runs to its end")
struct BackgroundRunTests {
    private func shell(_ script: String, _ words: String..., limit: Duration = .seconds(60)) -> BackgroundRun {
        BackgroundRun("/bin/sh", ["-c", script, "sh"] + words, limit: limit, largest: 1_000)
    }

    @Test("What it writes and its exit status are given")
    func ends() async {
        #expect(
            await shell("echo one; echo two >&2; exit 3").start(patience: .seconds(60))
                == .init(status: 3, text: "one\ntwo\n"))
    }

    @Test("It goes on when nobody waits for it any longer")
    func goesOn() async throws {
        let directory = try TemporaryDirectory()
        let (begin, done) = (directory.file("begin"), directory.file("done"))

        let run = shell("until [ -e \"$1\" ]; do sleep 0.05; done; echo late; : >\"$2\"", begin, done)
        #expect(await run.start(patience: .milliseconds(50)) == nil)
        try directory.write("begin", [])

        try await waitUntil("it has come to its end") { access(done, F_OK) == 0 }
    }

    @Test("It is ended after its limit, and when it writes without end")
    func limits() async {
        #expect(await shell("exec sleep 60", limit: .milliseconds(50)).start(patience: .seconds(60))?.status == nil)
        let flood = await shell("exec yes").start(patience: .seconds(60))
        #expect(flood == .init(status: nil, text: ""))
    }

    @Test("Reading what a program writes ends at once when it is told to, also before it begins")
    func stopped() async throws {
        let stop = try #require(StopSign())
        let executor = BlockingExecutor(label: "oncue.test")
        let begin = ContinuousClock.now
        let (lines, line) = AsyncStream<Void>.makeStream()
        let reading = Task {
            await executor.run {
                guard let process = HelperProcess("/bin/sh", ["-c", "echo begun; exec sleep 60"]) else { return false }
                let first = process.readAll(within: .seconds(60), largest: 1, unless: stop)
                line.yield()
                let rest = process.readAll(within: .seconds(60), largest: 1_000, unless: stop)
                _ = process.end()
                return first == nil && rest == nil
            }
        }
        for await _ in lines { break }
        stop.set()
        stop.set()
        #expect(await reading.value)
        let late = await executor.run {
            guard let process = HelperProcess("/bin/sh", ["-c", "exec sleep 60"]) else { return false }
            let bytes = process.readAll(within: .seconds(60), largest: 1_000, unless: stop)
            _ = process.end()
            return bytes == nil
        }
        #expect(late)
        #expect(ContinuousClock.now - begin < .seconds(30))
    }
}
