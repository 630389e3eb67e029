// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueRuntime
import OnCueTestSupport
import Synchronization
import Testing

@Suite("The ends of pipes")
struct PipeEndsTests {
    /// The pipes that a program has.
    private func pipes() async throws -> Set<Substring> {
        let listed = try await ChildProcess.run("/bin/sh", ["-c", "ls -l /proc/self/fd"]).output
        return Set(listed.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("pipe:") })
    }

    @Test("A program that another thread starts while pipes are made has none of their ends")
    func inherited() async throws {
        let before = try await pipes()
        let isOver = Atomic<Bool>(false)
        async let made: Int = Task.detached {
            var count = 0
            while !isOver.load(ordering: .relaxed) {
                guard let ends = PipeEnds() else { break }
                close(ends.input)
                close(ends.output)
                count += 1
            }
            return count
        }.value

        var seen: Set<Substring> = []
        for _ in 0..<50 { seen.formUnion(try await pipes()) }
        isOver.store(true, ordering: .relaxed)

        #expect(await made > 0)
        #expect(seen.subtracting(before) == [])
    }

    @Test("What is written to one end is read at the other, which then waits, or does not")
    func reading() throws {
        let ends = try #require(PipeEnds(isBlocking: false))
        defer {
            close(ends.input)
            close(ends.output)
        }
        var byte: UInt8 = 7
        #expect(Glibc.write(ends.input, &byte, 1) == 1)
        byte = 0
        #expect(Glibc.read(ends.output, &byte, 1) == 1 && byte == 7)
        #expect(Glibc.read(ends.output, &byte, 1) == -1 && errno == EAGAIN)
        let waiting = try #require(PipeEnds())
        defer {
            close(waiting.input)
            close(waiting.output)
        }
        #expect(fcntl(waiting.output, F_GETFL) & O_NONBLOCK == 0)
    }
}
