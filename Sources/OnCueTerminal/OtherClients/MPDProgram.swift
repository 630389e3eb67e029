// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueRuntime

/// Listens through `oncue-mpd`: as a unit of the service manager if there is one, and otherwise as a separate process.
struct MPDProgram: ClientListening {
    /// The socket, which starts the service when a client connects.
    private static let socketUnit = "oncue-mpd.socket"
    /// The service, which must be running to listen on the network.
    private static let serviceUnit = "oncue-mpd.service"
    private static let patience: Duration = .seconds(10)
    private static let program = CompanionProgram("oncue-mpd", largestAnswer: 64 << 10)
    private static let executor = BlockingExecutor(label: "oncue.mpd")

    func state() async throws(CommandFailure) -> ClientListeningState {
        try await Self.executor.runThrowing { () throws(CommandFailure) in try Self.stateNow().state }
    }

    func listen(_ isOn: Bool) async throws(CommandFailure) -> ClientListeningState {
        try await Self.executor.runThrowing { () throws(CommandFailure) in
            let (before, process) = try Self.stateNow(mayHaveFaults: !isOn)
            let after = try isOn == before.isOn ? before : isOn ? Self.start(before) : Self.stop(process)
            // The songs kept for the next start are no longer needed; nothing else depends on them.
            if !isOn { _ = try Self.program.output(["forget"], within: Self.patience) }
            return after
        }
    }

    // MARK: Its answers

    /// - Parameter mayHaveFaults: Whether mistakes in the settings are ignored.
    private static func stateNow(
        mayHaveFaults: Bool = false
    ) throws(CommandFailure) -> (state: ClientListeningState, process: Int?) {
        let bytes = try program.output(["state"], within: patience)
        guard let json = try? JSONValue(parsing: String(decoding: bytes ?? [], as: UTF8.self)) else {
            throw CommandFailure(.failed, "oncue-mpd does not answer")
        }
        if !mayHaveFaults, let fault = json["fault"]?.stringValue { throw CommandFailure(.failed, fault) }
        let isUnit =
            CompanionProgram.manage("is-active", "--quiet", socketUnit)
            || CompanionProgram.manage("is-active", "--quiet", serviceUnit)
        let process = json["process"]?.intValue
        let state = ClientListeningState(
            isOn: isUnit || process != nil,
            isLasting: isUnit && CompanionProgram.manage("is-enabled", "--quiet", socketUnit),
            socket: json["socket"]?.stringValue ?? "",
            addresses: json["addresses"]?.arrayValue?.compactMap(\.stringValue) ?? [],
            missing: json["missing"]?.arrayValue?.compactMap { missing($0) } ?? [],
            passwordCount: json["passwords"]?.intValue ?? 0, settings: json["settings"]?.stringValue ?? "")
        return (state, process)
    }

    private static func missing(_ json: JSONValue) -> ClientListeningState.Missing? {
        guard let address = json["address"]?.stringValue, let reason = json["reason"]?.stringValue else { return nil }
        return ClientListeningState.Missing(address, reason: reason)
    }

    private static func start(_ state: ClientListeningState) throws(CommandFailure) -> ClientListeningState {
        if CompanionProgram.manage("enable", "--now", socketUnit) {
            if !state.addresses.isEmpty { _ = CompanionProgram.manage("enable", "--now", serviceUnit) }
            return try waitUntil(on: true)
        }
        let line = try program.startApart(["listen", "apart"])
        if let fault = (try? JSONValue(parsing: line))?["fault"]?.stringValue { throw CommandFailure(.failed, fault) }
        return try waitUntil(on: true)
    }

    private static func stop(_ process: Int?) throws(CommandFailure) -> ClientListeningState {
        _ = CompanionProgram.manage("disable", "--now", serviceUnit)
        _ = CompanionProgram.manage("disable", "--now", socketUnit)
        if try stateNow(mayHaveFaults: true).process == process { CompanionProgram.end(process) }
        return try waitUntil(on: false)
    }

    private static func waitUntil(on isOn: Bool) throws(CommandFailure) -> ClientListeningState {
        let failure =
            isOn
            ? "oncue-mpd does not listen; try: systemctl --user status \(serviceUnit)"
            : "oncue-mpd listens still; try: systemctl --user stop \(socketUnit) \(serviceUnit)"
        return try program.wait(failure) { () throws(CommandFailure) -> ClientListeningState? in
            let (state, process) = try stateNow(mayHaveFaults: !isOn)
            // On the network, nothing listens until the program runs; the socket would start it later.
            let isComplete = !isOn || state.addresses.isEmpty || process != nil
            return state.isOn == isOn && isComplete ? state : nil
        }
    }
}
