// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueRuntime
internal import WebAccess

/// The page served by `oncue-web`, which is the only program with its key and the tokens of its devices.
struct WebProgram: PageServing {
    /// The user units that serve it, if there is a service manager: the first has its port, and starts the second when
    /// a browser connects.
    private static let socketUnit = "oncue-web.socket"
    private static let unit = "oncue-web.service"
    private static let program = CompanionProgram("oncue-web")
    private static let executor = BlockingExecutor(label: "oncue.web")

    func state() async throws(CommandFailure) -> PageServingState {
        try await Self.executor.runThrowing { () throws(CommandFailure) in try Self.ask(["state"]) }
    }

    func forget(_ name: String?) async throws(CommandFailure) -> PageServingState {
        try await Self.executor.runThrowing { () throws(CommandFailure) in try Self.ask(["forget", name ?? "--all"]) }
    }

    func pairingCode() async throws(CommandFailure) -> PagePairing {
        try await Self.executor.runThrowing { () throws(CommandFailure) in
            guard let pairing = PagePairing(json: try Self.answer(["code"])) else { throw Self.unreadable }
            return pairing
        }
    }

    func serve(_ settings: WebSettings?) async throws(CommandFailure) -> PageServingState {
        try await Self.executor.runThrowing { () throws(CommandFailure) in
            var state = try Self.ask(["state"])
            guard let settings else { return state.isServing ? try Self.stop(keepsUnit: false) : state }
            let isOther = settings != state.settings
            // Even if the settings are the same, since the unit needs the folder that this creates.
            state = try Self.ask(
                [
                    "set", String(settings.port),
                    !settings.address.isEmpty ? settings.address : settings.isOnNetwork ? "network" : "local",
                    settings.isPlain ? "plain" : "tls",
                ] + settings.hosts)
            if isOther, state.isServing { state = try Self.stop(keepsUnit: true) }
            return state.isServing ? state : try Self.start(settings)
        }
    }

    // MARK: Its answers

    private static let unreadable = CommandFailure(.failed, "oncue-web answered in a form that is not understood")

    private static func ask(_ words: [String]) throws(CommandFailure) -> PageServingState {
        guard var state = PageServingState(json: try answer(words)) else { throw unreadable }
        if CompanionProgram.manage("is-active", "--quiet", socketUnit) {
            // The page itself runs only while a browser is connected.
            state.isServing = true
            state.isLasting = CompanionProgram.manage("is-enabled", "--quiet", socketUnit)
        }
        return state
    }

    private static func answer(_ words: [String]) throws(CommandFailure) -> JSONValue {
        guard let bytes = try program.output(words) else { throw CommandFailure(.failed, "oncue-web does not answer") }
        guard let json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) else { throw unreadable }
        if let fault = json["fault"]?.stringValue {
            let message = json["message"]?.stringValue ?? "the page cannot be served"
            throw CommandFailure(fault == "notFound" ? .nothingFound : .failed, message)
        }
        return json
    }

    // MARK: Serving

    /// Starts the unit if there is one, and otherwise the program itself.
    private static func start(_ settings: WebSettings) throws(CommandFailure) -> PageServingState {
        if CompanionProgram.manage("cat", socketUnit) {
            try SocketUnit.write(settings)
            _ = CompanionProgram.manage("daemon-reload")
            if CompanionProgram.manage("enable", "--now", socketUnit) { return try waitUntil(serving: true) }
        }
        let line = try program.startApart(["serve", "apart"], errors: .lost)
        if let json = try? JSONValue(parsing: line), json["fault"] != nil {
            throw CommandFailure(.failed, json["message"]?.stringValue ?? "the page cannot be served")
        }
        return try waitUntil(serving: true)
    }

    private static func stop(keepsUnit: Bool) throws(CommandFailure) -> PageServingState {
        if keepsUnit {
            _ = CompanionProgram.manage("stop", socketUnit, unit)
        } else {
            _ = CompanionProgram.manage("disable", "--now", socketUnit)
            _ = CompanionProgram.manage("stop", unit)
        }
        CompanionProgram.end(try answer(["state"])["process"]?.intValue)
        return try waitUntil(serving: false)
    }

    private static func waitUntil(serving isOn: Bool) throws(CommandFailure) -> PageServingState {
        let failure =
            isOn
            ? "the page is not served; try: systemctl --user status \(socketUnit) \(unit)"
            : "the page is still served; try: systemctl --user stop \(socketUnit) \(unit)"
        return try program.wait(failure) { () throws(CommandFailure) -> PageServingState? in
            let state = try ask(["state"])
            return state.isServing == isOn ? state : nil
        }
    }
}
