// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import OnCueHandoff
internal import OnCueInterface
internal import OnCueRuntime

/// A program that provides a connection to another machine.
struct LeadingProgram: Sendable {
    /// The name of the machine in errors.
    var host: String
    var way: MachineWay
    /// `nil` if it is not installed.
    var program: String?
    var words: [String]
    /// The time limit for the greeting of the other machine: the user may type a password before it, but not later.
    var greetingLimit: Duration

    /// Returns `ssh`, which starts `oncue handoff serve` there.
    static func ssh(_ host: String, again isAgain: Bool) -> LeadingProgram {
        // Without a terminal nobody can be asked.
        let quiet = isAgain || isatty(0) != 1 ? ["-o", "BatchMode=yes"] : []
        let options = ["-T", "-o", "ConnectTimeout=10", "-o", "ServerAliveInterval=10", "-o", "RemoteCommand=none"]
        return LeadingProgram(
            host: host, way: .ssh, program: "ssh",
            words: quiet + options + ["--", host, "oncue", "handoff", "serve"],
            greetingLimit: isAgain ? .seconds(10) : .seconds(120))
    }

    /// Returns `oncue-link`, which has a link to a paired machine.
    static func link(_ name: String) -> LeadingProgram {
        LeadingProgram(
            host: name, way: .pairing, program: LinkProgram.path, words: ["to", name], greetingLimit: .seconds(30))
    }
}

/// A run of such a program, on a thread that may block.
actor ProgramChannel: HandoffChannel {
    /// The time limit for an answer of another machine; longer than its service needs for one.
    private static let answerLimit: Duration = .seconds(45)
    /// The most bytes that a login may print before the greeting.
    private static let noiseLimit = 64 << 10

    private let executor = BlockingExecutor(label: "oncue.handoff")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let leading: LeadingProgram
    private var process: HelperProcess?
    private var rest: [UInt8] = []

    init(_ leading: LeadingProgram) throws(ServiceError) {
        self.leading = leading
        // Output that the program no longer reads must not end this process.
        signal(SIGPIPE, SIG_IGN)
        guard let program = leading.program,
            let process = HelperProcess(program, leading.words, errors: leading.way == .ssh ? .shown : .lost)
        else {
            throw ServiceError(
                .unavailable,
                leading.way == .ssh
                    ? "ssh is not installed; apt install openssh-client" : "oncue-link is not installed beside oncue")
        }
        self.process = consume process
    }

    /// Waits for the greeting.
    func greet() throws(ServiceError) {
        let host = leading.host
        let deadline = ContinuousClock.now + leading.greetingLimit
        var noise = 0
        while noise <= Self.noiseLimit, let line = line(before: deadline, longest: Self.noiseLimit) {
            noise += line.utf8.count + 1
            if leading.way == .pairing, let fault = LinkProgram.Fault(line: line) {
                close()
                throw ServiceError(.unavailable, fault.message)
            }
            guard let greeting = HandoffGreeting(line: line) else { continue }
            guard greeting.version == HandoffGreeting.version else {
                close()
                throw ServiceError(
                    .unavailable,
                    "\(host) hands over in version \(greeting.version), and this machine in \(HandoffGreeting.version); install the same version of OnCue on both"
                )
            }
            return
        }
        throw ServiceError(.unavailable, refusal(end()))
    }

    private func refusal(_ status: Int32?) -> String {
        let host = leading.host
        guard leading.way == .ssh else { return "\(host) did not answer as OnCue does" }
        return switch status {
        case 255: "ssh cannot reach \(host); try: ssh \(ShellWord.quoted(host))"
        case 127:
            "\(host) has no oncue in the PATH of ssh; install OnCue there, or try: ssh \(ShellWord.quoted(host)) oncue now"
        default: "\(host) did not answer as OnCue does; try: ssh \(ShellWord.quoted(host)) oncue handoff serve"
        }
    }

    func exchange(_ line: String) throws(HandoffLoss) -> String {
        guard process != nil else { throw lost }
        let deadline = ContinuousClock.now + Self.answerLimit
        let isSent = process?.feed(Array(line.utf8) + [UInt8(ascii: "\n")], before: deadline) ?? false
        guard isSent, let answer = self.line(before: deadline, longest: HandoffStep.longestLine) else {
            close()
            throw lost
        }
        if leading.way == .pairing, let fault = LinkProgram.Fault(line: answer) {
            close()
            throw HandoffLoss(fault.message)
        }
        return answer
    }

    private var lost: HandoffLoss { HandoffLoss("the connection to \(leading.host) was lost") }

    func close() { _ = end() }

    private func end() -> Int32? { process.take()?.end() }

    /// Returns the next line; `nil` at the end, after the deadline, and for a line that is too long.
    private func line(before deadline: ContinuousClock.Instant, longest: Int) -> String? {
        var searched = 0
        while rest.count <= longest {
            if let end = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest.removeFirst(end + 1) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            searched = rest.count
            guard let output = process?.output, let part = Descriptor.read(output, before: deadline), !part.isEmpty
            else {
                return nil
            }
            rest += part
        }
        return nil
    }
}
