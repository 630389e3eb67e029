// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport

/// Supysonic, a real server of Subsonic's API (the Debian package `supysonic`), with the music of the repository.
final class Supysonic: Sendable {
    static let user = "listener"
    static let password = "s3cret-pass"

    let process: ChildProcess
    let port: Int

    var address: String { "http://127.0.0.1:\(port)" }
    /// What it was asked, without logins.
    var requests: [String] { process.output.lines.filter { $0.hasPrefix("request ") }.map { String($0.dropFirst(8)) } }

    /// - Parameters:
    ///   - music: The folder with the music; that of the repository if absent.
    ///   - port: 0 for any that is free.
    init(in directory: TemporaryDirectory, _ name: String = "supysonic", music: String? = nil, port: Int = 0)
        async throws
    {
        process = try ChildProcess(
            "/usr/bin/python3",
            [
                Products.source + "/Tests/Programs/supysonic-server.py", directory.file(name), music ?? Products.media,
                Self.user, Self.password, "\(port)",
            ], environment: ["HOME": directory.file("home"), "TMPDIR": directory.file("work"), "PATH": "/usr/bin:/bin"])
        let line = try await process.output.waitForLine(within: .seconds(90)) { $0.hasPrefix("listening ") }
        guard let port = Int(line.dropFirst(10)) else { throw SupportError("Supysonic does not listen: \(line)") }
        self.port = port
    }

    /// Waits until it was asked something.
    func waitForRequest(_ what: String, _ matches: @escaping @Sendable (String) -> Bool) async throws {
        var asked: [String] = []
        try await waitUntil("\(what); there was \(asked)") {
            asked = requests
            return asked.contains(where: matches)
        }
    }
}

/// A machine whose OnCue shows the library of a server.
struct SubsonicStage {
    let machine: Machine

    init(_ machine: Machine) { self.machine = machine }

    /// Adds a server with `oncue subsonic add`, whose password comes from standard input.
    func add(
        _ address: String, user: String? = Supysonic.user, password: String = Supysonic.password, _ options: String...
    ) async throws -> ChildProcess.Result {
        try machine.directory.write("work/password", (password + "\n").utf8)
        let login = user.map { "--user \($0)" } ?? "--key"
        return try await ChildProcess.run(
            "sh",
            [
                "-c",
                "exec '\(Products.program("oncue"))' subsonic add '\(address)' \(login) \(options.joined(separator: " ")) <password",
            ], environment: machine.environment, directory: machine.directory.file("work"), within: .seconds(90))
    }

    /// Waits until the branch of a server is there and answers.
    func waitForBranch(_ name: String) async throws {
        var providers: [JSONValue] = []
        do {
            try await waitUntil("\(name) has registered; there were \(providers.map { $0.text() })") {
                providers = try await machine.json("provider")["items"]?.arrayValue ?? []
                return providers.contains { $0["name"]?.stringValue == name && $0["state"]?.stringValue == "available" }
            }
        } catch {
            let servers = try? await machine.json("subsonic").text()
            throw SupportError("\(error); the servers: \(servers ?? "not known")")
        }
    }

    func titles(_ words: String...) async throws -> [String] {
        let output = try await answer(to: words + ["--json"])
        return try JSONValue(parsing: output)["items"]?.arrayValue?.compactMap { $0["title"]?.stringValue } ?? []
    }

    func done(_ words: String...) async throws { _ = try await answer(to: words) }

    /// Asks again where the server has not answered in the time for which OnCue waits.
    private func answer(to words: [String]) async throws -> String {
        var said = ""
        return try await waitFor("oncue \(words) is done; it said \(said)") {
            let result = try await machine.oncue(words)
            said = result.errors
            guard result.status == 0 || said.contains("answer") else {
                throw SupportError("oncue \(words): \(result.ending) \(said)")
            }
            return result.status == 0 ? result.output : nil
        }
    }

    /// Ends the program that shows the servers, and starts it again.
    ///
    /// - Parameter changes: Changes of its environment.
    static func restart(_ machine: Machine, _ changes: [String: String] = [:]) async throws -> ChildProcess {
        let program = Products.program("oncue-subsonic")
        func process() async throws -> Int? {
            let answer = try await ChildProcess.run(program, ["state"], environment: machine.environment)
            return try JSONValue(parsing: answer.output)["process"]?.intValue
        }
        if let running = try await process() { kill(pid_t(running), SIGTERM) }
        try await waitUntil("it has ended") { try await process() == nil }
        return try ChildProcess(program, ["serve"], environment: machine.environment.merging(changes) { $1 })
    }
}
