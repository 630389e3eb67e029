// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueInterface
import OnCuePlayers
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import Testing

@Suite("A suggestion in the place of the current track")
@MediaActor
struct SuggestionStageTests {
    private static let headset = SeenDevice(id: "A", name: "Set", facts: DeviceFacts(form: .headphones))
    private static let car = SeenDevice(id: "B", name: "Car", facts: DeviceFacts(form: .car))
    private static let trackList = "org.mpris.MediaPlayer2.TrackList"

    /// A screen that writes down what stands on it.
    private final class Screen: SuggestionScreen {
        let staged = EventLog<Bool>()
        private(set) var answer: (@MediaActor (RemotePresses.Button) -> Bool)?

        func stage(_ suggestion: StagedSuggestion?) { staged.append(suggestion != nil) }

        func answerStaged(_ answer: @escaping @MediaActor (RemotePresses.Button) -> Bool) { self.answer = answer }
    }

    private let rig: ServiceRig
    private let center: SuggestionCenter

    init() async throws {
        rig = try await ServiceRig()
        center = try #require(rig.suggestions)
        try await center.setPinned(try await rig.source.item(for: ContentIdentifier(kind: .album, key: "blue")), true)
    }

    private func connect(_ device: SeenDevice = Self.headset) async throws {
        rig.sound.tell(.heard(device))
        try await rig.signals.wait("what is raised") { $0.member == "Raised" }
        await rig.settle()
    }

    private func stage(_ guardTime: Duration) async throws -> (SuggestionStage, player: Screen, car: Screen) {
        try await center.change { $0.stagingGuard = guardTime }
        let (player, car) = (Screen(), Screen())
        let stage = SuggestionStage(center: center, players: [player], vehicles: [car])
        center.add(stage)
        return (stage, player, car)
    }

    @Test("What is offered stands on every screen at once where nothing was heard, and goes with the offer")
    func stages() async throws {
        let (stage, player, car) = try await stage(.seconds(300))
        try await connect()
        #expect(player.staged.events.last == true && car.staged.events.last == true)
        try await center.dismiss("", .notNow)
        #expect(player.staged.events.last == false && car.staged.events.last == false)
        _ = stage
    }

    @Test("After something was heard it waits until the silence has lasted, and then comes by itself")
    func guardTime() async throws {
        let (stage, player, _) = try await stage(.milliseconds(400))
        try await rig.play()
        let start = ContinuousClock.now
        try await rig.player("Pause")
        await rig.settle()
        try await connect()
        try await player.staged.wait("the suggestion") { $0 }
        #expect(.now - start >= .milliseconds(400), "not before it was silent for so long")
        _ = stage
    }

    @Test("Play takes it; a car that is just started may press Play by itself, so it does not stand there yet")
    func automaticPlay() async throws {
        let (stage, player, car) = try await stage(.seconds(300))
        try await connect(Self.car)
        #expect(player.staged.events.last == true && !car.staged.events.contains(true))
        #expect(player.answer?(.playPause) == true)
        try await rig.signals.wait("the end") { $0.member == "Ended" }
        #expect(rig.controller.snapshot.entry?.track.identifier.key == "b1")
        _ = stage
    }

    @Test("Headphones have no habit of pressing Play")
    func headphones() async throws {
        let (stage, _, car) = try await stage(.seconds(300))
        try await connect()
        #expect(car.answer?(.playPause) == true)
        try await rig.signals.wait("the end") { $0.member == "Ended" }
        _ = stage
    }

    @Test("It is the first track of the list of tracks as long as it stands there")
    func trackList() async throws {
        let player = try #require(rig.mpris)
        let stage = SuggestionStage(center: center, players: [player], vehicles: [])
        center.add(stage)
        try await connect()
        let added = try #require(rig.signals("TrackAdded").first)
        let metadata = try #require(try await rig.getAll()["Metadata"]?.dictionaryValue)
        let id = try #require(metadata["mpris:trackid"])
        #expect(added.arguments.first?.dictionaryValue?["mpris:trackid"] == id)
        #expect(try await rig.getAll(Self.trackList)["Tracks"]?.arrayValue == [id])
        let told = try await rig.client.call(
            "GetTracksMetadata", of: Self.trackList, at: MPRISObject.path, on: ServiceNames.mprisBusName,
            [.array([id], of: "o")])
        #expect(told.first?.arrayValue?.first?.dictionaryValue?["xesam:title"] == .string("Blue"))

        try await rig.client.call(
            "GoTo", of: Self.trackList, at: MPRISObject.path, on: ServiceNames.mprisBusName, [id])
        try await rig.signals.wait("the end") { $0.member == "Ended" }
        await rig.settle()
        #expect(rig.signals("TrackRemoved").first?.arguments == [id])
        #expect(rig.controller.snapshot.entry?.track.identifier.key == "b1")
        _ = stage
    }
}
