// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueClient
import OnCueCore
import OnCueDoctor
import OnCueIntents
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("oncue doctor shortcuts")
struct ShortcutDoctorTests {
    private static let coffee = IntentRecord(
        IntentDefinition(.init("org.example.Coffee", "order"), title: "Order"), programName: "Coffee")

    private func donation(_ identifier: String, _ eligibility: Activity.Eligibility = [.prediction]) -> ActivityRecord {
        var activity = Activity(
            .init("org.example.Coffee", identifier), type: "org.example.Coffee.order", title: "Order " + identifier,
            eligibility: eligibility)
        activity.occasion = identifier == "tea" ? "car" : nil
        return ActivityRecord(activity, programName: "Coffee")
    }

    @Test("It names files with mistakes, programs that cannot be asked, donations, and what would be suggested now")
    func lines() async {
        let session = Session {
            $0.tasks = [Self.coffee]
            $0.activities = [donation("latte"), donation("tea"), donation("water", [.search])]
            $0.shortcutFacts.shortcuts = .success([Shortcut("Morning", steps: [.init("undo")])])
            $0.shortcutFacts.declarations = [
                .init(path: "/d/a.intents", text: "{"), .init(path: "/d/b.intents", text: nil),
                .init(
                    path: "/d/c.intents",
                    text: #"{"program": "org.example.C", "name": "C", "intents": [{"name": "d", "title": "D"}]}"#),
            ]
            let latte = donation("latte").activity.name.contentIdentifier.description
            var suggestion = SuggestionRecord(id: "now.1", identifier: latte, title: "Order latte")
            suggestion.sentence = "You usually do this."
            $0.shortcutFacts.suggested = [suggestion]
        }

        #expect(await session.run("doctor", "shortcuts") == .failed)

        let text = session.data.text
        #expect(text.contains("shortcuts.own") && text.contains("1 shortcut, 0 cues"), "\(text)")
        #expect(text.contains("/d/a.intents is not used: line 1:"), "\(text)")
        #expect(text.contains("oncue shortcut check /d/a.intents"), "\(text)")
        #expect(text.contains("/d/b.intents is not used: it is longer than 262144 bytes"), "\(text)")
        #expect(text.contains("shortcuts.file.c.intents") && text.contains("C: 1 task"), "\(text)")
        #expect(text.contains("Coffee is not running, and the bus cannot start it"), "\(text)")
        #expect(text.contains("\"Order latte\" of Coffee is suggestion 1: You usually do this."), "\(text)")
        #expect(text.contains("Its occasion is car."), "\(text)")
        #expect(text.contains("\"Order water\" of Coffee may not be suggested"), "\(text)")
        #expect(text.contains("would be suggested now: \"Order latte\""), "\(text)")
    }

    @Test("A mistake in the file of shortcuts is a failure with its line, and with nothing wrong all is well")
    func file() async {
        let broken = Session {
            $0.shortcutFacts.shortcuts = .failure(ClientError(.storage, "shortcuts.json, line 3: no"))
        }
        #expect(await broken.run("doctor", "shortcuts") == .failed)
        #expect(broken.data.text.contains("shortcuts.json, line 3: no"))
        let well = Session { $0.shortcutFacts.names = ["org.example.Coffee"] }
        #expect(await well.run("doctor", "shortcuts") == .done)
        #expect(well.data.text.contains("no task would be suggested now"))
    }
}
