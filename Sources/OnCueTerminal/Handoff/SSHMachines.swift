// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import OnCueHandoff
internal import OnCueInterface
internal import OnCueRuntime

/// Other machines by `ssh`, which has the keys, the names, and the encryption.
struct SSHMachines: RemoteMachines {
    func open(_ host: String, again isAgain: Bool) async throws(ServiceError) -> any HandoffChannel {
        let channel = try SSHChannel(host, again: isAgain)
        try await channel.greet()
        return channel
    }
}

/// One run of `ssh`, on a thread that may block.
private actor SSHChannel: HandoffChannel {
    /// How long another machine gets for its greeting: a person may type a password, but not in the middle.
    private let greetingLimit: Duration
    /// How long it gets for an answer; longer than its service needs for one.
    private static let answerLimit: Duration = .seconds(40)
    /// What a login may print before.
    private static let noiseLimit = 64 << 10

    private let executor = BlockingExecutor(label: "oncue.ssh")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let host: String
    private var process: HelperProcess?
    private var rest: [UInt8] = []

    init(_ host: String, again isAgain: Bool) throws(ServiceError) {
        self.host = host
        greetingLimit = isAgain ? .seconds(10) : .seconds(120)
        // What it does not read any more must not end this program.
        signal(SIGPIPE, SIG_IGN)
        // Without a terminal there is nobody to ask.
        let quiet = isAgain || isatty(0) != 1 ? ["-o", "BatchMode=yes"] : []
        let options = ["-T", "-o", "ConnectTimeout=10", "-o", "ServerAliveInterval=10", "-o", "RemoteCommand=none"]
        let words = quiet + options + ["--", host, "oncue", "handoff", "serve"]
        guard let process = HelperProcess("ssh", words, errors: .shown) else {
            throw ServiceError(.unavailable, "ssh is not installed; apt install openssh-client")
        }
        self.process = consume process
    }

    /// Waits for the greeting.
    func greet() throws(ServiceError) {
        let deadline = ContinuousClock.now + greetingLimit
        var noise = 0
        while noise <= Self.noiseLimit, let line = line(before: deadline, longest: Self.noiseLimit) {
            noise += line.utf8.count + 1
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
        switch status {
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
        return answer
    }

    private var lost: HandoffLoss { HandoffLoss("the connection to \(host) was lost") }

    func close() { _ = end() }

    private func end() -> Int32? { process.take()?.end() }

    /// The next line; `nil` at the end, after the deadline, and for one that is too long.
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
