// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("Assistants, and the real programs", .timeLimit(.minutes(10)))
struct McpTests {
    private static let updated = "notifications/resources/updated"

    private func machine() async throws -> Machine {
        let machine = try await Machine()
        try machine.writeMusic("night crossing.wav")
        return machine
    }

    private func addMusic(_ machine: Machine) async throws {
        try await machine.done("library", "add", "music")
        try await waitUntil("the track is found") {
            try await machine.oncue("search", "night", "crossing").status == 0
        }
    }

    @Test(
        "An assistant with a handshake searches, plays, hears of it and takes it back; its first call starts the daemon"
    )
    func handshake() async throws {
        let machine = try await machine()
        let assistant = try AssistantProcess(on: machine)

        let start = try await assistant.request(
            "initialize",
            [
                "protocolVersion": "2025-06-18", "capabilities": [:], "clientInfo": ["name": "test", "version": "1"],
            ])
        #expect(start["result"]?["protocolVersion"] == "2025-06-18")
        let tools = try await assistant.request("tools/list")["result"]?["tools"]?.arrayValue ?? []
        _ = try await assistant.request("resources/subscribe", ["uri": "oncue://now"])
        #expect(tools.count == 15)
        #expect(!machine.processes.contains { $0.name.hasPrefix("oncued") }, "\(machine.processes)")

        let now = try await assistant.call("now_playing")
        #expect(now["structuredContent"]?["sentence"]?.stringValue?.isEmpty == false)
        #expect(machine.processes.contains { $0.name == "oncued" })
        try await addMusic(machine)
        let found = try await assistant.call("search", ["query": "night crossing", "kind": "track"])
        let identifier = try #require(found["structuredContent"]?["items"]?[0]?["identifier"]?.stringValue)
        let before = assistant.noticeCount(Self.updated)
        let played = try await assistant.call("play", ["what": .string(identifier)])
        #expect(played["isError"] == false, "\(played)")
        _ = try await machine.waitForNow("playing") {
            $0["status"] == "playing" && $0["identifier"] == .string(identifier)
        }
        try await assistant.waitForNotice(Self.updated, after: before)
        let contents = try await assistant.request("resources/read", ["uri": "oncue://now"])["result"]?["contents"]
        let state = try JSONValue(parsing: contents?[0]?["text"]?.stringValue ?? "")
        #expect(state["entry"]?["identifier"] == .string(identifier))
        let cover = try await assistant.request("resources/read", ["uri": .string("oncue://art/" + identifier)])
        #expect(cover["result"]?["contents"]?[0]?["mimeType"]?.stringValue?.hasPrefix("image/") == true, "\(cover)")

        let missing = try await assistant.call("play", ["what": "no such music"])
        #expect(missing["isError"] == true)
        _ = try await assistant.call("play", ["what": .string(identifier), "mode": "append"])
        #expect(try await machine.json("queue")["total"] == 2)
        let undone = try await assistant.call("undo")
        #expect(undone["isError"] == false, "\(undone)")
        #expect(try await machine.json("queue")["total"] == 1)
        #expect(try await assistant.end() == 0)
    }

    @Test("An assistant without a handshake discovers, calls and listens, and hears the end")
    func discovery() async throws {
        let machine = try await machine()
        _ = try await machine.startDaemon()
        try await addMusic(machine)
        let assistant = try AssistantProcess(on: machine, isModern: true)

        let found = try await assistant.request("server/discover")["result"]
        #expect(found?["supportedVersions"]?[0] == "2026-07-28")
        try assistant.send("subscriptions/listen", ["notifications": ["resourceSubscriptions": ["oncue://queue"]]])
        try await assistant.waitForNotice("notifications/subscriptions/acknowledged")
        // It may begin with the present state.
        try await assistant.waitForNotice(Self.updated)
        let before = assistant.noticeCount(Self.updated)
        let played = try await assistant.call("play", ["what": "night crossing"])
        #expect(played["resultType"] == "complete" && played["isError"] == false, "\(played)")
        try await assistant.waitForNotice(Self.updated, after: before)
        #expect(try await assistant.end() == 0)
        #expect(assistant.output.contains("notifications/cancelled"))
    }

    @Test("A subscription starts no daemon, and goes on when it is started, quits and is started again")
    func restarts() async throws {
        let machine = try await machine()
        let assistant = try AssistantProcess(on: machine, isModern: true)
        try assistant.send("subscriptions/listen", ["notifications": ["resourceSubscriptions": ["oncue://now"]]])
        try await assistant.waitForNotice("notifications/subscriptions/acknowledged")
        _ = try await assistant.request("tools/list")
        #expect(!machine.processes.contains { $0.name.hasPrefix("oncued") }, "\(machine.processes)")

        for level in ["30", "60"] {
            let absent = assistant.noticeCount(Self.updated)
            _ = try await machine.startDaemon()
            try await assistant.waitForNotice(Self.updated, after: absent)
            let before = assistant.noticeCount(Self.updated)
            try await machine.done("volume", level)
            try await assistant.waitForNotice(Self.updated, after: before)
            try await machine.done("quit")
        }
        #expect(try await assistant.end() == 0)
    }

    @Test("An assistant that may only look cannot change anything")
    func readOnly() async throws {
        let machine = try await machine()
        let assistant = try AssistantProcess(on: machine, ["--read-only"], isModern: true)

        let refused = try await assistant.request("tools/call", ["name": "play", "arguments": [:]])
        #expect(refused["error"]?["code"] == -32602)
        #expect(try await assistant.end() == 0)
        #expect(!machine.processes.contains { $0.name.hasPrefix("oncued") })
    }

    @Test("The reference client, which Scripts/setup test installs, understands it in all revisions")
    func referenceClient() async throws {
        let machine = try await machine()
        _ = try await machine.startDaemon()
        try await addMusic(machine)

        let result = try await ChildProcess.run(
            Products.source + "/.build/python/bin/python3",
            [
                Products.source + "/Tests/Programs/assistant-clients.py",
                Products.source + "/Tests/Programs/assistant-oncue.json", "--", Products.program("oncue"), "mcp",
            ],
            environment: machine.environment, within: .seconds(100))

        #expect(result.status == 0, "\(result.output)\n\(result.errors)")
    }
}

/// `oncue mcp` with an assistant at its other end.
final class AssistantProcess {
    private let process: ChildProcess
    private let descriptor: Int32
    private let isModern: Bool
    private var last = 0
    private var isOpen = true

    init(on machine: Machine, _ words: [String] = [], isModern: Bool = false) throws {
        let pipe = machine.directory.file("work/assistant")
        guard mkfifo(pipe, 0o600) == 0 else { throw SupportError("cannot make \(pipe)") }
        // Open for reading as well, so that it does not wait for the other end.
        descriptor = open(pipe, O_RDWR | O_CLOEXEC)
        self.isModern = isModern
        process = try ChildProcess(
            "/bin/sh",
            ["-c", "exec '\(Products.program("oncue"))' mcp \(words.joined(separator: " ")) <'\(pipe)'"],
            environment: machine.environment)
    }

    deinit {
        if isOpen { close(descriptor) }
    }

    var output: String { process.output.text }

    /// Sends a request and returns its number.
    @discardableResult
    func send(_ method: String, _ parameters: JSONValue = [:]) throws -> Int {
        last += 1
        guard case .object(let members) = parameters else { throw SupportError("\(parameters) is no object") }
        let meta: JSONValue = [
            "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": [:],
        ]
        let message: JSONValue = [
            "jsonrpc": "2.0", "id": .int(last), "method": .string(method),
            "params": .object(members + (isModern ? [JSONValue.Member("_meta", meta)] : [])),
        ]
        let bytes = Array((message.text() + "\n").utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw SupportError("cannot write") }
        return last
    }

    /// Sends a request and returns its answer.
    func request(_ method: String, _ parameters: JSONValue = [:]) async throws -> JSONValue {
        let number = try send(method, parameters)
        let line = try await process.output.waitForLine { (try? JSONValue(parsing: $0))?["id"] == .int(number) }
        return try JSONValue(parsing: line)
    }

    /// Calls a tool and returns its result.
    func call(_ tool: String, _ arguments: JSONValue = [:]) async throws -> JSONValue {
        let answer = try await request("tools/call", ["name": .string(tool), "arguments": arguments])
        guard let result = answer["result"] else { throw SupportError("\(tool): \(answer.text())") }
        return result
    }

    /// The number of notices of a method that have come.
    func noticeCount(_ method: String) -> Int {
        output.split(separator: "\n").count { (try? JSONValue(parsing: String($0)))?["method"] == .string(method) }
    }

    /// Waits until there are more notices of a method than there were.
    func waitForNotice(_ method: String, after count: Int = 0) async throws {
        try await waitUntil("\(method) comes") { noticeCount(method) > count }
    }

    /// Ends its input; returns its status.
    func end() async throws -> Int32? {
        close(descriptor)
        isOpen = false
        let result = try await process.result()
        #expect(result.errors.isEmpty, "\(result.errors)")
        return result.status
    }
}
