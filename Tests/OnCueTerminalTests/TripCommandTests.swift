// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("oncue trip")
struct TripCommandTests {
    private static let basis = TripBasis(
        count: 4, isByCar: true, lower: .seconds(1_200), upper: .seconds(1_800), isOfSuchTimes: true)

    private static func session() -> Session {
        Session {
            $0.trip = TripPlan(
                time: .seconds(1_510), basis: basis, destination: "Work", origin: "Home",
                fitted: FittedContent(
                    titles: ["News"], times: [.seconds(600)], musicCount: 2, total: .seconds(1_600), fades: true))
            $0.trips = [TripRecord(from: "Home", to: "Work", basis, median: .seconds(1_510), last: 9)]
        }
    }

    @Test("says how long it takes, what that is known from, what fits, and how to play it")
    func plan() async {
        let session = Self.session()

        #expect(await session.run("trip", "The", "Work's") == .done)

        #expect(session.service.calls == ["trip The Work's from - -"])
        #expect(
            session.talk.text == """
                About 25 min to Work, the median of 4 trips from Home at such times
                Fits: "News" (10 min) and 2 tracks; the music fades out on arrival
                Play it with: oncue trip The 'Work'\\''s' --play

                """)
    }

    @Test("plays what fits for as long as the trip takes")
    func play() async {
        let session = Self.session()

        #expect(await session.run("trip", "--play", "--from", "Home", "--minutes", "1h5m") == .done)

        #expect(session.service.calls.first == "trip  from Home 3900")
        #expect(session.service.calls.dropFirst().first?.hasPrefix("play") == true)
    }

    @Test("Where nothing fits, the reason is the error, and nothing plays")
    func nothing() async {
        let session = Session()

        #expect(await session.run("trip", "--play", "-m", "25") == .nothingFound)

        #expect(session.talk.text.contains("nothing fits into 25 min"))
        #expect(session.service.calls == ["trip  from - 1500"])
    }

    @Test("lists what was learnt")
    func list() async {
        let session = Self.session()
        #expect(await session.run("trip", "--list") == .done)
        #expect(session.data.lines == ["Home → Work  car  4 trips  about 25 min"])
        let fresh = Session()
        #expect(await fresh.run("trip", "-l") == .done)
        #expect(fresh.talk.text.hasPrefix("No trips yet"))
    }

    @Test(
        "Wrong words ask nothing of the service",
        arguments: [
            ["--minutes", "0"], ["--minutes", "25h"], ["--minutes", "soon"], ["--list", "Work"], ["--list", "--play"],
            ["--list", "--from", "Home"],
        ])
    func wrong(words: [String]) async {
        let session = Self.session()
        #expect(await Program.run(["trip"] + words, session.context) == .wrongWords)
        #expect(session.service.calls.isEmpty)
    }
}
