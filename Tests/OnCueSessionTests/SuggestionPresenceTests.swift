// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import Testing

@Suite("People who are there are a circumstance of suggestions, if the user has said so")
@MediaActor
struct SuggestionPresenceTests {
    private func titles(isWanted: Bool, isThere: Bool) async throws -> [(title: String, sentence: String)] {
        var state = SuggestionState()
        state.people.add(
            Interaction(
                program: "oncue", identifier: "1", action: "share", direction: .outgoing, people: ["Ada"],
                item: "album:evening", time: 5))
        _ = state.people.tie(SuggestionRig.headset.id, to: "Ada")
        let rig = await SuggestionRig(state: state)
        rig.center.usesPresence = isWanted
        if isThere { rig.sound.tell(.linked(SuggestionRig.headset)) }
        return await rig.center.suggestions(limit: 3).map { ($0.item.title, $0.sentence) }
    }

    @Test("What was shared with somebody who is there says so")
    func present() async throws {
        let found = try await titles(isWanted: true, isThere: true)
        let evening = try #require(found.first { $0.title == "Evening" })
        #expect(evening.sentence.hasSuffix("Ada is here, with whom you have this in common."))
    }

    @Test("Otherwise nobody is mentioned", arguments: [(true, false), (false, true)])
    func absent(isWanted: Bool, isThere: Bool) async throws {
        let found = try await titles(isWanted: isWanted, isThere: isThere)
        #expect(!found.isEmpty && found.allSatisfy { !$0.sentence.contains("Ada") })
    }

    @Test("A phone that comes says that its person is there, and neither raises an offer nor gets anything ready")
    func phone() async throws {
        let phone = SeenDevice(
            id: "AA:BB:CC:DD:EE:09", name: "Phone of Ada",
            facts: DeviceFacts(bluetoothClass: 0x5A_020C, services: [0x110A, 0x111F, 0x184E]))
        var state = SuggestionState()
        state.people.add(
            Interaction(
                program: "oncue", identifier: "1", action: "share", direction: .outgoing, people: ["Ada"],
                item: "album:evening", time: 5))
        _ = state.people.tie(phone.id, to: "Ada")
        let rig = await SuggestionRig(state: state)
        rig.center.usesPresence = true
        var outcomes: [TriggerOutcome] = []
        let usual = rig.center.triggers.onOutcome
        rig.center.triggers.onOutcome = {
            usual?($0)
            outcomes.append($0)
        }

        rig.sound.tell(.linked(phone))
        let found = await rig.center.suggestions(limit: 3).map(\.sentence)
        #expect(found.contains { $0.contains("Ada is here") })
        rig.sound.tell(.unlinked(phone.id))
        #expect(await !rig.center.suggestions(limit: 3).contains { $0.sentence.contains("Ada") })
        #expect(outcomes.isEmpty, "\(outcomes)")
        #expect(rig.log.shown.count == 0 && rig.asides.count == 0)
    }
}
