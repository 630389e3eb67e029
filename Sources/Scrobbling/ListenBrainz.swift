// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCore
internal import TextOutput

/// The interface of ListenBrainz (`https://listenbrainz.readthedocs.io`): its requests and its answers.
package enum ListenBrainz {
    /// The answer about the user of a token.
    package enum TokenAnswer: Sendable, Equatable {
        case user(String)
        case invalid
        case unknown(String)
    }

    /// A loved recording.
    package struct Love: Sendable, Equatable {
        /// The identifier of the recording at MusicBrainz; `nil` if ListenBrainz knows only its title and artist.
        package var recording: String?
        package var title: String
        package var artist: String

        package init(recording: String?, title: String, artist: String) {
            (self.recording, self.title, self.artist) = (recording, title, artist)
        }
    }

    /// The number of loves on a page.
    package static let page = 100

    // MARK: Requests

    private static func post(_ path: String, _ token: String, _ json: JSONValue) -> ServiceRequest {
        ServiceRequest(
            path, fields: ["Authorization": "Token " + token, "Content-Type": "application/json"],
            body: Array(json.text().utf8))
    }

    private static func get(_ path: String, _ token: String) -> ServiceRequest {
        ServiceRequest(path, fields: ["Authorization": "Token " + token])
    }

    package static func validate(_ token: String) -> ServiceRequest { get("/1/validate-token", token) }

    /// - Parameter listens: At least one.
    package static func submit(_ listens: [Listen], _ token: String) -> ServiceRequest {
        post(
            "/1/submit-listens", token,
            [
                "listen_type": .string(listens.count == 1 ? "single" : "import"),
                "payload": .array(listens.map { ["listened_at": .int(Int($0.start)), "track_metadata": track($0)] }),
            ])
    }

    package static func playingNow(_ listen: Listen, _ token: String) -> ServiceRequest {
        post(
            "/1/submit-listens", token,
            ["listen_type": "playing_now", "payload": .array([["track_metadata": track(listen)]])])
    }

    private static func track(_ listen: Listen) -> JSONValue {
        // With escapes, a text may become several times as long.
        for (longest, names) in [(ScrobblingRules.longestText, 20), (ScrobblingRules.longestText, 0)] {
            let track = track(listen, longest: longest, names: names)
            let size = track.text().utf16.reduce(0) { $0 + ($1 < 0x80 ? 1 : 6) }
            if size <= ScrobblingRules.largestTrack { return track }
        }
        return track(listen, longest: ScrobblingRules.longestText / 5, names: 0)
    }

    /// - Parameters:
    ///   - longest: The maximum length of a text, in bytes.
    ///   - names: The maximum number of artists that are listed individually.
    private static func track(_ listen: Listen, longest: Int, names: Int) -> JSONValue {
        func bounded(_ text: String) -> String { text.shortened(toBytes: longest) }
        var information: [JSONValue.Member] = [
            .init("media_player", "OnCue"), .init("submission_client", "OnCue"),
            .init("submission_client_version", .string(ServiceVersion.current)),
        ]
        if let duration = listen.duration, (Duration.milliseconds(1)...ScrobblingRules.longest).contains(duration) {
            information.append(.init("duration_ms", .int(Int(duration / .milliseconds(1)))))
        }
        if let recording = listen.recording, isRecording(recording) {
            information.append(.init("recording_mbid", .string(recording)))
        }
        if listen.artists.count > 1, names > 0 {
            information.append(
                .init("artist_names", .array(listen.artists.prefix(names).map { .string(bounded($0)) })))
        }
        var track: [JSONValue.Member] = [
            .init("artist_name", .string(bounded(listen.artist))), .init("track_name", .string(bounded(listen.title))),
        ]
        if let album = listen.album, !album.isEmpty { track.append(.init("release_name", .string(bounded(album)))) }
        track.append(.init("additional_info", .object(information)))
        return .object(track)
    }

    private static func bounded(_ text: String) -> String { text.shortened(toBytes: ScrobblingRules.longestText) }

    /// Sets whether a recording is loved.
    package static func love(_ recording: String, _ isLoved: Bool, _ token: String) -> ServiceRequest {
        post(
            "/1/feedback/recording-feedback", token,
            ["recording_mbid": .string(recording), "score": .int(isLoved ? 1 : 0)])
    }

    /// Asks for the recording that matches a title and an artist.
    package static func lookup(title: String, artist: String, _ token: String) -> ServiceRequest {
        get(
            "/1/metadata/lookup/?artist_name=\(PercentEncoding.encodeValue(bounded(artist)))"
                + "&recording_name=\(PercentEncoding.encodeValue(bounded(title)))", token)
    }

    /// Requests a page of a user's loves, starting at an offset.
    package static func loves(of user: String, from offset: Int, _ token: String) -> ServiceRequest {
        get(
            "/1/feedback/user/\(PercentEncoding.encodeValue(user))/get-feedback?score=1&metadata=true&count=\(page)"
                + "&offset=\(offset)", token)
    }

    // MARK: Answers

    /// Returns the meaning of an answer to something that was sent.
    package static func verdict(_ answer: ServiceAnswer) -> Verdict {
        let json = json(answer)
        let message = message(json) ?? "answered with status \(answer.status)"
        // A network with a login page of its own answers like this, which means nothing for the token.
        if answer.status == 401, json?["error"]?.stringValue == nil { return .later(message, after: nil) }
        if let verdict = Verdict.byStatus(answer, message) { return verdict }
        guard (200...299).contains(answer.status) else {
            // Only an error of the service itself rejects a listen; none may be lost to a wrong address or a proxy.
            let reason = json?["error"]?.stringValue
            // A listen whose time lies in the future for the service is sent again later, whichever clock is wrong. The
            // service has no code for this error.
            let isAhead = reason?.lowercased().contains("too high") == true
            let isFault = [400, 413, 422].contains(answer.status) && reason != nil && !isAhead
            return isFault ? .refused(message) : .later(message, after: nil)
        }
        // Another page with status 200, as captive portals send it, has accepted nothing.
        guard let status = json?["status"]?.stringValue, status == "ok" || status == "accepted" || status == "success"
        else { return .later("answers with something else than ListenBrainz", after: nil) }
        return .accepted(refused: [])
    }

    package static func tokenAnswer(_ answer: ServiceAnswer) -> TokenAnswer {
        let json = json(answer)
        if answer.status == 401 { return .invalid }
        guard (200...299).contains(answer.status), let json else {
            return .unknown(message(json) ?? "it answered with status \(answer.status)")
        }
        if json["valid"]?.boolValue == false { return .invalid }
        if let user = json["user_name"]?.stringValue, !user.isEmpty { return .user(user.shortened(toBytes: 200)) }
        guard json["valid"]?.boolValue == true || json["code"]?.intValue == 200 else {
            return .unknown("it answers with something else than ListenBrainz")
        }
        return .user("")
    }

    /// Returns the recording that matches a title; `nil` if it is not known.
    package static func recording(_ answer: ServiceAnswer) -> String? {
        guard (200...299).contains(answer.status), let text = json(answer)?["recording_mbid"]?.stringValue,
            isRecording(text)
        else { return nil }
        return text
    }

    /// Returns a page of loves, the number of its entries, and their total; `nil` if the answer is not such a page.
    package static func loves(_ answer: ServiceAnswer) -> (loves: [Love], count: Int, total: Int)? {
        guard (200...299).contains(answer.status), let json = json(answer), let list = json["feedback"]?.arrayValue,
            let total = json["total_count"]?.intValue
        else { return nil }
        let loves = list.filter { $0["score"]?.intValue == 1 }.compactMap { love -> Love? in
            let track = love["track_metadata"]
            let recording =
                love["recording_mbid"]?.stringValue ?? track?["mbid_mapping"]?["recording_mbid"]?.stringValue
            let (title, artist) = (track?["track_name"]?.stringValue, track?["artist_name"]?.stringValue)
            let known = recording.flatMap { isRecording($0) ? $0 : nil }
            guard known != nil || title != nil && artist != nil else { return nil }
            return Love(recording: known, title: title ?? "", artist: artist ?? "")
        }
        return (loves, list.count, total)
    }

    /// Whether a text has the form of an identifier of MusicBrainz.
    package static func isRecording(_ text: String) -> Bool {
        text.utf8.count == 36
            && text.utf8.allSatisfy { byte in
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
                    || UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte || byte == UInt8(ascii: "-")
            }
    }

    private static func json(_ answer: ServiceAnswer) -> JSONValue? { try? JSONValue(parsing: answer.text) }

    private static func message(_ json: JSONValue?) -> String? {
        json?["error"]?.stringValue.map { TextLayout.printable($0.shortened(toBytes: 200)) }
    }
}
