// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import Glibc
internal import OnCueRuntime

/// Listens by `oncue-mpd`: as a unit of the service manager where there is one, and otherwise as a process of its own.
struct MPDProgram: ClientListening {
    /// The socket, which starts the service when a client comes.
    private static let socketUnit = "oncue-mpd.socket"
    /// The service, which must run by itself to listen on the network.
    private static let serviceUnit = "oncue-mpd.service"
    private static let limit: Duration = .seconds(10)
    private static let largestAnswer = 64 << 10
    private static let executor = BlockingExecutor(label: "oncue.mpd")

    func state() async throws(CommandFailure) -> ClientListeningState {
        try await Self.executor.runThrowing { () throws(CommandFailure) in try Self.stateNow().state }
    }

    func listen(_ isOn: Bool) async throws(CommandFailure) -> ClientListeningState {
        try await Self.executor.runThrowing { () throws(CommandFailure) in
            let (before, process) = try Self.stateNow(mayHaveFaults: !isOn)
            if isOn == before.isOn { return before }
            return isOn ? try Self.start(before) : try Self.stop(process)
        }
    }

    // MARK: Its answers

    /// - Parameter mayHaveFaults: Settings with a mistake do not matter.
    private static func stateNow(
        mayHaveFaults: Bool = false
    ) throws(CommandFailure) -> (state: ClientListeningState, process: pid_t?) {
        guard let path = InstalledProgram.path("oncue-mpd"),
            let program = HelperProcess(path, ["state"], errors: .shown)
        else { throw CommandFailure(.failed, "oncue-mpd is not installed beside oncue") }
        let bytes = program.readAll(within: limit, largest: largestAnswer)
        _ = program.end()
        guard let json = try? JSONValue(parsing: String(decoding: bytes ?? [], as: UTF8.self)) else {
            throw CommandFailure(.failed, "oncue-mpd does not answer")
        }
        if !mayHaveFaults, let fault = json["fault"]?.stringValue { throw CommandFailure(.failed, fault) }
        let isUnit = manage(["is-active", "--quiet", socketUnit]) || manage(["is-active", "--quiet", serviceUnit])
        let process = json["process"]?.intValue
        let state = ClientListeningState(
            isOn: isUnit || process != nil, isLasting: isUnit && manage(["is-enabled", "--quiet", socketUnit]),
            socket: json["socket"]?.stringValue ?? "",
            addresses: json["addresses"]?.arrayValue?.compactMap(\.stringValue) ?? [],
            missing: json["missing"]?.arrayValue?.compactMap { missing($0) } ?? [],
            passwordCount: json["passwords"]?.intValue ?? 0, settings: json["settings"]?.stringValue ?? "")
        return (state, process.map { pid_t($0) })
    }

    private static func missing(_ json: JSONValue) -> ClientListeningState.Missing? {
        guard let address = json["address"]?.stringValue, let reason = json["reason"]?.stringValue else { return nil }
        return ClientListeningState.Missing(address, reason: reason)
    }

    private static func start(_ state: ClientListeningState) throws(CommandFailure) -> ClientListeningState {
        if manage(["enable", "--now", socketUnit]) {
            if !state.addresses.isEmpty { _ = manage(["enable", "--now", serviceUnit]) }
            return try waitUntil(on: true)
        }
        guard let path = InstalledProgram.path("oncue-mpd"),
            let process = HelperProcess(path, ["listen", "apart"], errors: .shown)
        else { throw CommandFailure(.failed, "oncue-mpd is not installed beside oncue") }
        // Its first line is there when it listens, and it goes on by itself.
        var bytes: [UInt8] = []
        let deadline = ContinuousClock.now + limit
        while !bytes.contains(UInt8(ascii: "\n")), let part = Descriptor.read(process.output, before: deadline),
            !part.isEmpty
        { bytes += part }
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        if let fault = (try? JSONValue(parsing: line))?["fault"]?.stringValue { throw CommandFailure(.failed, fault) }
        return try waitUntil(on: true)
    }

    private static func stop(_ process: pid_t?) throws(CommandFailure) -> ClientListeningState {
        _ = manage(["disable", "--now", serviceUnit])
        _ = manage(["disable", "--now", socketUnit])
        if let process, process > 1, try stateNow(mayHaveFaults: true).process == process { kill(process, SIGTERM) }
        return try waitUntil(on: false)
    }

    private static func waitUntil(on isOn: Bool) throws(CommandFailure) -> ClientListeningState {
        let deadline = ContinuousClock.now + limit
        while true {
            let (state, process) = try stateNow(mayHaveFaults: !isOn)
            // On the network nothing listens before the program runs; the socket starts it later.
            let isComplete = !isOn || state.addresses.isEmpty || process != nil
            if state.isOn == isOn, isComplete { return state }
            guard ContinuousClock.now < deadline else {
                throw CommandFailure(
                    .failed,
                    isOn
                        ? "oncue-mpd does not listen; try: systemctl --user status \(serviceUnit)"
                        : "oncue-mpd listens still; try: systemctl --user stop \(socketUnit) \(serviceUnit)")
            }
            usleep(50_000)
        }
    }

    /// Has the service manager do something with a unit.
    ///
    /// - Returns: Whether there is a manager that knows the unit, and has done it.
    private static func manage(_ words: [String]) -> Bool {
        guard let process = HelperProcess("systemctl", ["--user", "--no-ask-password"] + words) else { return false }
        _ = process.readAll(within: .seconds(15), largest: largestAnswer)
        return process.end() == 0
    }
}
