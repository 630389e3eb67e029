// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueRuntime
import OnCueTestSupport
import Synchronization
import Testing

@Suite("The ends of pipes", .timeLimit(.minutes(1)))
struct PipeEndsTests {
    /// Makes pipes and closes them, over and over.
    private final class Maker: Sendable {
        /// The pipes that were made, as the kernel names them.
        let made = Mutex<Set<String>>([])
        private let isOver = Atomic<Bool>(false)

        func run() {
            while !isOver.load(ordering: .relaxed) {
                guard let ends = PipeEnds() else { return }
                var status = stat()
                fstat(ends.input, &status)
                made.withLock { _ = $0.insert("pipe:[\(status.st_ino)]") }
                close(ends.input)
                close(ends.output)
            }
        }

        func end() { isOver.store(true, ordering: .relaxed) }
    }

    @Test("A program that another thread starts while pipes are made has none of their ends")
    func inherited() async throws {
        let maker = Maker()
        let thread = Task.detached { maker.run() }
        defer { maker.end() }

        var seen: Set<String> = []
        for _ in 0..<50 {
            // It says what it has at the moment in which it begins.
            guard let program = HelperProcess("ls", ["-l", "/proc/self/fd"]) else { throw SupportError("no ls") }
            let listed = program.readAll(within: .seconds(30), largest: 1 << 20)
            _ = program.end()
            let words = String(decoding: try #require(listed), as: UTF8.self).split(whereSeparator: \.isWhitespace)
            seen.formUnion(words.filter { $0.hasPrefix("pipe:") }.map(String.init))
        }
        maker.end()
        await thread.value

        #expect(!seen.isEmpty, "its own output is one")
        #expect(maker.made.withLock { $0.intersection(seen) } == [])
    }

    @Test("Reading waits, or does not")
    func reading() throws {
        for isBlocking in [true, false] {
            let ends = try #require(PipeEnds(isBlocking: isBlocking))
            for end in [ends.input, ends.output] {
                #expect((fcntl(end, F_GETFL) & O_NONBLOCK == 0) == isBlocking)
                #expect(fcntl(end, F_GETFD) & FD_CLOEXEC != 0)
            }
            var byte: UInt8 = 7
            #expect(Glibc.write(ends.input, &byte, 1) == 1)
            byte = 0
            #expect(Glibc.read(ends.output, &byte, 1) == 1 && byte == 7)
            close(ends.input)
            close(ends.output)
        }
    }
}
