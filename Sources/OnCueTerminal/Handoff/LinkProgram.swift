// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON
internal import OnCueRuntime
internal import PairedMachines

/// Links through `oncue-link`, which is the only program with the key of this machine.
struct LinkProgram: MachineLinks {
    /// The user unit that listens, if there is a service manager.
    private static let unit = "oncue-link.service"
    private static let program = CompanionProgram("oncue-link")
    private static let executor = BlockingExecutor(label: "oncue.link")

    /// The path of the program; `nil` if it is not installed.
    static var path: String? { program.path }
    static var isMissing: Bool { path == nil }

    /// A failure that the program reports.
    struct Fault {
        /// The code in `LinkFault`.
        var code: String
        var message: String

        /// Parses the line that reports a failure; `nil` for another line.
        init?(line: String) {
            // Long answers are not parsed twice.
            guard line.hasPrefix("{\"fault\""), let json = try? JSONValue(parsing: line),
                let code = json["fault"]?.stringValue
            else { return nil }
            (self.code, message) = (code, json["message"]?.stringValue ?? "the link failed")
        }
    }

    func state() async throws(CommandFailure) -> LinkState { try await Self.ask(["state"]) }

    func forget(_ name: String?) async throws(CommandFailure) -> LinkState {
        let before = name == nil ? try? await state() : nil
        let after = try await Self.ask(["forget", name ?? "--all"])
        // The listening process still has the former key.
        if let before, before.isListening {
            _ = try await listen(false, port: nil)
            return try await listen(true, port: nil)
        }
        return after
    }

    func listen(_ isOn: Bool, port: Int?) async throws(CommandFailure) -> LinkState {
        try await Self.executor.runThrowing { () throws(CommandFailure) in
            var state = try Self.askNow(["state"])
            let isOther = port != nil && port != state.port
            // Even if the port is the same, since the unit needs the folder that this creates.
            if isOn || isOther { state = try Self.askNow(["port", String(port ?? state.port)]) }
            if isOn, isOther, state.isListening { state = try Self.stop(state, keepsUnit: true) }
            if isOn == state.isListening { return state }
            return isOn ? try Self.start() : try Self.stop(state, keepsUnit: false)
        }
    }

    func pair(_ host: String?, port: Int?) async throws(CommandFailure) -> any PairingConversation {
        try LinkConversation(["pair", host ?? ""] + (port.map { [String($0)] } ?? []))
    }

    // MARK: Its answers

    private static func ask(_ words: [String]) async throws(CommandFailure) -> LinkState {
        try await executor.runThrowing { () throws(CommandFailure) in try askNow(words) }
    }

    private static func askNow(_ words: [String]) throws(CommandFailure) -> LinkState {
        let text = try output(words)
        let line = text.split(separator: "\n").first.map(String.init) ?? ""
        if let fault = Fault(line: line) {
            throw CommandFailure(fault.code == "otherMachine" ? .nothingFound : .failed, fault.message)
        }
        guard let json = try? JSONValue(parsing: line), let list = json["machines"]?.arrayValue,
            let port = json["port"]?.intValue
        else { throw CommandFailure(.failed, "oncue-link answered in a form that is not understood") }
        return LinkState(
            machines: list.compactMap(PairedMachine.init(json:)), port: port,
            isListening: json["listening"]?.boolValue ?? false, isLasting: json["lasting"]?.boolValue ?? false)
    }

    private static func output(_ words: [String]) throws(CommandFailure) -> String {
        guard let bytes = try program.output(words) else {
            throw CommandFailure(.failed, "oncue-link does not answer")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Listening

    /// Starts the unit if there is one, and otherwise the program itself.
    private static func start() throws(CommandFailure) -> LinkState {
        if CompanionProgram.manage("enable", "--now", unit) { return try waitUntil(listening: true) }
        let line = try program.startApart(["listen", "apart"], errors: .lost)
        if let fault = Fault(line: line) { throw CommandFailure(.failed, fault.message) }
        return try waitUntil(listening: true)
    }

    private static func stop(_ state: LinkState, keepsUnit: Bool) throws(CommandFailure) -> LinkState {
        _ = keepsUnit ? CompanionProgram.manage("stop", unit) : CompanionProgram.manage("disable", "--now", unit)
        let text = try output(["state"])
        CompanionProgram.end((try? JSONValue(parsing: text))?["process"]?.intValue)
        return try waitUntil(listening: false)
    }

    private static func waitUntil(listening isOn: Bool) throws(CommandFailure) -> LinkState {
        let failure =
            isOn
            ? "this machine does not listen; try: systemctl --user status \(unit)"
            : "this machine listens still; try: systemctl --user stop \(unit)"
        return try program.wait(failure) { () throws(CommandFailure) -> LinkState? in
            let state = try askNow(["state"])
            return state.isListening == isOn ? state : nil
        }
    }
}

/// A run of `oncue-link pair`, on a thread that may block.
private actor LinkConversation: PairingConversation {
    private let executor = BlockingExecutor(label: "oncue.pairing")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var process: HelperProcess?
    private var rest: [UInt8] = []

    init(_ words: [String]) throws(CommandFailure) {
        signal(SIGPIPE, SIG_IGN)
        guard let path = LinkProgram.path, let process = HelperProcess(path, words, errors: .shown) else {
            throw CommandFailure(.failed, "oncue-link is not installed beside oncue")
        }
        self.process = consume process
    }

    func next() throws(CommandFailure) -> PairingNews? {
        while let line = line() {
            if let fault = LinkProgram.Fault(line: line) {
                close()
                throw CommandFailure(.failed, fault.message)
            }
            if let news = PairingNews(line: line) { return news }
        }
        close()
        return nil
    }

    func answer(_ isSame: Bool) {
        process?.feed(Array((isSame ? "{\"same\":true}\n" : "{\"same\":false}\n").utf8))
    }

    func close() { _ = process.take()?.end() }

    private func line() -> String? {
        // Longer than anything that the program waits for.
        let deadline = ContinuousClock.now + .seconds(300)
        while rest.count < 64 << 10 {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest.removeFirst(end + 1) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            guard let output = process?.output, let part = Descriptor.read(output, before: deadline), !part.isEmpty
            else { return nil }
            rest += part
        }
        return nil
    }
}

extension PairingNews {
    /// Parses a line of `oncue-link pair`; `nil` for an unknown one.
    fileprivate init?(line: String) {
        guard let json = try? JSONValue(parsing: line) else { return nil }
        let host = json["host"]?.stringValue ?? ""
        if json["waiting"] != nil {
            self = .waiting(
                hosts: json["hosts"]?.arrayValue?.compactMap(\.stringValue) ?? [],
                port: json["port"]?.intValue ?? LinkPort.pairing, seconds: json["seconds"]?.intValue ?? 0)
        } else if let digits = json["digits"]?.stringValue, let name = json["name"]?.stringValue {
            self = .digits(digits, name: name, host: host)
        } else if let refused = json["refused"]?.stringValue {
            self = .refused(host: refused, reason: json["message"]?.stringValue ?? "")
        } else if let name = json["unreached"]?.stringValue {
            self = .unreached(name: name, reason: json["message"]?.stringValue ?? "")
        } else if let machine = json["paired"].flatMap(PairedMachine.init(json:)) {
            self = .paired(machine)
        } else {
            return nil
        }
    }
}
