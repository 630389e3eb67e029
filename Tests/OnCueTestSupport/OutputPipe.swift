// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import Glibc
internal import Synchronization

/// Keeps what a process writes and lets tests wait for a part of it.
package final class OutputPipe: Sendable {
    private let readEnd: Int32
    let writeEnd: Int32
    private let content = Mutex<[UInt8]>([])
    private let chunks = EventLog<Bool>()
    private let isReading = Atomic<Bool>(false)

    init() throws {
        var ends: [Int32] = [-1, -1]
        // A pipe cannot be made closed-on-exec in one step from here, and a descriptor that another test's process
        // inherits would keep the output open.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SupportError("cannot make a pair of sockets") }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        if isReading.load(ordering: .relaxed) { return }
        close(readEnd)
        close(writeEnd)
    }

    /// Gives up the write end, which the process has by now, and reads until the last process closes it.
    func beginReading() {
        isReading.store(true, ordering: .relaxed)
        close(writeEnd)
        let descriptor = readEnd
        DispatchQueue(label: "oncue.test.pipe").async {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                self.content.withLock { $0 += buffer[..<count] }
                self.chunks.append(false)
            }
            close(descriptor)
            self.chunks.append(true)
        }
    }

    package var bytes: [UInt8] { content.withLock { $0 } }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The complete lines so far.
    package var lines: [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// Waits for a complete line that matches.
    package func waitForLine(
        within limit: Duration = .seconds(60), where matches: @escaping @Sendable (String) -> Bool
    ) async throws -> String {
        let deadline = ContinuousClock.now + limit
        var seen = 0
        while true {
            if let line = lines.first(where: matches) { return line }
            do {
                let start = seen
                let isEnd = try await chunks.wait(from: start, within: deadline - .now) { _ in true }
                seen = start + 1
                if isEnd, let line = lines.first(where: matches) { return line }
                if isEnd { throw SupportError("the process closed its output") }
            } catch {
                throw SupportError("no such line within \(limit): \(error); there was: \(text)")
            }
        }
    }

    func waitForEnd(within limit: Duration) async throws {
        try await chunks.wait(within: limit, "end of output") { $0 }
    }
}
