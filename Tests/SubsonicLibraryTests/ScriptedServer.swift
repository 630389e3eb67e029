// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import SubsonicProtocol
import Synchronization

@testable import SubsonicLibrary

/// A server that answers as a test tells it, and a connection to it.
final class ScriptedServer: Sendable {
    let web: HTTPServer
    private let own: OwnAnswers

    /// What each request asked, without logins: `getAlbum id=7`.
    var asked: [String] {
        web.requests.map { request in
            let parts = request.path.split(separator: "?", maxSplits: 1)
            let query = parts.count > 1 ? String(parts[1]) : String(decoding: request.body, as: UTF8.self)
            let fields = query.split(separator: "&")
            let shown = fields.filter { field in
                !["u", "t", "s", "p", "apiKey", "v", "c", "f"].contains(String(field.prefix { $0 != "=" }))
            }
            return ([parts[0].split(separator: "/").last ?? ""] + shown).joined(separator: " ")
        }
    }

    /// - Parameters:
    ///   - answers: What is answered to each method: the members of an envelope whose status is `ok`.
    ///   - longest: The most bytes of a path with its query; longer ones are refused, as proxies do.
    init(_ answers: [String: String] = [:], longest: Int = .max) throws {
        let own = OwnAnswers(answers.mapValues { Self.answer($0) })
        self.own = own
        web = try HTTPServer { $0.path.utf8.count > longest ? HTTPServer.Response(414) : own.answer(to: $0) }
    }

    /// From now on a method is answered in another way; `stream s1` is one for the item s1.
    func set(_ method: String, _ response: HTTPServer.Response) { own.set(method, response) }

    func set(_ method: String, _ members: String) { own.set(method, Self.answer(members)) }

    /// An answer with these members.
    static func answer(_ members: String) -> HTTPServer.Response {
        json(
            #"{"subsonic-response":{"status":"ok","version":"1.16.1","type":"scripted","openSubsonic":true"#
                + (members.isEmpty ? "" : "," + members) + "}}")
    }

    static func error(_ code: Int, _ message: String = "no") -> HTTPServer.Response {
        json(
            #"{"subsonic-response":{"status":"failed","version":"1.16.1","error":{"code":\#(code),"message":"\#(message)"}}}"#
        )
    }

    static func json(_ text: String) -> HTTPServer.Response {
        .text(text, [("Content-Type", "application/json")])
    }

    /// A connection with a token.
    @MediaActor
    func connect(
        _ password: String = "sesame", rest: SubsonicRest = SubsonicRest(),
        deadline: Duration = SubsonicConnection.deadline
    ) throws -> SubsonicConnection {
        let server = SubsonicServer(
            key: "home", name: "Home", address: try SubsonicAddress(web.address), user: "joe")
        return SubsonicConnection(
            server, .token(user: "joe", password: password, salt: "c19b2d"), rest: rest, deadline: deadline)
    }
}

private final class OwnAnswers: Sendable {
    private let answers: Mutex<[String: HTTPServer.Response]>

    init(_ answers: [String: HTTPServer.Response]) { self.answers = Mutex(answers) }

    func set(_ method: String, _ response: HTTPServer.Response) { answers.withLock { $0[method] = response } }

    func answer(to request: HTTPServer.Request) -> HTTPServer.Response {
        let parts = request.path.split(separator: "?", maxSplits: 1)
        let method = String(parts.first?.split(separator: "/").last ?? "")
        let id = parts.last?.split(separator: "&").first { $0.hasPrefix("id=") }.map { method + " " + $0.dropFirst(3) }
        return answers.withLock { answers in
            id.flatMap { answers[$0] } ?? answers[method] ?? ScriptedServer.error(0, "unknown method")
        }
    }
}
