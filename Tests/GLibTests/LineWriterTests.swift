// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueRuntime
import Testing

@Suite("Lines for a reader that may have stopped", .timeLimit(.minutes(1)))
struct LineWriterTests {
    private func read(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    @Test("Nobody waits for a reader; long lines are cut, and what was dropped is told", arguments: [1, 4])
    func stopped(threads: Int) async throws {
        let ends = try #require(PipeEnds())
        defer {
            close(ends.input)
            close(ends.output)
        }
        let writer = LineWriter(ends.input)
        let line = String(repeating: "ä", count: 5_000)

        await withDiscardingTaskGroup { group in
            for _ in 0..<threads { group.addTask { for _ in 0..<200 { writer.write(line) } } }
        }
        let first = read(ends.output)
        writer.write("again")

        let lines = first.split(separator: "\n")
        #expect(lines.count >= 8 && lines.count < 200 * threads)
        #expect(lines.allSatisfy { $0.utf8.count < LineWriter.longest && $0.hasSuffix("ä…") })
        let missing = 200 * threads - lines.count
        #expect(read(ends.output) == "(\(missing) lines were dropped because they were not read in time)\nagain\n")
    }
}
