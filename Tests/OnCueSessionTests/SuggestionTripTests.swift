// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import Testing

@Suite("Suggestions for a trip whose length is known")
@MediaActor
struct SuggestionTripTests {
    private static let car = Trigger(
        id: 0, kind: .car, device: TriggerDevice(id: "C", name: "My Car", kind: .car))

    private static func podcast(_ name: String, _ minutes: Int64) -> FakeContentSource.Album {
        let episode = Track(
            identifier: ContentIdentifier(kind: .episode, key: name),
            location: MediaLocation(filePath: Array("/media/\(name)".utf8)), title: name, album: name,
            albumIdentifier: ContentIdentifier(kind: .podcast, key: name), duration: .seconds(minutes * 60))
        return FakeContentSource.Album(name, by: "", tracks: [episode], kind: .podcast)
    }

    /// Mornings in the car with a long show, and once in a while with a short one.
    private static func donations() -> [Donation] {
        (1...20).reversed().map { day in
            let time = TestClock.monday - Int64(day) * 86_400
            let (hour, weekday) = TestClock.local(time)
            let moment = Moment(
                time: Double(time), hour: hour, weekday: weekday, place: "Home", trigger: "car", device: "My Car")
            return Donation(
                .played, (day + 1).isMultiple(of: 3) ? "podcast:short" : "podcast:long", at: moment, choice: moment)
        }
    }

    private static func trips(_ count: Int) -> [Trip] {
        (0..<count).map {
            let (hour, weekday) = TestClock.local(TestClock.monday)
            return Trip(
                from: "Home", to: "Work", device: "C", deviceName: "My Car", isByCar: true, begunAt: Int64($0),
                hour: hour, weekday: weekday, seconds: 1_500)
        }
    }

    private func rehearsal(_ trips: Int) async -> SuggestionCenter.Rehearsal {
        var state = SuggestionState()
        state.trips = TripBook(Self.trips(trips))
        let rig = await SuggestionRig(
            Self.donations(), state: state, podcasts: [Self.podcast("long", 50), Self.podcast("short", 22)])
        return await rig.center.rehearse(Self.car, at: TestClock.monday, place: "Home", isDry: true)
    }

    @Test("What ends before the arrival says so, and what is longer does not")
    func fits() async throws {
        let known = await rehearsal(3)

        #expect(known.trip?.to == "Work")
        let short = try #require(known.suggestions.first { $0.item.title == "short" })
        let long = try #require(known.suggestions.first { $0.item.title == "long" })
        #expect(short.sentence.hasSuffix("It ends in 22 min, before you arrive at Work."))
        #expect(!long.sentence.contains("arrive"))
        #expect(known.suggestions.map(\.id) == known.suggestions.indices.map { "0.\($0 + 1)" })
    }

    @Test("Where too few trips are known, habits alone count")
    func unknown() async throws {
        let known = await rehearsal(2)

        #expect(known.trip == nil)
        #expect(known.suggestions.first?.item.title == "long")
        #expect(known.suggestions.allSatisfy { !$0.sentence.contains("arrive") })
    }
}
