// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON
internal import OnCueCore
package import OnCueHandoff
package import OnCueInterface
internal import OnCueRuntime
internal import TextOutput

/// One run of `oncue-link to NAME`, which alone has the key of this machine, on a thread that may block.
package actor LinkChannel: HandoffChannel {
    /// How long the other machine gets for its greeting: its service may have to start.
    private static let greetingLimit: Duration = .seconds(12)
    /// How long it gets for an answer.
    private static let answerLimit: Duration = .seconds(15)
    /// The longest line in bytes that is sent while another one is not answered yet.
    private static let longestAhead = 4_096
    /// The longest answer in bytes: a piece of a file, or a page of a library, with room to spare.
    private static let longest = 2 << 20

    private let executor = BlockingExecutor(label: "oncue.link")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let name: String
    private var process: HelperProcess?
    private var rest: [UInt8] = []
    /// The number of lines that were sent, and of answers that came.
    private var (sent, answered) = (0, 0)
    private var turns: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// - Throws: `unavailable` where the program is not installed.
    package init(_ name: String) throws(ServiceError) {
        self.name = name
        guard let program = Self.program, let process = HelperProcess(program, ["to", name]) else {
            throw ServiceError(.unavailable, "oncue-link is not installed beside oncued")
        }
        self.process = consume process
    }

    /// Waits for the greeting.
    ///
    /// - Throws: `unavailable` with the reason.
    package func greet() throws(ServiceError) {
        let line = line(before: .now + Self.greetingLimit)
        if let line, let greeting = HandoffGreeting(line: line), greeting.version == HandoffGreeting.version { return }
        close()
        throw ServiceError(
            .unavailable,
            line.flatMap(Self.fault(in:)) ?? "\(name) did not answer as this version of OnCue does")
    }

    /// Sends a line, and gives its answer. Others may be sent before it comes: each gets its own, in their order.
    package func exchange(_ line: String) async throws(HandoffLoss) -> String {
        // One that fills a pipe could not be read before the answer to another one is.
        while sent > answered, line.utf8.count > Self.longestAhead { await turn(sent) }
        let isSent = process?.feed(Array(line.utf8) + [UInt8(ascii: "\n")], before: .now + Self.answerLimit) ?? false
        let number = sent
        sent += 1
        defer {
            answered = number + 1
            let due = turns.filter { $0.number <= answered }
            turns.removeAll { $0.number <= answered }
            for turn in due { turn.continuation.resume() }
        }
        // Whoever else is about to ask does so before this blocks.
        await Task.yield()
        await turn(number)
        guard isSent, let answer = self.line(before: .now + Self.answerLimit) else {
            close()
            throw HandoffLoss("the connection to \(name) was lost")
        }
        if let fault = Self.fault(in: answer) {
            close()
            throw HandoffLoss("the connection to \(name) was lost (\(fault))")
        }
        return answer
    }

    /// Waits until so many answers have come.
    private func turn(_ number: Int) async {
        guard answered < number else { return }
        await withCheckedContinuation { turns.append((number, $0)) }
    }

    /// Why `oncue-link` has ended; `nil` for any other line.
    private static func fault(in line: String) -> String? {
        guard line.utf8.count < 4_096, let json = try? JSONValue(parsing: line), json["fault"]?.stringValue != nil
        else { return nil }
        return TextLayout.printable(json["message"]?.stringValue ?? "it failed").shortened(toBytes: 1_000)
    }

    package func close() { _ = process.take()?.end() }

    /// The next line; `nil` at the end, after the deadline, and for one that is too long.
    private func line(before deadline: ContinuousClock.Instant) -> String? {
        var searched = 0
        while rest.count <= Self.longest {
            let end = rest[searched...].withUnsafeBytes { bytes in
                bytes.baseAddress.flatMap { start in
                    memchr(start, Int32(UInt8(ascii: "\n")), bytes.count).map { UnsafeRawPointer($0) - start }
                }
            }
            if let end {
                defer { rest.removeFirst(searched + end + 1) }
                return String(decoding: rest[..<(searched + end)], as: UTF8.self)
            }
            searched = rest.count
            guard let output = process?.output, let part = Descriptor.read(output, before: deadline), !part.isEmpty
            else { return nil }
            rest += part
        }
        return nil
    }

    /// `oncue-link`: beside this program, or where packages put it.
    private static var program: String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { readlink("/proc/self/exe", $0, text.count) } ?? -1
            }
        }
        guard length > 0, let slash = buffer[..<length].lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let folder = String(decoding: buffer[..<slash], as: UTF8.self)
        return [folder + "/oncue-link", folder + "/../libexec/oncue-link"].first { access($0, X_OK) == 0 }
    }
}
