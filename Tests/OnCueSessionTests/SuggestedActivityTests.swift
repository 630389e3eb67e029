// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueSuggestions
import OnCueTestSupport
import Testing

@testable import OnCueSession

/// Activities of a program that may be suggested.
@MediaActor
private final class FakeActivities: ActivityPredicting {
    var titles: [String: String]
    var failure: ServiceError?
    var meant: [OccasionedActivity] = []
    private(set) var continued: [ContentIdentifier] = []

    init(_ titles: [String: String]) { self.titles = titles }

    func predicted(_ activity: ContentIdentifier) async -> ContentNode? {
        activity.foreign.flatMap { titles[$0.own] }.map {
            ContentNode(identifier: activity, title: $0, subtitle: "Concerts", isPlayable: true)
        }
    }

    func occasions() async -> [OccasionedActivity] { meant }

    func continuePredicted(_ activity: ContentIdentifier) async throws {
        if let failure { throw failure }
        continued.append(activity)
    }
}

@Suite("Activities among the suggestions")
@MediaActor
struct SuggestedActivityTests {
    private let concert = ContentIdentifier(foreign: "Blue Note, Friday", in: "org.example.Concerts")

    /// Four weeks in which somebody looks at the concert with headphones at eight, and hears Evening at seven.
    private func donations() -> [Donation] {
        SuggestionRig.weeks().map { donation in
            var donation = donation
            if donation.item == SuggestionRig.item("Morning") { donation.item = concert.description }
            return donation
        }
    }

    private func rig(
        _ donations: [Donation]? = nil, state: SuggestionState = SuggestionState()
    ) async -> (SuggestionRig, FakeActivities) {
        let activities = FakeActivities(["Blue Note, Friday": "Blue Note"])
        let rig = await SuggestionRig(donations ?? self.donations(), state: state)
        rig.center.activities = activities
        return (rig, activities)
    }

    @Test("One is offered where it is usual, beside media, with a reason in its own words")
    func offered() async throws {
        let (rig, activities) = await rig()
        try await rig.connect()
        let offer = try #require(rig.log.last)
        #expect(offer.suggestions.map(\.item.title) == ["Blue Note", "Evening"])
        #expect(offer.suggestions[0].item.subtitle == "Concerts")
        #expect(offer.suggestions[0].sentence.hasSuffix("you usually open this: 28 of 28 times."))
        withExtendedLifetime(activities) {}
    }

    @Test("One whose program has named this occasion stands first, whatever was learnt, and says so")
    func meant() async throws {
        let (rig, activities) = await rig(SuggestionRig.weeks())
        activities.meant = [
            OccasionedActivity(concert, try Occasion(parsing: "headphones weekdays"), programName: "Concerts")
        ]
        try await rig.connect()
        let first = try #require(rig.log.last?.suggestions.first)
        #expect(first.item.title == "Blue Note")
        #expect(first.sentence == "Concerts means this for such a moment (weekdays headphones).")
        activities.meant = [
            OccasionedActivity(concert, try Occasion(parsing: "headphones weekends"), programName: "Concerts")
        ]
        #expect(await !rig.center.suggestions(limit: 5).contains { $0.item.identifier == concert })
    }

    @Test("Accepting one continues it, and what plays goes on")
    func accept() async throws {
        let (rig, activities) = await rig()
        try rig.controller.perform(.play([.sample("else")], startingAt: 0, shuffled: nil))
        await rig.play()
        _ = await rig.center.suggestions(limit: 5)
        let number = try #require(
            await rig.center.suggestions(limit: 5).first { $0.item.identifier == concert }?.id)
        let accepted = try await rig.center.accept(number)
        #expect(accepted.item.identifier == concert && activities.continued == [concert])
        #expect(rig.controller.snapshot.entry?.track.identifier.key == "else")
        #expect(rig.controller.snapshot.status == .playing)
    }

    @Test("Accepting one in an offer ends the offer")
    func acceptOffered() async throws {
        let (rig, activities) = await rig()
        try await rig.connect()
        _ = try await rig.center.accept("1")
        #expect(activities.continued == [concert])
        #expect(rig.log.shown.events.suffix(2) == [.ended(.accepted), .nothing])
    }

    @Test("A program that refuses is reported, and the offer stays as it was")
    func refused() async throws {
        let (rig, activities) = await rig()
        try await rig.connect()
        activities.failure = ServiceError(.providerUnavailable, "Concerts cannot go on: sold out")
        let error = await #expect(throws: ServiceError.self) { try await rig.center.accept("") }
        #expect(error?.message.contains("sold out") == true)
        #expect(rig.center.offer?.suggestions.map(\.item.title) == ["Blue Note", "Evening"])
        activities.failure = nil
        _ = try await rig.center.accept("")
        #expect(activities.continued == [concert])
    }

    @Test("One that is gone, or that suggestions may no longer use, is not shown, and leaves the offer when taken")
    func gone() async throws {
        let (rig, activities) = await rig()
        try await rig.connect()
        activities.titles = [:]
        await #expect(throws: ContentError.self) { try await rig.center.accept("") }
        #expect(rig.center.offer?.suggestions.map(\.item.title) == ["Evening"])
        #expect(await rig.center.suggestions(limit: 5).allSatisfy { $0.item.kind != .foreign })
    }

    @Test("One that is dismissed for good is not suggested any more; forgetting it takes that back")
    func dismissed() async throws {
        let (rig, activities) = await rig()
        try await rig.connect()
        try await rig.center.dismiss("1", .never)
        #expect(rig.center.offer?.suggestions.map(\.item.title) == ["Evening"])
        #expect(await rig.center.suggestions(limit: 5).allSatisfy { $0.item.kind != .foreign })
        #expect(try await rig.center.forget(.item(concert.description)) == 30, "28 uses, two refusals")
        #expect(rig.store.donations.allSatisfy { $0.donation.item != concert.description })
        #expect(rig.store.state.said.never.isEmpty)
        withExtendedLifetime(activities) {}
    }

    @Test(
        "Deleted activities leave nothing behind, one, of a program, or all",
        arguments: [0, 1, 2])
    func deleted(_ way: Int) async throws {
        let (rig, activities) = await rig()
        try await rig.connect()
        let part: LearntActivities = [.some([concert]), .program("org.example.Concerts"), .all][way]
        try await rig.center.forgetActivities(part)
        #expect(rig.center.offer?.suggestions.map(\.item.title) == ["Evening"])
        #expect(rig.store.donations.map(\.donation.item).allSatisfy { $0 == SuggestionRig.item("Evening") })
        #expect(throws: ContentError.self) { try rig.center.explain("1.1") }
        #expect(await rig.center.suggestions(limit: 5).allSatisfy { $0.item.kind != .foreign })
        withExtendedLifetime(activities) {}
    }

    @Test("A use is learnt with its circumstances, and the music after the same trigger as well")
    func uses() async throws {
        let (rig, activities) = await rig([])
        rig.center.parts.learning.note(
            Trigger(id: 1, kind: .headphones), at: rig.center.parts.learning.moment(for: "headphones"))
        rig.center.noteUse(of: concert)
        rig.center.noteUse(of: concert)
        await rig.center.parts.learning.finish()
        let learnt = rig.store.donations.map(\.donation)
        #expect(learnt.map(\.item) == [concert.description, concert.description])
        #expect(learnt.map(\.moment.trigger) == ["headphones", "headphones"])
        #expect(learnt.map { $0.choice?.trigger } == ["headphones", nil], "the first after it is the choice")
        withExtendedLifetime(activities) {}
    }

    @Test("What begins by itself is music, not an activity")
    func automatic() async throws {
        var state = SuggestionState()
        _ = state.devices.see(SuggestionRig.headset, at: 1)
        _ = state.devices.setPolicy(RaisingPolicy(.play), for: SuggestionRig.headset.id)
        let (rig, activities) = await rig(state: state)
        try await rig.connect()
        try await waitUntil("it plays") {
            await rig.play()
            return rig.controller.snapshot.status == .playing
        }
        #expect(rig.controller.snapshot.entry?.track.identifier.key == "Evening1")
        #expect(activities.continued.isEmpty)
    }
}
