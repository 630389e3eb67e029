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
        var searched = 0
        while true {
            do {
                let seen = chunks.events
                let (new, end) = lines(from: searched)
                if let line = new.first(where: matches) { return line }
                searched = end
                if seen.last == true { throw SupportError("the process closed its output") }
                try await chunks.wait(from: seen.count, within: deadline - .now) { _ in true }
            } catch {
                throw SupportError("no such line within \(limit): \(error); there was: \(text)")
            }
        }
    }

    /// The complete lines from the beginning of one on, and where the line begins that is not complete.
    private func lines(from start: Int) -> (lines: [String], end: Int) {
        content.withLock { bytes in
            guard let last = bytes[start...].lastIndex(of: UInt8(ascii: "\n")) else { return ([], start) }
            let lines = bytes[start..<last].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            return (lines.map { String(decoding: $0, as: UTF8.self) }, last + 1)
        }
    }

    func waitForEnd(within limit: Duration) async throws {
        try await chunks.wait(within: limit, "end of output") { $0 }
    }
}
