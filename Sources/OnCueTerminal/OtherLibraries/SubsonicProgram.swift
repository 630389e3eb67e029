// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueRuntime

/// Calls `oncue-subsonic`, and runs it: as a unit of the service manager if there is one, and otherwise as a separate
/// process.
struct SubsonicProgram: SubsonicAccess {
    private static let unit = "oncue-subsonic.service"
    /// A server may be slow, and is asked up to twice; the user may be asked to unlock the keyring.
    private static let patience: Duration = .seconds(150)
    private static let program = CompanionProgram("oncue-subsonic", largestAnswer: 16 << 20)
    private static let executor = BlockingExecutor(label: "oncue.subsonic")

    func state() async throws(CommandFailure) -> SubsonicState {
        try await Self.executor.runThrowing { () throws(CommandFailure) in try Self.stateNow().state }
    }

    func add(_ wish: JSONValue) async throws(CommandFailure) -> JSONValue {
        try await Self.executor.runThrowing { () throws(CommandFailure) in
            let answer = try Self.ask(["add"], wish.text() + "\n")
            try Self.start()
            return answer
        }
    }

    func remove(_ key: String) async throws(CommandFailure) -> JSONValue {
        try await Self.executor.runThrowing { () throws(CommandFailure) in
            let answer = try Self.ask(["remove", key])
            if answer["left"]?.intValue == 0 { try Self.stop() }
            return answer
        }
    }

    func unlock() async throws(CommandFailure) {
        try await Self.executor.runThrowing { () throws(CommandFailure) in _ = try Self.ask(["unlock"]) }
    }

    func pin(_ identifier: String, of key: String, _ isPinned: Bool) async throws(CommandFailure) {
        try await Self.executor.runThrowing { () throws(CommandFailure) in
            _ = try Self.ask([isPinned ? "pin" : "unpin", key, identifier])
        }
    }

    func setLimit(_ bytes: Int) async throws(CommandFailure) {
        try await Self.executor.runThrowing { () throws(CommandFailure) in _ = try Self.ask(["limit", "\(bytes)"]) }
    }

    // MARK: Its answers

    private static func ask(_ words: [String], _ input: String? = nil) throws(CommandFailure) -> JSONValue {
        let bytes = try program.output(words, input: input, within: patience)
        guard let json = try? JSONValue(parsing: String(decoding: bytes ?? [], as: UTF8.self)) else {
            throw CommandFailure(.failed, "oncue-subsonic does not answer")
        }
        if let fault = json["fault"]?.stringValue { throw CommandFailure(.failed, fault) }
        return json
    }

    private static func stateNow() throws(CommandFailure) -> (state: SubsonicState, process: Int?) {
        let json = try ask(["state"])
        let process = json["process"]?.intValue
        let isUnit = CompanionProgram.manage("is-active", "--quiet", unit)
        let state = SubsonicState(
            isOn: process != nil, isLasting: isUnit && CompanionProgram.manage("is-enabled", "--quiet", unit),
            servers: json["servers"]?.arrayValue?.compactMap { server($0) } ?? [],
            limit: json["limit"]?.intValue ?? 0, keyring: json["keyring"]?.stringValue)
        return (state, process)
    }

    private static func server(_ json: JSONValue) -> SubsonicState.Server? {
        guard let key = json["key"]?.stringValue, let name = json["name"]?.stringValue else { return nil }
        func text(_ name: String) -> String { json[name]?.stringValue ?? "" }
        return SubsonicState.Server(
            key: key, name: name, address: text("address"), user: text("user"), busName: text("busName"),
            state: text("state"), error: json["error"]?.stringValue, program: text("program"), login: text("login"),
            kept: text("kept"), tellsPlays: json["plays"]?.boolValue ?? true,
            pins: (json["pins"]?.arrayValue ?? []).compactMap { pin($0) }, copied: json["copied"]?.intValue ?? 0,
            copyFault: json["copyFault"]?.stringValue)
    }

    private static func pin(_ json: JSONValue) -> SubsonicState.Pin? {
        guard let identifier = json["identifier"]?.stringValue else { return nil }
        return SubsonicState.Pin(
            identifier: identifier, title: json["title"]?.stringValue ?? identifier,
            songCount: json["songs"]?.intValue ?? 0, copyCount: json["copies"]?.intValue ?? 0)
    }

    // MARK: Running

    private static func start() throws(CommandFailure) {
        guard try stateNow().process == nil else { return }
        if !CompanionProgram.manage("enable", "--now", unit) {
            let line = try program.startApart(["serve", "apart"])
            if let fault = (try? JSONValue(parsing: line))?["fault"]?.stringValue {
                throw CommandFailure(.failed, fault)
            }
        }
        try waitUntil(on: true)
    }

    private static func stop() throws(CommandFailure) {
        _ = CompanionProgram.manage("disable", "--now", unit)
        CompanionProgram.end(try stateNow().process)
        try waitUntil(on: false)
    }

    private static func waitUntil(on isOn: Bool) throws(CommandFailure) {
        try program.wait("oncue-subsonic does not \(isOn ? "run" : "end"); try: systemctl --user status \(unit)") {
            () throws(CommandFailure) -> Void? in
            try (stateNow().process != nil) == isOn ? () : nil
        }
    }
}
