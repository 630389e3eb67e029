// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON
internal import OnCueCore
package import OnCueHandoff
package import OnCueInterface
internal import OnCueRuntime
internal import TextOutput

/// One run of `oncue-link to NAME`, the only program that has this machine's key, on a thread that may block.
package actor LinkChannel: HandoffChannel {
    /// The time that the other machine gets for its greeting, since its service may have to start.
    private static let greetingLimit: Duration = .seconds(12)
    /// The time that it gets for an answer.
    private static let answerLimit: Duration = .seconds(15)
    /// The longest line in bytes that is sent while the answer to an earlier one is pending.
    private static let longestAhead = 4_096
    /// The longest answer in bytes: a piece of a file or a page of a library, with room to spare.
    private static let longest = 2 << 20

    private let executor = BlockingExecutor(label: "oncue.link")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let name: String
    private var process: HelperProcess?
    private var rest: [UInt8] = []
    /// The number of lines sent, and of answers received.
    private var (sent, answered) = (0, 0)
    private var turns: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// - Throws: `unavailable` if the program is not installed.
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

    /// Sends a line, and returns its answer. Other lines may be sent before it arrives; the answers come in the order
    /// of the lines.
    package func exchange(_ line: String) async throws(HandoffLoss) -> String {
        // A line that fills a pipe could not be read before an earlier one is answered.
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
        // Let other callers that are about to ask do so before this blocks.
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

    /// Waits until this number of answers has arrived.
    private func turn(_ number: Int) async {
        guard answered < number else { return }
        await withCheckedContinuation { turns.append((number, $0)) }
    }

    /// Returns the reason why `oncue-link` has ended, or `nil` for any other line.
    private static func fault(in line: String) -> String? {
        guard line.utf8.count < 4_096, let json = try? JSONValue(parsing: line), json["fault"]?.stringValue != nil
        else { return nil }
        return TextLayout.printable(json["message"]?.stringValue ?? "it failed").shortened(toBytes: 1_000)
    }

    package func close() { _ = process.take()?.end() }

    /// Returns the next line, or `nil` at the end, after the deadline, and for a line that is too long.
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

    /// The path of `oncue-link`, next to this program or where packages install it.
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
