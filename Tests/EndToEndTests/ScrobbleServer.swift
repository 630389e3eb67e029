// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GLib
import JSON
import OnCueTestSupport
import Synchronization

/// A server that behaves as ListenBrainz and Last.fm are documented, and misbehaves as a test wants.
final class ScrobbleServer: Sendable {
    struct Listen: Sendable, Hashable {
        var time: Int
        var title: String
        var artist: String
    }

    struct State: Sendable {
        /// What is known, each once: both services recognise a listen by its time and its track.
        var listens: [Listen] = []
        /// The number of listens that came a second time.
        var repeated = 0
        /// The requests with listens.
        var submissions = 0
        var playing: [String] = []
        /// Recordings at ListenBrainz, artist and title at Last.fm.
        var loves: Set<String> = []
        var lookups = 0
        /// Whether it knows of loves.
        var hasLoves = true
        /// Answers to the next requests with listens, in place of the right one; `nil` for the right one.
        var answers: [HTTPServer.Response?] = []
        /// Titles of listens that are refused, with all others of their request.
        var refuses: Set<String> = []
        /// Whether the listens of a request with such an answer are kept all the same.
        var keepsAnyway = false
        var token = "tok-1"
        var allowed = false
        var wrongSignatures = 0
    }

    static let (key, secret) = ("app-key", "app-secret")
    static let recording = "11111111-2222-3333-4444-555555555555"

    private let state = Mutex(State())
    private let server: Mutex<HTTPServer?>
    let port: UInt16

    init() throws {
        let later = Later()
        let first = try HTTPServer { later.server.withLock { $0.server }?.answer($0) ?? .text("") }
        port = first.port
        server = Mutex(first)
        later.server.withLock { $0.server = self }
    }

    /// The server, for its first socket, which must be there before it.
    private final class Later: Sendable {
        struct Reference { weak var server: ScrobbleServer? }

        let server = Mutex(Reference())
    }

    var address: String { "http://127.0.0.1:\(port)" }
    var now: State { state.withLock { $0 } }
    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    var titles: [String] { now.listens.map(\.title) }

    /// Nothing listens any longer.
    func close() { server.withLock { $0 = nil } }

    /// Listens again, as soon as the former server has let go of the port.
    func open() async throws {
        try await waitUntil("the port is free") {
            let made = try? HTTPServer(port: self.port) { [weak self] in self?.answer($0) ?? .text("") }
            guard let made else { return false }
            self.server.withLock { $0 = made }
            return true
        }
    }

    private static func json(_ status: Int, _ json: JSONValue, _ fields: [(String, String)] = []) -> HTTPServer.Response
    {
        HTTPServer.Response(status, [("Content-Type", "application/json")] + fields, Array(json.text().utf8))
    }

    private func answer(_ request: HTTPServer.Request) -> HTTPServer.Response {
        request.path.hasPrefix("/1/") ? listenBrainz(request) : lastFM(request)
    }

    private func keep(_ listens: [Listen], _ right: HTTPServer.Response) -> HTTPServer.Response {
        state.withLock { state in
            state.submissions += 1
            let other = state.answers.isEmpty ? nil : state.answers.removeFirst()
            guard other == nil || state.keepsAnyway else { return other ?? right }
            for listen in listens {
                if state.listens.contains(listen) { state.repeated += 1 } else { state.listens.append(listen) }
            }
            return other ?? right
        }
    }

    // MARK: ListenBrainz

    private func listenBrainz(_ request: HTTPServer.Request) -> HTTPServer.Response {
        let path = request.path.prefix { $0 != "?" }
        guard request.fields["authorization"] == "Token " + now.token else {
            return path == "/1/validate-token"
                ? Self.json(200, ["code": 200, "message": "Token invalid.", "valid": false])
                : Self.json(401, ["code": 401, "error": "Invalid authorization token."])
        }
        let body = (try? JSONValue(parsing: String(decoding: request.body, as: UTF8.self))) ?? .null
        switch path {
        case "/1/validate-token":
            return Self.json(200, ["code": 200, "message": "Token valid.", "valid": true, "user_name": "ann"])
        case "/1/submit-listens": return submission(body)
        case "/1/metadata/lookup/":
            change { $0.lookups += 1 }
            return Self.json(
                200, request.path.contains("recording_name=Known") ? ["recording_mbid": .string(Self.recording)] : [:])
        case _ where path.hasPrefix("/1/feedback/") && !now.hasLoves:
            return Self.json(404, ["code": 404, "error": "Not found"])
        case "/1/feedback/recording-feedback":
            let recording = body["recording_mbid"]?.stringValue ?? ""
            change { state in
                if body["score"] == 1 { state.loves.insert(recording) } else { state.loves.remove(recording) }
            }
            return Self.json(200, ["status": "ok"])
        default:
            let loves = now.loves.sorted()
            return Self.json(
                200,
                [
                    "count": .int(loves.count), "offset": 0, "total_count": .int(loves.count),
                    "feedback": .array(
                        loves.map { ["recording_mbid": .string($0), "recording_msid": .null, "score": 1] }),
                ])
        }
    }

    private func submission(_ body: JSONValue) -> HTTPServer.Response {
        let kind = body["listen_type"]?.stringValue ?? ""
        let payload = body["payload"]?.arrayValue ?? []
        let listens = payload.map { listen in
            let track = listen["track_metadata"]
            return Listen(
                time: listen["listened_at"]?.intValue ?? 0, title: track?["track_name"]?.stringValue ?? "",
                artist: track?["artist_name"]?.stringValue ?? "")
        }
        let isRight = kind == "import" ? !payload.isEmpty : payload.count == 1
        guard isRight, !listens.contains(where: { $0.title.isEmpty || $0.artist.isEmpty }) else {
            return Self.json(400, ["code": 400, "error": "JSON document is invalid"])
        }
        guard kind != "playing_now" else {
            change { $0.playing.append(listens[0].title) }
            return Self.json(200, ["status": "ok"])
        }
        guard now.refuses.isDisjoint(with: listens.map(\.title)) else {
            change { $0.submissions += 1 }
            return Self.json(400, ["code": 400, "error": "a listen is not valid"])
        }
        return keep(listens, Self.json(200, ["status": "ok"]))
    }

    // MARK: Last.fm

    private func lastFM(_ request: HTTPServer.Request) -> HTTPServer.Response {
        var fields: [String: String] = [:]
        for pair in String(decoding: request.body, as: UTF8.self).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            fields[Self.decoded(parts[0])] = parts.count > 1 ? Self.decoded(parts[1]) : ""
        }
        let signed = fields.filter { !["api_sig", "format", "callback"].contains($0.key) }
        let text = signed.sorted { $0.key < $1.key }.map { $0.key + $0.value }.joined() + Self.secret
        guard fields["api_key"] == Self.key, fields["api_sig"] == Checksum.md5(Array(text.utf8)) else {
            change { $0.wrongSignatures += 1 }
            return Self.json(403, ["error": 13, "message": "Invalid method signature supplied"])
        }
        let method = fields["method"] ?? ""
        let isFree = method.hasPrefix("auth.") || method == "user.getLovedTracks"
        guard isFree || fields["sk"] == "session-1" else {
            return Self.json(403, ["error": 9, "message": "Invalid session key - Please re-authenticate"])
        }
        return lastFM(method, fields)
    }

    private func lastFM(_ method: String, _ fields: [String: String]) -> HTTPServer.Response {
        let love = (fields["artist"] ?? "") + "\n" + (fields["track"] ?? "")
        switch method {
        case "auth.getToken": return Self.json(200, ["token": "asked-1"])
        case "auth.getSession":
            guard now.allowed else {
                return Self.json(403, ["error": 14, "message": "This token has not yet been authorised"])
            }
            return Self.json(200, ["session": ["name": "ann", "key": "session-1", "subscriber": 0]])
        case "track.updateNowPlaying":
            change { $0.playing.append(fields["track"] ?? "") }
            return Self.json(200, ["nowplaying": ["track": ["#text": .string(fields["track"] ?? "")]]])
        case "track.scrobble":
            let count = fields.keys.count { $0.hasPrefix("timestamp[") }
            let listens = (0..<count).map {
                Listen(
                    time: Int(fields["timestamp[\($0)]"] ?? "") ?? 0, title: fields["track[\($0)]"] ?? "",
                    artist: fields["artist[\($0)]"] ?? "")
            }
            let answers = listens.map { listen -> JSONValue in
                ["track": ["#text": .string(listen.title)], "ignoredMessage": ["code": "0", "#text": ""]]
            }
            return keep(
                listens,
                Self.json(
                    200,
                    [
                        "scrobbles": [
                            "@attr": ["accepted": .int(count), "ignored": 0],
                            "scrobble": count == 1 ? answers[0] : .array(answers),
                        ]
                    ]))
        case "track.love", "track.unlove":
            change { state in
                if method == "track.love" { state.loves.insert(love) } else { state.loves.remove(love) }
            }
            return Self.json(200, [:])
        default:
            let loves = now.loves.sorted().map { love -> JSONValue in
                let parts = love.split(separator: "\n")
                return ["name": .string(String(parts[1])), "artist": ["name": .string(String(parts[0]))]]
            }
            return Self.json(
                200,
                [
                    "lovedtracks": [
                        "track": loves.count == 1 ? loves[0] : .array(loves),
                        "@attr": ["user": "ann", "totalPages": loves.isEmpty ? "0" : "1", "page": "1"],
                    ]
                ])
        }
    }

    private static func decoded(_ text: Substring) -> String {
        var (bytes, rest) = ([UInt8](), text.utf8[...])
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
