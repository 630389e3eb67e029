// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCore
internal import TextOutput

/// The interface of Last.fm (`https://www.last.fm/api`, "Scrobbling 2.0"): its requests and its answers.
package struct LastFM: Sendable {
    /// The key of an application, which its owner gets from `https://www.last.fm/api/account/create`.
    package var key: String
    /// The secret that belongs to the key; requests are signed with it.
    package var secret: String
    /// Returns the MD5 digest in lower-case hexadecimal.
    private let md5: @Sendable ([UInt8]) -> String

    package init(key: String, secret: String, md5: @escaping @Sendable ([UInt8]) -> String) {
        (self.key, self.secret, self.md5) = (key, secret, md5)
    }

    /// A loved track.
    package struct Love: Sendable, Equatable, Hashable {
        package var title: String
        package var artist: String

        package init(title: String, artist: String) { (self.title, self.artist) = (title, artist) }
    }

    /// A session, which lasts until the user ends it on the page of the service.
    package struct Session: Sendable, Equatable {
        package var user: String
        package var key: String

        package init(user: String, key: String) { (self.user, self.key) = (user, key) }
    }

    /// The answer to the request for a session.
    package enum SessionAnswer: Sendable, Equatable {
        case session(Session)
        /// The user has not allowed it yet.
        case notYet
        case failed(String)
    }

    /// The number of loves on a page.
    package static let page = 200

    // MARK: Requests

    /// Returns the signature of a call (`https://www.last.fm/api/authspec`, 8): the digest of all names and values in
    /// the order of the names, followed by the secret.
    package func signature(_ parameters: [String: String]) -> String {
        let sorted = parameters.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return md5(Array((sorted.map { $0.key + $0.value }.joined() + secret).utf8))
    }

    private func call(_ method: String, _ parameters: [String: String]) -> ServiceRequest {
        var all = parameters
        (all["method"], all["api_key"]) = (method, key)
        all["api_sig"] = signature(all)
        // The format of the answer is not part of the signature.
        all["format"] = "json"
        let body = all.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map {
            PercentEncoding.encodeValue($0.key) + "=" + PercentEncoding.encodeValue($0.value)
        }.joined(separator: "&")
        return ServiceRequest(
            "", fields: ["Content-Type": "application/x-www-form-urlencoded; charset=utf-8"], body: Array(body.utf8))
    }

    package func token() -> ServiceRequest { call("auth.getToken", [:]) }

    package func session(_ token: String) -> ServiceRequest { call("auth.getSession", ["token": token]) }

    /// Returns the page on which the user authorises a token.
    ///
    /// - Parameter server: The address of the server's interface.
    package func page(for token: String, on server: String) -> String {
        let root =
            server == ScrobblingKind.lastFM.server
            ? "https://www.last.fm" : server.hasSuffix("/2.0/") ? String(server.dropLast(5)) : String(server.dropLast())
        return "\(root)/api/auth/?api_key=\(PercentEncoding.encodeValue(key))"
            + "&token=\(PercentEncoding.encodeValue(token))"
    }

    /// - Parameter listens: At least one, and at most as many as a batch of the service may contain.
    package func submit(_ listens: [Listen], session: String) -> ServiceRequest {
        var parameters = ["sk": session]
        for (index, listen) in listens.enumerated() {
            for (name, value) in Self.track(listen) { parameters["\(name)[\(index)]"] = value }
            parameters["timestamp[\(index)]"] = String(listen.start)
        }
        return call("track.scrobble", parameters)
    }

    package func playingNow(_ listen: Listen, session: String) -> ServiceRequest {
        call("track.updateNowPlaying", Self.track(listen).merging(["sk": session]) { value, _ in value })
    }

    private static func track(_ listen: Listen) -> [String: String] {
        // The service supports one artist per track; its pages for names such as "A, B" belong to no artist.
        var track = ["artist": bounded(listen.artists.first ?? ""), "track": bounded(listen.title)]
        if let album = listen.album, !album.isEmpty { track["album"] = bounded(album) }
        if let duration = listen.duration { track["duration"] = String(duration.components.seconds) }
        if let recording = listen.recording, ListenBrainz.isRecording(recording) { track["mbid"] = recording }
        return track
    }

    private static func bounded(_ text: String) -> String { text.shortened(toBytes: ScrobblingRules.longestText) }

    package func love(_ love: Love, _ isLoved: Bool, session: String) -> ServiceRequest {
        call(
            isLoved ? "track.love" : "track.unlove",
            ["artist": Self.bounded(love.artist), "track": Self.bounded(love.title), "sk": session])
    }

    /// Requests a page of a user's loves, counted from 1.
    package func loves(of user: String, page: Int) -> ServiceRequest {
        call("user.getLovedTracks", ["user": user, "limit": String(Self.page), "page": String(page)])
    }

    // MARK: Answers

    /// Returns the meaning of an answer to listens.
    package static func verdict(_ answer: ServiceAnswer) -> Verdict {
        let json = try? JSONValue(parsing: answer.text)
        if let verdict = failure(answer, json) { return verdict }
        guard let scrobbles = json?["scrobbles"] else {
            return .later("answers with something else than Last.fm", after: nil)
        }
        // A single listen is not sent as a list.
        let list = scrobbles["scrobble"].map { $0.arrayValue ?? [$0] } ?? []
        var refused: [Verdict.Refusal] = []
        for (index, scrobble) in list.enumerated() {
            guard let code = number(scrobble["ignoredMessage"]?["code"]), code != 0 else { continue }
            // The limit of the day is reached; the listens that follow were not taken either.
            if code == 5 { return .later("has taken as many listens as it takes in a day", after: nil, from: index) }
            // The listen is sent again later, whichever clock is wrong.
            if code == 4 { return .later("finds that the time of a listen is in the future", after: nil, from: index) }
            refused.append(.init(index, reason(ofIgnored: code)))
        }
        return .accepted(refused: refused)
    }

    /// Returns the meaning of an answer to any other change, which is empty or describes the track.
    package static func simpleVerdict(_ answer: ServiceAnswer) -> Verdict {
        let json = try? JSONValue(parsing: answer.text)
        if let verdict = failure(answer, json) { return verdict }
        guard case .object = json else { return .later("answers with something else than Last.fm", after: nil) }
        return .accepted(refused: [])
    }

    /// Returns the meaning of an error; `nil` if the answer is not one.
    private static func failure(_ answer: ServiceAnswer, _ json: JSONValue?) -> Verdict? {
        if let code = number(json?["error"]) {
            let text = json?["message"]?.stringValue ?? ""
            let message = text.isEmpty ? "error \(code)" : TextLayout.printable(text.shortened(toBytes: 200))
            switch code {
            // Failed, invalid session, invalid key, invalid signature, not authorised, expired, suspended.
            case 4, 9, 10, 13, 14, 15, 17, 26: return .denied(message)
            // An operation that failed, a service that is offline or unavailable, and too many calls.
            case 8, 11, 16: return .later(message, after: Verdict.wait(answer.fields))
            case 29: return .later("was asked too often", after: Verdict.wait(answer.fields))
            case 6, 7: return .refused(message)
            // An unknown method or service means a wrong address.
            default: return .later(message, after: nil)
            }
        }
        // Without an error code of the service, a status means nothing for the session: it may come from a proxy.
        if answer.status == 401 || answer.status == 403 {
            return .later("answered with status \(answer.status)", after: nil)
        }
        if let verdict = Verdict.byStatus(answer, "answered with status \(answer.status)") { return verdict }
        return (200...299).contains(answer.status)
            ? nil : .later("answered with status \(answer.status)", after: nil)
    }

    private static func reason(ofIgnored code: Int) -> String {
        switch code {
        case 1: "the artist was refused"
        case 2: "the track was refused"
        case 3: "it is too old"
        default: "it was refused (code \(code))"
        }
    }

    /// Returns a token for the user to authorise, or the reason why there is none.
    package static func token(_ answer: ServiceAnswer) -> Result<String, ServiceFailure> {
        let json = try? JSONValue(parsing: answer.text)
        if let token = json?["token"]?.stringValue, !token.isEmpty, token.utf8.count <= 200 { return .success(token) }
        return .failure(ServiceFailure(failure(answer, json)))
    }

    package static func session(_ answer: ServiceAnswer) -> SessionAnswer {
        let json = try? JSONValue(parsing: answer.text)
        if let session = json?["session"], let key = session["key"]?.stringValue, !key.isEmpty, key.utf8.count <= 200 {
            return .session(Session(user: (session["name"]?.stringValue ?? "").shortened(toBytes: 200), key: key))
        }
        if number(json?["error"]) == 14 { return .notYet }
        return .failed(ServiceFailure(failure(answer, json)).message)
    }

    /// Whether the server reports that it does not have the method.
    package static func lacksMethod(_ answer: ServiceAnswer) -> Bool {
        number((try? JSONValue(parsing: answer.text))?["error"]) == 3
    }

    /// Returns a page of loves, and the number of pages; `nil` if the answer is not such a page.
    package static func loves(_ answer: ServiceAnswer) -> (loves: [Love], pages: Int)? {
        guard (200...299).contains(answer.status), let json = try? JSONValue(parsing: answer.text),
            let page = json["lovedtracks"]
        else { return nil }
        let list = page["track"].map { $0.arrayValue ?? [$0] } ?? []
        let loves = list.compactMap { track -> Love? in
            guard let title = track["name"]?.stringValue,
                let artist = track["artist"]?["name"]?.stringValue ?? track["artist"]?["#text"]?.stringValue
            else { return nil }
            return Love(title: title, artist: artist)
        }
        // Without the number of pages, it is unknown whether more follow.
        guard let pages = number(page["@attr"]?["totalPages"]) else { return nil }
        return (loves, pages)
    }

    /// Numbers are often sent as strings.
    private static func number(_ json: JSONValue?) -> Int? { json?.intValue ?? json?.stringValue.flatMap { Int($0) } }
}

/// The reason why a service did not do something, for people.
package struct ServiceFailure: Error, Sendable, Equatable {
    package var message: String

    package init(message: String) { self.message = message }

    package init(_ verdict: Verdict?) {
        switch verdict {
        case .later(let message, _, _), .denied(let message), .refused(let message): self.message = message
        case .accepted, nil: message = "answers with something else than expected"
        }
    }
}
