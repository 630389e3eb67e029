// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueDesk
import OnCueNotifications
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import Testing

@Suite("Offers and what is typed into them, in the notification centre")
@MediaActor
struct OfferNotifierTests {
    private static func offer(_ titles: String...) -> ShownOffer {
        let suggestions = titles.map { title in
            ShownSuggestion(
                id: "1.\(title)",
                item: ContentNode(identifier: ContentIdentifier(kind: .track, key: title), title: title),
                target: ContentIdentifier(kind: .track, key: title), sentence: "Usual here",
                suggestion: Suggestion("track:\(title)", probability: 0.5, cause: .longAgo))
        }
        return ShownOffer(
            Trigger(id: 1, kind: .unlock), sentence: "After unlocking", raisedAt: 900, expiresAt: 2000, suggestions)
    }

    @Test("Why nothing plays of a text stays while the same is offered, with its picture or anew, and goes with it")
    func explained() async throws {
        let rig = try await ServiceRig()
        let desks = try #require(rig.desks)
        let notifier = OfferNotifier(notices: desks.notificationCenter, center: desks.suggestionCenter) { words in
            throw ContentError(.notFound, "nothing matches \"\(words)\"")
        }
        let screen = rig.notificationScreen
        notifier.offerChanged(to: Self.offer("Story", "Other"))
        try await screen.log.wait(count: 1)
        screen.press(screen.log.events[0], NotificationAnswer(.custom("ask"), text: "no such thing"))
        try await screen.log.wait(count: 2)
        #expect(screen.log.events[1].lines.first == "nothing matches \"no such thing\"")

        var pictured = Self.offer("Story", "Other")
        pictured.suggestions[0].artwork = MediaLocation(uri: "file:///tmp/cover.png")
        notifier.offerChanged(to: pictured)
        try await screen.log.wait(count: 3)
        #expect(screen.log.events[2].lines.first == "nothing matches \"no such thing\"")

        notifier.offerChanged(to: Self.offer("Other"))
        try await screen.log.wait(count: 4)
        notifier.offerChanged(to: Self.offer("Story"))
        try await screen.log.wait(count: 5)
        #expect(!screen.log.events[3...].contains { $0.lines.contains { $0.contains("no such thing") } })
    }
}
