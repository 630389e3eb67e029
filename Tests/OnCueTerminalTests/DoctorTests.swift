// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import OnCueDoctor
import OnCueInterface
import Testing

@testable import OnCueTerminal
@testable import PlayerControl

@Suite("The doctor")
struct DoctorTests {
    private func session(_ findings: [ConformanceReport.Finding]) -> Session {
        Session { state in
            state.players = PlayerListing(players: [
                PlayerReport(name: "oncue", identity: "OnCue", now: NowPlayingReport(status: .stopped))
            ])
            state.conformance = ConformanceReport(player: "oncue", identity: "OnCue", findings: findings)
        }
    }

    @Test("Each point is a line, and a failed one is the exit status")
    func lines() async {
        let session = session([
            .init("Player.Rate", "is never 0"), .init("Player.Seek", "moves the position", .failed, "it stood"),
        ])

        #expect(await session.run("doctor", "mpris") == .failed)

        #expect(
            session.data.text == "ok      Player.Rate  is never 0\nfailed  Player.Seek  moves the position: it stood\n")
        #expect(session.talk.text == "OnCue: 1 ok, 0 warning, 1 failed, 0 skipped\n")
    }

    @Test("As JSON, and read-only when that is asked for")
    func json() async throws {
        let session = session([.init("Player.Rate", "is never 0")])

        #expect(await session.run("doctor", "mpris", "--json", "--read-only") == .done)

        let value = try JSONValue(parsing: session.data.text)
        #expect(value["items"]?[0]?["verdict"] == "ok")
        #expect(value["items"]?[0]?["detail"] == .null)
        #expect(session.service.calls.last == "examine oncue readOnly")
    }

    @Test("OnCue is tried in everything, others only where that is asked for")
    func depth() async {
        let session = session([])
        session.service.change {
            $0.players.players.append(PlayerReport(name: "vlc", now: NowPlayingReport(status: .playing)))
        }

        await session.run("doctor", "mpris")
        await session.run("doctor", "mpris", "vlc")
        await session.run("doctor", "mpris", "vlc", "--thorough")

        let tried = session.service.calls.filter { $0.hasPrefix("examine") }
        #expect(tried == ["examine oncue thorough", "examine vlc reversible", "examine vlc thorough"])
        #expect(await session.run("doctor", "mpris", "--thorough", "--read-only") == .wrongWords)
    }

    @Test("A player that is not there is not found")
    func nobody() async {
        #expect(await Session().run("doctor", "mpris", "vlc") == .nothingFound)
    }
}
