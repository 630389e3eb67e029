// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import HTTPClient
import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Scrobbling
import Synchronization
import Testing

@testable import OnCueScrobbling

@Suite("Accounts of services on the web", .timeLimit(.minutes(5)))
@MediaActor
struct ScrobblingCenterTests {
    /// Finds one track for every love.
    private struct Finder: LovedTrackFinding {
        func found(_ loves: [NamedTrack]) async -> [ContentIdentifier?] {
            loves.map { _ in ScrobblingCenterTests.item }
        }
    }

    @MediaActor
    private final class Network {
        var changes: (@MediaActor () -> Void)?
    }

    nonisolated static let item = ContentIdentifier(kind: .track, key: "7")
    private nonisolated static let now: Int64 = 1_795_000_000
    private let directory: TemporaryDirectory
    private let listening = QuietListening()
    private let network = Network()
    private var path: String { directory.file("state/scrobbling.json") }

    init() throws { directory = try TemporaryDirectory() }

    private func makeCenter(queued: [Track] = []) -> ScrobblingCenter {
        ScrobblingCenter(
            client: HTTPClient(userAgent: "OnCue (tests)"), path: path,
            ScrobblingDoors(
                listening: listening, finder: Finder(), tracks: { _ in [] }, contents: { _ in [] }, queued: { queued },
                item: { place in
                    guard place == "artist:abba" else { throw ContentError(.notFound, "there is none") }
                    return ContentNode(
                        identifier: ContentIdentifier(kind: .artist, key: "abba"), title: "Abba", isContainer: true)
                }, settle: {},
                watchNetwork: { [network] handler in
                    network.changes = handler
                    return 0
                }, now: { Self.now }))
    }

    private func account(_ name: String, at server: HTTPServer) -> ScrobblingAccount {
        var account = ScrobblingAccount(
            name, .listenBrainz, server: server.address, user: "ann", token: "token")
        (account.plays, account.likes, account.since) = (["own": 5], ["own": 0], Self.now - 1_000)
        account.sharesLoves = false
        return account
    }

    private func write(_ accounts: ScrobblingAccount...) throws {
        var book = ScrobblingBook()
        book.accounts = accounts
        try write(book.bytes)
    }

    private func write(_ bytes: [UInt8]) throws {
        try directory.makeDirectory("state")
        try directory.write("state/scrobbling.json", bytes)
    }

    private func entry(_ kind: JournalEntry.Kind, at time: Int64) -> JournalEntry {
        var entry = JournalEntry(
            kind,
            JournalEntry.Subject(identifier: Self.item, title: "Alpha", artists: ["Ann"], duration: .seconds(200)),
            at: time, position: .zero, cause: .user)
        (entry.log, entry.number) = ("own", time)
        return entry
    }

    @Test("Accounts keep the promises of the service")
    func contract() async throws {
        let brainz = try HTTPServer { request in
            let isKnown = request.fields["authorization"] == "Token good"
            return .text(isKnown ? #"{"code":200,"valid":true,"user_name":"ann"}"# : #"{"code":200,"valid":false}"#)
        }
        let asked = Mutex(0)
        let last = try HTTPServer { request in
            guard String(decoding: request.body, as: UTF8.self).contains("auth.getSession") else {
                return .text(#"{"token":"asked-1"}"#)
            }
            let isAllowed = asked.withLock { count in
                count += 1
                return count > 1
            }
            return .text(
                isAllowed
                    ? #"{"session":{"name":"ann","key":"session-1","subscriber":0}}"#
                    : #"{"error":14,"message":"This token has not been authorized"}"#)
        }
        // The names of what is in the queue are known, so that it is not private by one of them.
        let center = makeCenter(queued: [.sample("1", title: "Alpha", artists: ["Ann"])])
        await center.begin()

        let outcome = await ServiceContract.outcome { notes in
            try await ServiceContract.scrobbling(
                center, notes,
                at: .init(listenBrainz: brainz.address, lastFM: last.address + "/2.0/", waiting: 0))
        }

        #expect(outcome.broken.isEmpty, "\(outcome.broken)")
        center.close()
    }

    @Test("An account whose server hangs keeps no other one from being told what plays")
    func hangingServer() async throws {
        var mute = HTTPServer.Response()
        mute.isMute = true
        let servers = try (0..<3).map { _ in try HTTPServer { [mute] _ in mute } }
        try write(
            account("listenbrainz@a", at: servers[0]), account("listenbrainz@b", at: servers[1]),
            account("listenbrainz@c", at: servers[2]))
        let center = makeCenter()
        await center.begin()

        center.note(entry(.started, at: Self.now))

        // A server is given up after 30 s.
        try await waitUntil("each is asked", within: .seconds(25)) { servers.allSatisfy { $0.requests.count == 1 } }
        center.close()
    }

    @Test("Loves that could not be noted here are asked for again at the next occasion, and not an hour later")
    func lovesThatAreNotNoted() async throws {
        let page =
            #"{"feedback":[{"score":1,"recording_mbid":"e97f805a-ab48-4c52-855e-07049142113d","#
            + #""track_metadata":{"track_name":"Alpha","artist_name":"Ann"}}],"count":1,"total_count":1,"offset":0}"#
        let server = try HTTPServer { request in
            .text(request.path.contains("get-feedback") ? page : #"{"status":"ok"}"#)
        }
        var account = account("listenbrainz", at: server)
        account.sharesLoves = true
        try write(account)
        listening.store.fail(1)
        let center = makeCenter()

        await center.begin()
        try await waitUntil("the like is not noted") {
            listening.store.attempts.count == 1 && network.changes != nil
        }
        network.changes?()
        try await waitUntil("it is noted; there was \(server.requests.map(\.path))", within: .seconds(20)) {
            listening.store.events == [.favourite(Self.item, true)]
        }
        center.close()
    }

    /// Half of a file.
    private nonisolated static let damaged = [
        "", #"{"version":1,"accounts":[],"private":["tra"#, #"{"version":1,"accounts":[],"private":[7]}"#,
        #"{"version":1,"accounts":[],"silences":[["now"]]}"#,
    ]

    @Test(
        "After the file was damaged everything is private, also after a restart, until the user resumes",
        arguments: damaged)
    func damagedFile(_ text: String) async throws {
        let bytes = Array(text.utf8)
        try write(bytes)
        let heard = [entry(.heard, at: Self.now - 500)]
        for _ in 1...2 {
            let center = makeCenter()
            await center.begin()

            #expect(try await center.publicItems(among: ["track:7"]).isEmpty)
            #expect(try await center.markingPrivate(heard).map(\.isPrivate) == [true])
            let status = try await center.scrobbling()
            #expect(status.isPaused && status.problem.contains("oncue scrobble resume"), "\(status.problem)")
            let check = await center.checks().first
            #expect(check?.verdict == .failed && check?.advice.contains("oncue scrobble resume") == true)
            center.close()
        }
        #expect(try WholeFile.read(path + ".damaged", limit: 1_000) == bytes)

        let center = makeCenter()
        await center.begin()
        try await center.pauseScrobbling(false)

        #expect(try await center.publicItems(among: ["track:7"]) == ["track:7"])
        #expect(
            try await center.markingPrivate(heard + [entry(.heard, at: Self.now + 500)]).map(\.isPrivate) == [
                true, false,
            ])
        #expect(try await center.scrobbling().problem.isEmpty)
        #expect(await center.checks().isEmpty)
        center.close()
    }

    @Test("An account in a file of which another part is damaged stays")
    func damagedPart() async throws {
        let server = try HTTPServer { _ in .text(#"{"status":"ok"}"#) }
        var book = ScrobblingBook()
        book.accounts = [account("listenbrainz", at: server)]
        book.privateItems = [Self.item]
        let text = String(decoding: book.bytes, as: UTF8.self)
        try write(Array(text.replacing("\"\(Self.item)\"", with: "7").utf8))
        let center = makeCenter()
        await center.begin()

        center.note(entry(.started, at: Self.now))
        let status = try await center.sendScrobbles()

        #expect(status.accounts.map(\.name) == ["listenbrainz"] && status.accounts[0].state == .paused)
        #expect(server.requests.isEmpty)
        center.close()
    }
}
