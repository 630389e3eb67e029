// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import OnCueDoctor
import OnCueInterface
import OnCueSuggestions
import Testing

@testable import OnCueTerminal

@Suite("oncue doctor triggers")
struct TriggerDoctorTests {
    private static let silent = TriggerSourceRecord(
        source: "location", state: "failing", detail: "GeoClue does not answer: it needs an agent")

    private func session(_ sources: TriggerSourceRecord...) -> Session {
        Session { $0.triggerSources = sources }
    }

    @Test("Each source is a line, and below what is not well stands what to do next")
    func lines() async {
        let session = session(
            TriggerSourceRecord(source: "bluetooth", state: "working", detail: "no audio devices known"),
            TriggerSourceRecord(source: "sound", state: "absent", detail: "no sound server is running"),
            TriggerSourceRecord(source: "location", state: "off", detail: "no place with a position"))

        #expect(await session.run("doctor", "triggers") == .done)

        #expect(
            session.data.text == """
                ok       triggers.bluetooth  no audio devices known
                warning  triggers.sound      no sound server is running
                                             next: start PulseAudio or PipeWire with pipewire-pulse in your session
                ok       triggers.location   no place with a position

                """)
        #expect(session.talk.text == "2 ok, 1 warning, 0 failed\n")
    }

    @Test("A source that does not answer is the exit status, and says why")
    func failing() async throws {
        let session = session(Self.silent)

        #expect(await session.run("doctor", "triggers", "--json") == .failed)

        let check = try JSONValue(parsing: session.data.text)["items"]?[0]
        #expect(check?["name"] == "triggers.location")
        #expect(check?["verdict"] == "failed")
        #expect(check?["detail"]?.stringValue == Self.silent.detail)
        #expect(check?["advice"] == .null)
    }

    @Test("Every state that a source can be in is judged", arguments: SourceHealth.State.allCases)
    func states(state: SourceHealth.State) throws {
        let check = try #require(
            TriggerChecks.checks([TriggerSourceRecord(source: "network", state: state.rawValue)]).first)

        let expected: HealthCheck.Verdict =
            switch state {
            case .off, .working: .ok
            case .starting, .absent: .warning
            case .failing: .failed
            }
        #expect(check.verdict == expected)
        #expect(check.advice.isEmpty == (expected == .ok))
    }

    @Test("A state of a newer service is a warning, and what it says is made printable")
    func newer() async {
        let session = session(TriggerSourceRecord(source: "radar", state: "dreaming", detail: "a\u{1B}[2Jb"))

        #expect(await session.run("doctor", "triggers") == .done)

        #expect(session.data.text.hasPrefix("warning  triggers.radar  "))
        #expect(!session.data.text.contains("\u{1B}"))
    }
}
