// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport

/// A machine whose page is served to itself, and a device that is paired with it.
struct WebPageStage {
    let machine: Machine
    let port: Int
    let cookie: String

    /// - Parameter music: Files of music, each of three minutes.
    init(_ music: [String] = ["a.wav", "b.wav", "c.wav", "d.wav"]) async throws {
        let machine = try await Machine(["PATH": "/nonexistent"])
        for name in music { try machine.writeMusic(name) }
        _ = try await machine.startDaemon()
        try await machine.done("library", "add", "music")
        try await machine.done("library", "scan")
        try await self.init(of: machine)
    }

    /// - Parameter machine: Its service runs.
    init(of machine: Machine) async throws {
        self.machine = machine
        port = Int(try FreePort.next())
        try await machine.done("web", "on", "--port", "\(port)")
        let code = try await Self.code(machine)
        let answer = try Self.pair(code, name: "phone", port: port)
        guard let field = answer?.fields["set-cookie"] else { throw SupportError("not paired: \(answer?.body ?? "")") }
        cookie = String(field.prefix { $0 != ";" })
    }

    var origin: String { "http://localhost:\(port)" }

    static func code(_ machine: Machine) async throws -> String {
        guard let code = try await machine.json("web")["code"]?.stringValue else { throw SupportError("no code") }
        return code
    }

    static func pair(_ code: String, name: String, port: Int) throws -> WebCaller.Answer? {
        let body: JSONValue = ["code": .string(code), "name": .string(name)]
        return try send("POST", "/api/1/pair", port, fields(port), body: body.text())
    }

    /// The fields of a command of the page itself.
    static func fields(_ port: Int) -> [(String, String)] {
        [
            ("Host", "localhost:\(port)"), ("Origin", "http://localhost:\(port)"),
            ("Content-Type", "application/json"),
        ]
    }

    static func send(
        _ method: String, _ path: String, _ port: Int, _ fields: [(String, String)], body: String? = nil
    ) throws -> WebCaller.Answer? {
        let caller = try WebCaller(port: port)
        var fields = fields
        if let body { fields.append(("Content-Length", "\(body.utf8.count)")) }
        caller.send(
            "\(method) \(path) HTTP/1.1\r\n" + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n" + (body ?? ""))
        return caller.answer()
    }

    /// Asks as the paired device.
    func get(_ path: String, _ more: [(String, String)] = []) throws -> WebCaller.Answer {
        let fields = [("Host", "localhost:\(port)"), ("Cookie", cookie), ("Connection", "close")] + more
        guard let answer = try Self.send("GET", path, port, fields) else {
            throw SupportError("no answer to \(path)")
        }
        return answer
    }

    /// Commands as the paired device.
    @discardableResult
    func post(_ path: String, _ body: JSONValue = [:]) throws -> WebCaller.Answer {
        let fields = Self.fields(port) + [("Cookie", cookie), ("Connection", "close")]
        guard let answer = try Self.send("POST", "/api/1/" + path, port, fields, body: body.text()) else {
            throw SupportError("no answer to \(path)")
        }
        return answer
    }

    /// With which the paired device asks for a web socket.
    var socketFields: [(String, String)] {
        [("Host", "localhost:\(port)"), ("Origin", origin), ("Cookie", cookie)]
    }

    /// The process that serves the page.
    var server: Machine.Process {
        get throws {
            guard let server = machine.processes.first(where: { $0.name == "oncue-web" }) else {
                throw SupportError("the page is not served")
            }
            return server
        }
    }

    /// How many files and sockets the server has open.
    func descriptorCount() throws -> Int { try Machine.names(in: "/proc/\(server.identifier)/fd").count }

    /// What the server has in memory, in bytes.
    func memory() throws -> Int {
        let pages = try Machine.text(of: "/proc/\(server.identifier)/statm").split(separator: " ")
        guard pages.count > 1, let resident = Int(pages[1]) else { throw SupportError("no size of the server") }
        return resident * Int(getpagesize())
    }

    /// A web socket of the paired device.
    func socket(room: Int32? = nil, patience: Int = 30) throws -> WebCaller {
        let caller = try WebCaller(port: port, room: room, patience: patience)
        let status = caller.upgrade(socketFields)
        guard status == 101 else { throw SupportError("no web socket: \(status ?? 0)") }
        return caller
    }

    /// The identifiers of the tracks, by their titles.
    func tracks() throws -> [String: String] {
        let items = try get("/api/1/search?q=kind%3Atrack&limit=200").json["items"]?.arrayValue ?? []
        var tracks: [String: String] = [:]
        for item in items {
            if let title = item["title"]?.stringValue { tracks[title] = item["identifier"]?.stringValue }
        }
        return tracks
    }

    /// The titles of the queue.
    func queue() throws -> [String] {
        try get("/api/1/queue").json["entries"]?.arrayValue?.compactMap { $0["title"]?.stringValue } ?? []
    }

    /// The numbers of the entries, in the order of the queue.
    func entries() throws -> [JSONValue] {
        try get("/api/1/queue").json["entries"]?.arrayValue?.compactMap { $0["entry"] } ?? []
    }
}
