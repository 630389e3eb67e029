// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueTestSupport
import Testing

@Suite("The tests' own machinery")
struct TestSupportTests {
    @Test("A test process that is killed leaves neither processes nor directories")
    func nothingOutlivesCrashes() async throws {
        let result = await #expect(processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]) {
            let directory = try TemporaryDirectory()
            let child = try ChildProcess("sleep", ["600"])
            print("\(child.identifier) \(directory.path)")
            fflush(nil)
            withExtendedLifetime((directory, child)) { _ = kill(getpid(), SIGKILL) }
        }
        let words = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split { $0.isWhitespace }
        let number = try #require(words.first.flatMap { Int32($0) })
        let path = String(try #require(words.last))

        // They are ended by a process that is no child of this one, so nothing tells when.
        try await waitUntil("the process has ended") { !isRunning(number) }
        try await waitUntil("the folder is gone") { access(path, F_OK) != 0 }
    }

    @Test("A program that does not end in time is killed, and the failure says what it wrote")
    func limits() async throws {
        let child = try ChildProcess("sh", ["-c", "echo words; sleep 600"])
        _ = try await child.output.waitForLine { $0 == "words" }

        await #expect(throws: SupportError.self) { try await child.result(within: .milliseconds(50)) }

        #expect(try await child.ending() == .signal(SIGKILL))
    }

    @Test("Output, errors, status and folder of a program are its own")
    func results() async throws {
        let directory = try TemporaryDirectory()

        let result = try await ChildProcess.run(
            "sh", ["-c", "pwd; echo \"$WORD\" >&2; exit 7"], environment: ["WORD": "a b"], directory: directory.path)

        #expect(result.output == directory.path + "\n")
        #expect(result.errors == "a b\n")
        #expect(result.ending == .exit(7))
    }

    /// True for a process that has not ended; one that waits for its parent has.
    private func isRunning(_ number: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 512)
        let descriptor = open("/proc/\(number)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let count = max(0, read(descriptor, &buffer, buffer.count))
        let text = String(decoding: buffer.prefix(count), as: UTF8.self)
        return text.split(separator: ")").last?.split(separator: " ").first.map { $0 != "Z" } ?? false
    }
}
