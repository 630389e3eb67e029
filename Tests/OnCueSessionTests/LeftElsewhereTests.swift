// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import Synchronization
import Testing

@Suite("What was left at another machine")
@MediaActor
struct LeftElsewhereTests {
    private let taken = EventLog<LeftElsewhere>()
    private let asked = EventLog<Bool>()

    private func rig(_ left: LeftElsewhere..., failure: ServiceError? = nil) async -> SuggestionRig {
        let rig = await SuggestionRig([])
        rig.center.others = LeavingMachines(
            left: { [asked] in
                asked.append(true)
                return left
            },
            take: { [taken] in
                if let failure { throw failure }
                taken.append($0)
            })
        return rig
    }

    private func left(
        _ title: String, at machine: String = "kitchen", _ absence: Duration = .seconds(180)
    ) -> LeftElsewhere { LeftElsewhere(.queue, at: machine, title: title, absence: absence) }

    @Test("It is offered when this one is unlocked, with its reason, and continues here when it is accepted")
    func offered() async throws {
        let rig = await rig(left("Morning", at: "desk", .seconds(400)), left("Night Crossing"))
        rig.sound.tell(.unlocked)
        try await waitUntil("it is offered") { rig.log.last != nil }
        let offer = try #require(rig.log.last)
        #expect(offer.suggestions[0].item.title == "Continue Night Crossing from kitchen")
        #expect(offer.suggestions[0].sentence == "You left it at kitchen 3 minutes ago.")
        #expect(await rig.center.suggestions(limit: 5).first?.item.title == offer.suggestions[0].item.title)

        _ = try await rig.center.accept("1")
        #expect(taken.events == [left("Night Crossing")])
        #expect(rig.log.last == nil)
        #expect(await !rig.center.suggestions(limit: 5).contains { $0.item.subtitle == "kitchen" }, "once")
    }

    @Test("One that cannot be continued stays, with the reason")
    func failing() async throws {
        let rig = await rig(left("Blue"), failure: ServiceError(.notAvailable, "kitchen cannot be reached"))
        rig.sound.tell(.unlocked)
        try await waitUntil("it is offered") { rig.log.last != nil }
        await #expect(throws: ServiceError(.notAvailable, "kitchen cannot be reached")) {
            try await rig.center.accept("1")
        }
        #expect(rig.log.last?.suggestions.count == 1)
    }

    @Test("What was left long ago is not offered, nor anything while this machine plays, and nothing else asks")
    func notOffered() async throws {
        let rig = await rig(left("Blue", .seconds(601)))
        rig.sound.tell(.woke)
        #expect(asked.events.isEmpty, "only unlocking asks")
        rig.sound.tell(.unlocked)
        _ = try await asked.wait { _ in true }
        await settle()
        #expect(rig.log.last == nil)

        let playing = await self.rig(left("Blue"))
        try playing.controller.perform(.play([.sample("else")], startingAt: 0, shuffled: nil))
        await playing.play()
        playing.sound.tell(.unlocked)
        try await waitUntil("it steps aside") { !playing.asides.events.isEmpty }
        await settle()
        #expect(playing.log.last == nil)
    }

    private func settle() async { for _ in 0..<20 { await Task.yield() } }
}
