// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GLib
import JSON
import OnCueCore
import Scrobbling
import Testing

@Suite("What services are sent, and what their answers mean")
struct ServiceTests {
    private static let item = ContentIdentifier(kind: .track, key: "a")
    private static let listen = Listen(
        item, title: "Träume & Co", artists: ["Ann", "Bob"], album: "Proofs", duration: .milliseconds(61_500),
        recording: "11111111-2222-3333-4444-555555555555", start: 1_790_000_000)
    private static let lastFM = LastFM(key: "xxxxxxxx", secret: "mysecret") { Checksum.md5($0) }

    private static func answer(
        _ text: String, status: Int = 200, _ fields: [String: String] = [:]
    ) -> ServiceAnswer { ServiceAnswer(status, fields, Array(text.utf8)) }

    private static func json(_ request: ServiceRequest) throws -> JSONValue {
        try JSONValue(parsing: String(decoding: request.body ?? [], as: UTF8.self))
    }

    private static func form(_ request: ServiceRequest) -> [String: String] {
        let text = String(decoding: request.body ?? [], as: UTF8.self)
        return Dictionary(
            text.split(separator: "&").map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let words = parts.map { String(decoding: PercentEncoding.decode($0.utf8), as: UTF8.self) }
                return (words[0], words[1])
            }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: Rules

    @Test("Last.fm gets tracks over 30 s of the last two weeks, ListenBrainz every one; neither without an artist")
    func rules() {
        func reason(
            _ service: ScrobblingKind, _ kind: ContentKind = .track, artists: [String] = ["Ann"], seconds: Int? = 200,
            age: Int64 = 60, podcasts: Bool = false
        ) -> ScrobblingRules.Reason? {
            let now: Int64 = 1_795_000_000
            let listen = Listen(
                ContentIdentifier(kind: kind, key: "a"), title: "A", artists: artists,
                duration: seconds.map { .seconds($0) }, start: now - age)
            return ScrobblingRules.reason(against: listen, service, podcasts: podcasts, now: now)
        }

        #expect(reason(.lastFM) == nil && reason(.listenBrainz) == nil && reason(.lastFM, seconds: nil) == nil)
        #expect(reason(.lastFM, seconds: 30) == .short && reason(.lastFM, seconds: 31) == nil)
        #expect(reason(.listenBrainz, seconds: 5) == nil)
        #expect(reason(.lastFM, age: 14 * 86_400 + 1) == .old && reason(.lastFM, age: 14 * 86_400) == nil)
        #expect(reason(.listenBrainz, age: 200 * 86_400) == nil)
        #expect(reason(.listenBrainz, age: -7_200) == .time, "a clock that was wrong")
        #expect(reason(.listenBrainz, age: 1_795_000_000) == .time)
        for service in ScrobblingKind.allCases {
            #expect(reason(service, artists: []) == .untitled && reason(service, artists: [" "]) == .untitled)
            #expect(reason(service, .episode) == .kind && reason(service, .episode, podcasts: true) == nil)
            #expect(reason(service, .station, podcasts: true) == .kind)
        }
    }

    // MARK: ListenBrainz

    @Test("A listen for ListenBrainz is a single one, several are an import, and what plays has no time")
    func listenBrainz() throws {
        let single = ListenBrainz.submit([Self.listen], "tok")
        #expect(single.path == "/1/submit-listens" && single.fields["Authorization"] == "Token tok")
        let json = try Self.json(single)
        #expect(json["listen_type"] == "single")
        let listen = json["payload"]?[0]
        #expect(listen?["listened_at"] == 1_790_000_000)
        let track = listen?["track_metadata"]
        #expect(track?["artist_name"] == "Ann, Bob" && track?["track_name"] == "Träume & Co")
        #expect(track?["release_name"] == "Proofs")
        let facts = track?["additional_info"]
        #expect(facts?["duration_ms"] == 61_500 && facts?["media_player"] == "OnCue")
        #expect(facts?["recording_mbid"] == "11111111-2222-3333-4444-555555555555")
        #expect(facts?["artist_names"] == ["Ann", "Bob"])

        #expect(try Self.json(ListenBrainz.submit([Self.listen, Self.listen], "tok"))["listen_type"] == "import")
        let playing = try Self.json(ListenBrainz.playingNow(Self.listen, "tok"))
        #expect(playing["listen_type"] == "playing_now" && playing["payload"]?[0]?["listened_at"] == nil)
    }

    @Test("Texts without an end are cut before they are sent")
    func long() throws {
        var listen = Self.listen
        listen.title = String(repeating: "ä", count: 100_000)
        listen.artists = Array(repeating: String(repeating: "b", count: 5_000), count: 500)

        #expect((ListenBrainz.submit([listen], "tok").body?.count ?? 0) < 30_000)
        #expect((Self.lastFM.submit([listen], session: "s").body?.count ?? 0) < 8_000)
    }

    @Test(
        "A listen for ListenBrainz has at most 10,240 bytes, however it is written",
        arguments: ["b", "ä", "\u{1}", "\u{1F3B5}"])
    func large(letter: String) throws {
        var listen = Self.listen
        listen.title = String(repeating: letter, count: 20_000)
        listen.album = listen.title
        listen.artists = Array(repeating: listen.title, count: 50)

        let json = try Self.json(ListenBrainz.submit([listen], "tok"))
        let single = try #require(json["payload"]?[0])

        #expect(single.text().utf16.reduce(0) { $0 + ($1 < 0x80 ? 1 : 6) } <= 10_240)
        #expect(single["track_metadata"]?["track_name"]?.stringValue?.isEmpty == false)
    }

    @Test("A recording that is none, and a duration that none has, are not sent")
    func wrongTags() throws {
        var listen = Self.listen
        (listen.recording, listen.duration) = ("unknown", .zero)

        let track = try Self.json(ListenBrainz.submit([listen], "tok"))["payload"]?[0]?["track_metadata"]
        let form = Self.form(Self.lastFM.submit([listen], session: "s"))

        #expect(track?["additional_info"]?["recording_mbid"] == nil && track?["additional_info"]?["duration_ms"] == nil)
        #expect(track?["track_name"] == "Träume & Co" && form["mbid[0]"] == nil)
    }

    @Test(
        "Answers of ListenBrainz",
        arguments: [
            (200, #"{"status":"ok"}"#, Verdict.accepted(refused: [])),
            (401, #"{"code":401,"error":"Invalid authorization token."}"#, .denied("Invalid authorization token.")),
            (400, #"{"code":400,"error":"JSON document is invalid"}"#, .refused("JSON document is invalid")),
            (
                400, #"{"code":400,"error":"Value for key listened_at is too high."}"#,
                .later("Value for key listened_at is too high.", after: nil)
            ),
            (400, "<html>Bad gateway</html>", .later("answered with status 400", after: nil)),
            (401, "<html>Log in</html>", .later("answered with status 401", after: nil)),
            (404, "", .later("answered with status 404", after: nil)),
            (403, "", .later("answered with status 403", after: nil)),
            (302, "", .later("has moved to another address", after: nil)),
            (503, "", .later("answered with status 503", after: nil)),
            (200, "<html>Log in</html>", .later("answers with something else than ListenBrainz", after: nil)),
            (200, "", .later("answers with something else than ListenBrainz", after: nil)),
        ])
    func listenBrainzAnswers(status: Int, text: String, verdict: Verdict) {
        #expect(ListenBrainz.verdict(Self.answer(text, status: status)) == verdict)
    }

    @Test("How long a service wants to be left alone is read, and bounded")
    func waits() {
        func wait(_ fields: [String: String]) -> Duration? {
            guard case .later(_, let after, _) = ListenBrainz.verdict(Self.answer("", status: 429, fields)) else {
                return nil
            }
            return after
        }

        #expect(wait(["x-ratelimit-reset-in": "7"]) == .seconds(7))
        #expect(wait(["retry-after": " 120 "]) == .seconds(120))
        #expect(wait(["retry-after": "9e99"]) == .seconds(86_400))
        #expect(wait(["retry-after": "nan"]) == nil && wait(["retry-after": "-5"]) == nil)
        #expect(wait(["retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"]) == nil && wait([:]) == nil)
    }

    @Test("A token belongs to a user, or to none")
    func tokens() {
        func read(_ text: String, _ status: Int = 200) -> ListenBrainz.TokenAnswer {
            ListenBrainz.tokenAnswer(Self.answer(text, status: status))
        }

        #expect(read(#"{"code":200,"message":"Token valid.","valid":true,"user_name":"ann"}"#) == .user("ann"))
        #expect(read(#"{"code":200,"message":"Token invalid.","valid":false}"#) == .invalid)
        #expect(read("", 401) == .invalid)
        #expect(read("<html>") == .unknown("it answered with status 200"))
        #expect(read(#"{"hello":1}"#) == .unknown("it answers with something else than ListenBrainz"))
    }

    @Test("Loves of ListenBrainz have a recording, or what it is called")
    func listenBrainzLoves() throws {
        let read = try #require(
            ListenBrainz.loves(
                Self.answer(
                    #"{"count":4,"offset":0,"total_count":9,"feedback":["#
                        + #"{"recording_mbid":"11111111-2222-3333-4444-555555555555","score":1},"#
                        + #"{"recording_mbid":null,"score":1,"track_metadata":{"artist_name":"Ann","track_name":"A"}},"#
                        + #"{"recording_mbid":"not one","score":1},"#
                        + #"{"recording_mbid":"99999999-2222-3333-4444-555555555555","score":-1}]}"#)))

        #expect(read.count == 4 && read.total == 9)
        #expect(read.loves.map(\.recording) == ["11111111-2222-3333-4444-555555555555", nil])
        #expect(read.loves.last?.title == "A")
        #expect(ListenBrainz.loves(Self.answer("[]")) == nil)
    }

    @Test("Answers that were damaged on the way are values, and none that is half there is accepted")
    func damaged() {
        let answers = [
            #"{"status":"ok"}"#, #"{"code":200,"message":"Token valid.","valid":true,"user_name":"ann"}"#,
            #"{"scrobbles":{"scrobble":[{"ignoredMessage":{"code":"5"}}],"@attr":{"accepted":1,"ignored":0}}}"#,
            #"{"session":{"name":"ann","key":"sess","subscriber":0}}"#, #"{"error":29,"message":"Rate limit"}"#,
            #"{"lovedtracks":{"track":[{"name":"A","artist":{"name":"B"}}],"@attr":{"totalPages":"3"}}}"#,
            #"{"count":1,"total_count":1,"feedback":[{"recording_mbid":"x","score":1,"track_metadata":{}}]}"#,
        ]
        var random = SystemRandomNumberGenerator()
        for text in answers {
            for length in 0..<text.utf8.count {
                let cut = Self.answer(String(decoding: text.utf8.prefix(length), as: UTF8.self))
                #expect(ListenBrainz.verdict(cut) != .accepted(refused: []), "\(cut.text)")
                #expect(LastFM.verdict(cut) != .accepted(refused: []), "\(cut.text)")
            }
            for _ in 0..<2_000 {
                var bytes = Array(text.utf8)
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                let fields = ["retry-after": String(decoding: bytes.prefix(6), as: UTF8.self)]
                let answer = ServiceAnswer(
                    [200, 400, 401, 429, 503].randomElement(using: &random) ?? 200, fields, bytes)
                (_, _) = (ListenBrainz.verdict(answer), ListenBrainz.tokenAnswer(answer))
                (_, _) = (ListenBrainz.loves(answer), ListenBrainz.recording(answer))
                (_, _) = (LastFM.verdict(answer), LastFM.simpleVerdict(answer))
                (_, _, _) = (LastFM.session(answer), LastFM.loves(answer), LastFM.lacksMethod(answer))
            }
        }
    }

    // MARK: Last.fm

    @Test("Calls of Last.fm are signed as its documentation says, names in the order of their bytes")
    func signature() {
        let parameters = ["method": "auth.getSession", "token": "yyyyyy", "api_key": "xxxxxxxx"]
        let text = "api_keyxxxxxxxxmethodauth.getSessiontokenyyyyyymysecret"
        #expect(Self.lastFM.signature(parameters) == Checksum.md5(Array(text.utf8)))
        #expect(Checksum.md5(Array("abc".utf8)) == "900150983cd24fb0d6963f7d28e17f72")

        let indexed = ["track[10]": "c", "track[1]": "b", "track[0]": "a", "trackä": "ü"]
        let sorted = "track[0]atrack[10]ctrack[1]btrackäümysecret"
        #expect(Self.lastFM.signature(indexed) == Checksum.md5(Array(sorted.utf8)))
    }

    @Test("Listens for Last.fm are a signed form of at most fifty")
    func lastFM() {
        let request = Self.lastFM.submit([Self.listen, Self.listen], session: "sess")
        let form = Self.form(request)

        #expect(request.fields["Content-Type"]?.hasPrefix("application/x-www-form-urlencoded") == true)
        #expect(form["method"] == "track.scrobble" && form["sk"] == "sess" && form["format"] == "json")
        #expect(form["artist[0]"] == "Ann" && form["track[1]"] == "Träume & Co" && form["album[0]"] == "Proofs")
        #expect(form["timestamp[1]"] == "1790000000" && form["duration[0]"] == "61")
        let signed = form.filter { !["api_sig", "format"].contains($0.key) }
        #expect(form["api_sig"] == Self.lastFM.signature(signed))
        #expect(ScrobblingKind.lastFM.batch == 50)
    }

    @Test(
        "Answers of Last.fm",
        arguments: [
            (
                200,
                #"{"scrobbles":{"scrobble":{"ignoredMessage":{"code":"0","#
                    + ##""#text":""}},"@attr":{"accepted":1,"ignored":0}}}"##, Verdict.accepted(refused: [])
            ),
            (
                200,
                #"{"scrobbles":{"scrobble":[{"ignoredMessage":{"code":"1"}},{"ignoredMessage":{"code":0}},"#
                    + #"{"ignoredMessage":{"code":"3"}}],"@attr":{"accepted":1,"ignored":2}}}"#,
                .accepted(refused: [.init(0, "the artist was refused"), .init(2, "it is too old")])
            ),
            (
                200,
                #"{"scrobbles":{"scrobble":[{"ignoredMessage":{"code":"0"}},{"ignoredMessage":{"code":"5"}}]}}"#,
                .later("has taken as many listens as it takes in a day", after: nil, from: 1)
            ),
            (
                200,
                #"{"scrobbles":{"scrobble":[{"ignoredMessage":{"code":"0"}},{"ignoredMessage":{"code":"4"}}]}}"#,
                .later("finds that the time of a listen is in the future", after: nil, from: 1)
            ),
            (403, #"{"error":9,"message":"Invalid session key"}"#, .denied("Invalid session key")),
            (403, #"{"error":26,"message":"API Key Suspended"}"#, .denied("API Key Suspended")),
            (400, #"{"error":6,"message":"Invalid parameters"}"#, .refused("Invalid parameters")),
            (500, #"{"error":8,"message":"Operation failed"}"#, .later("Operation failed", after: nil)),
            (503, #"{"error":11,"message":"Service Offline"}"#, .later("Service Offline", after: nil)),
            (503, #"{"error":16,"message":"Try again"}"#, .later("Try again", after: nil)),
            (429, #"{"error":29,"message":"Rate limit exceeded"}"#, .later("was asked too often", after: nil)),
            (403, "<html>no</html>", .later("answered with status 403", after: nil)),
            (401, "", .later("answered with status 401", after: nil)),
            (200, "<html>Log in</html>", .later("answers with something else than Last.fm", after: nil)),
        ])
    func lastFMAnswers(status: Int, text: String, verdict: Verdict) {
        #expect(LastFM.verdict(Self.answer(text, status: status)) == verdict)
    }

    @Test("A session comes when the user has allowed it, on the page of its own server")
    func session() {
        #expect(
            LastFM.session(Self.answer(#"{"session":{"name":"ann","key":"sess","subscriber":0}}"#))
                == .session(.init(user: "ann", key: "sess")))
        #expect(LastFM.session(Self.answer(#"{"error":14,"message":"Unauthorized Token"}"#, status: 403)) == .notYet)
        #expect(LastFM.session(Self.answer(#"{"error":4,"message":"No"}"#, status: 403)) == .failed("No"))
        #expect(
            Self.lastFM.page(for: "t", on: ScrobblingKind.lastFM.server)
                == "https://www.last.fm/api/auth/?api_key=xxxxxxxx&token=t")
        #expect(
            Self.lastFM.page(for: "t", on: "https://libre.fm/2.0/")
                == "https://libre.fm/api/auth/?api_key=xxxxxxxx&token=t")
    }

    @Test("Loves of Last.fm come in pages, one of them without a list")
    func lastFMLoves() {
        let one = LastFM.loves(
            Self.answer(
                #"{"lovedtracks":{"track":{"name":"A","artist":{"name":"Ann"}},"@attr":{"totalPages":"3"}}}"#))
        #expect(one?.loves == [.init(title: "A", artist: "Ann")] && one?.pages == 3)
        #expect(LastFM.loves(Self.answer(#"{"lovedtracks":{"track":[]}}"#)) == nil, "nobody knows whether that is all")
        #expect(LastFM.lacksMethod(Self.answer(#"{"error":3,"message":"Invalid Method"}"#)))
    }
}
