// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import Glibc
internal import OnCueRuntime
internal import WebAccess

/// The page by `oncue-web`, which alone has its key and the tokens of its devices.
struct WebProgram: PageServing {
    /// The user units that serve it, where there is a service manager: the first has its port, and starts the second when
    /// a browser comes.
    private static let socketUnit = "oncue-web.socket"
    private static let unit = "oncue-web.service"
    /// How long it may take until it is served, or is not any longer.
    private static let limit: Duration = .seconds(10)
    private static let largestAnswer = 256 << 10

    private static let executor = BlockingExecutor(label: "oncue.web")

    /// Its path; `nil` where it is not installed.
    private static var path: String? { InstalledProgram.path("oncue-web") }

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
            // Even the same ones, since the unit needs the folder that this makes.
            state = try Self.ask(
                [
                    "set", String(settings.port), settings.isOnNetwork ? "network" : "local",
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
        if manage(["is-active", "--quiet", socketUnit]) {
            // The page itself runs only while somebody is there.
            state.isServing = true
            state.isLasting = manage(["is-enabled", "--quiet", socketUnit])
        }
        return state
    }

    private static func answer(_ words: [String]) throws(CommandFailure) -> JSONValue {
        guard let path, let process = HelperProcess(path, words, errors: .shown) else { throw missing }
        let bytes = process.readAll(within: .seconds(15), largest: largestAnswer)
        _ = process.end()
        guard let bytes else { throw CommandFailure(.failed, "oncue-web does not answer") }
        guard let json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) else { throw unreadable }
        if let fault = json["fault"]?.stringValue {
            let message = json["message"]?.stringValue ?? "the page cannot be served"
            throw CommandFailure(fault == "notFound" ? .nothingFound : .failed, message)
        }
        return json
    }

    private static let missing = CommandFailure(.failed, "oncue-web is not installed beside oncue")

    // MARK: Serving

    /// Starts the unit where there is one, and otherwise the program itself.
    private static func start(_ settings: WebSettings) throws(CommandFailure) -> PageServingState {
        if manage(["cat", socketUnit]) {
            try SocketUnit.write(settings)
            _ = manage(["daemon-reload"])
            if manage(["enable", "--now", socketUnit]) { return try waitUntil(serving: true) }
        }
        guard let path, let process = HelperProcess(path, ["serve", "apart"]) else { throw missing }
        // Its first line is there when it serves, and it goes on by itself.
        var bytes: [UInt8] = []
        let deadline = ContinuousClock.now + limit
        while !bytes.contains(UInt8(ascii: "\n")), let part = Descriptor.read(process.output, before: deadline),
            !part.isEmpty
        { bytes += part }
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        if let json = try? JSONValue(parsing: line), json["fault"] != nil {
            throw CommandFailure(.failed, json["message"]?.stringValue ?? "the page cannot be served")
        }
        return try waitUntil(serving: true)
    }

    private static func stop(keepsUnit: Bool) throws(CommandFailure) -> PageServingState {
        _ = manage(keepsUnit ? ["stop", socketUnit, unit] : ["disable", "--now", socketUnit])
        if !keepsUnit { _ = manage(["stop", unit]) }
        if let process = try answer(["state"])["process"]?.intValue, process > 1 { kill(pid_t(process), SIGTERM) }
        return try waitUntil(serving: false)
    }

    private static func waitUntil(serving isOn: Bool) throws(CommandFailure) -> PageServingState {
        let deadline = ContinuousClock.now + limit
        while true {
            let state = try ask(["state"])
            if state.isServing == isOn { return state }
            guard ContinuousClock.now < deadline else {
                throw CommandFailure(
                    .failed,
                    isOn
                        ? "the page is not served; try: systemctl --user status \(socketUnit) \(unit)"
                        : "the page is still served; try: systemctl --user stop \(socketUnit) \(unit)")
            }
            usleep(50_000)
        }
    }

    /// Has the service manager do something with the unit.
    ///
    /// - Returns: Whether there is a manager that knows the unit, and has done it.
    private static func manage(_ words: [String]) -> Bool {
        guard let process = HelperProcess("systemctl", ["--user", "--no-ask-password"] + words) else { return false }
        _ = process.readAll(within: .seconds(15), largest: largestAnswer)
        return process.end() == 0
    }
}
