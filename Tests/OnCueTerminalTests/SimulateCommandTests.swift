// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface
import OnCuePhrases
import Testing

@testable import OnCueTerminal

@Suite("oncue simulate")
struct SimulateCommandTests {
    private static let objections = [
        SimulationResult.Objection(rule: "playing", sentence: "Something is playing."),
        SimulationResult.Objection(rule: "quiet-hours", sentence: "These are your quiet hours."),
    ]

    @Test(
        "asks for what is named",
        arguments: [
            (["headphones", "My", "Pods"], "headphones My Pods - now"), (["car"], "car - - now"),
            (["arrival", "home", "--dry-run"], "arrival home - now dry"),
            (["unlock", "--place", "work"], "unlock - work now"),
        ])
    func request(words: [String], call: String) async {
        let session = Session()
        #expect(await session.run(["simulate"] + words) == .done)
        #expect(session.service.calls == ["simulate \(call)"])
    }

    @Test("tells what is offered with reasons and what the list is made from")
    func raised() async {
        let session = Session {
            $0.simulation.suggestions = [Samples.suggestion(1)]
            $0.simulation.note = "There is no habit yet."
        }
        await session.run("simulate", "headphones")
        #expect(
            session.data.text == """
                Suggested
                There is no habit yet.
                1  Kind of Blue  Miles Davis
                   You usually play this: 8 of 10 times.
                   for: the time of day +0.80; against: how long ago it was played -0.20

                """)
    }

    @Test("tells which rules step in, and what would be suggested without them")
    func objections() async {
        let session = Session {
            $0.simulation = SimulationResult(
                isRaised: false, action: "suggest", objections: Self.objections, suggestions: [Samples.suggestion(1)])
        }
        await session.run("simulate", "headphones", "--dry-run")
        #expect(
            session.data.lines.prefix(4) == [
                "Nothing would be suggested because:", "  playing      Something is playing.",
                "  quiet-hours  These are your quiet hours.", "-  Kind of Blue  Miles Davis",
            ])
    }

    @Test(
        "tells what happens by the person's choice",
        arguments: [
            ("resume", [], "Playback resumes"), ("play", [], "The first suggestion plays"),
            ("resume", ["--dry-run"], "Playback would resume"),
            ("play", ["--dry-run"], "The first suggestion would play"),
            ("suggest", ["--dry-run"], "Would be suggested"), ("ignore", ["--dry-run"], "Nothing would be suggested"),
        ])
    func actions(action: String, words: [String], told: String) async {
        let session = Session { $0.simulation.action = action }
        await session.run(["simulate", "car"] + words)
        #expect(session.data.lines == [told])
    }

    @Test("--json has every field")
    func json() async {
        let session = Session {
            $0.simulation = SimulationResult(isRaised: false, action: "play", objections: [Self.objections[0]])
        }
        await session.run("simulate", "car", "--json", "--dry-run")
        #expect(
            session.data.text == """
                {"raised":false,"dryRun":true,"action":"play","note":null,"trip":null,"total":0,"offset":0,\
                "items":[],"objections":[{"rule":"playing","sentence":"Something is playing."}],"cues":[]}

                """)
    }

    @Test(
        "Wrong words ask nothing of the service",
        arguments: [
            [], ["rain"], ["arrival"], ["departure"], ["unlock", "home"], ["car", "--at", "soon"],
            ["car", "--at", "Mon"], ["car", "--at", "Mon 25:00"],
        ])
    func wrong(words: [String]) async {
        let session = Session()
        #expect(await session.run(["simulate"] + words) == .wrongWords)
        #expect(session.service.calls.isEmpty)
    }

    @Test("Moments are the next time that it is so, or dates, in local time")
    func moments() throws {
        // A Monday, at noon where the machine is.
        let now = try #require(MomentText.seconds("2026-11-23T12:00", now: 0))
        func moment(_ text: String) -> String? { ComingMomentText.seconds(text, now: now).map(MomentText.text) }

        #expect(moment("12:00") == "2026-11-23 12:00")
        #expect(moment("13:30") == "2026-11-23 13:30")
        #expect(moment("8:10") == "2026-11-24 08:10")
        #expect(moment("Mon 08:10") == "2026-11-30 08:10")
        #expect(moment("monday 12:00") == "2026-11-23 12:00")
        #expect(moment("Sun 00:00") == "2026-11-29 00:00")
        #expect(moment("2026-11-20 08:10") == "2026-11-20 08:10")
        #expect(moment("2026-11-20T08:10") == "2026-11-20 08:10")
        for wrong in ["", "2h", "today", "Mo 08:10", "Mon 8", "2026-02-30 08:10", "24:00", "Mon 08:10 x"] {
            #expect(moment(wrong) == nil, "\(wrong)")
        }
    }

    @Test("Cues say whether they would act, and why others step aside")
    func cues() async {
        let session = Session {
            $0.simulation = SimulationResult(isRaised: true, action: "suggest")
            $0.simulation.cues = [
                .init("Commute", runs: "Go", isPerformed: true, acts: true),
                .init(
                    "Bed", runs: "Night", isPerformed: false, acts: false,
                    objections: [.init(rule: "occasion", sentence: "You are not at home.")]),
            ]
        }
        #expect(await session.run("simulate", "car", "--dry-run") == .done)
        #expect(
            session.data.text.hasPrefix(
                """
                A cue would act in the place of suggestions
                Cues
                  Commute  would run "Go".
                  Bed      steps aside: You are not at home.

                """), "\(session.data.text)")
    }
}
