// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

@Suite("The volume of each output")
struct OutputVolumeTests {
    private func move(_ rig: inout Rig, to device: String?) {
        rig.receive(.outputChanged(AudioOutput(name: "pulse", isSilent: false, identifier: device)))
    }

    @Test("a device that was never played on begins at no more than the limit, which is kept")
    func cap() {
        var rig = Rig(SavedSession(volume: 0.9), sound: SavedSound(preferences: SoundPreferences(volumeCap: 0.3)))
        move(&rig, to: "headphones")
        #expect(rig.actions == [.setVolume(0.3), .savePosition, .keep(.volume(output: "headphones", 0.3))])
        #expect(rig.machine.snapshot.volume == 0.3)

        var soft = Rig(SavedSession(volume: 0.2))
        move(&soft, to: "headphones")
        #expect(soft.actions == [.keep(.volume(output: "headphones", 0.2))])

        var unlimited = Rig(sound: SavedSound(preferences: SoundPreferences(volumeCap: 1)))
        move(&unlimited, to: "headphones")
        #expect(unlimited.machine.snapshot.volume == 1)
    }

    @Test("a new device that is not as loud as the one before is given once, and not when somebody has set the volume")
    func newDevice() throws {
        var rig = Rig(SavedSession(volume: 0.9), sound: SavedSound(preferences: SoundPreferences(volumeCap: 0.3)))
        move(&rig, to: "headphones")
        #expect(rig.machine.takeNewDevice() == "headphones")
        #expect(rig.machine.takeNewDevice() == nil)
        try rig.perform(.setVolume(0.8))
        move(&rig, to: "speakers")
        try rig.perform(.setVolume(0.7))
        #expect(rig.machine.takeNewDevice() == nil)
        move(&rig, to: "headphones")
        #expect(rig.machine.takeNewDevice() == nil)

        var soft = Rig(SavedSession(volume: 0.2))
        move(&soft, to: "headphones")
        #expect(soft.machine.takeNewDevice() == nil)
    }

    @Test("a device that comes back is as loud as it was")
    func comesBack() throws {
        var rig = Rig(sound: SavedSound(volumes: ["speakers": 0.9, "headphones": 0.2]))
        move(&rig, to: "speakers")
        #expect(rig.machine.snapshot.volume == 0.9)
        try rig.perform(.setVolume(0.7))
        #expect(rig.actions.contains(.keep(.volume(output: "speakers", 0.7))))

        move(&rig, to: "headphones")
        #expect(rig.actions.first == .setVolume(0.2))
        rig.receive(.volumeChanged(volume: 0.25, isMuted: false))
        #expect(rig.actions.contains(.keep(.volume(output: "headphones", 0.25))))

        move(&rig, to: "speakers")
        #expect(rig.machine.snapshot.volume == 0.7)
        move(&rig, to: "headphones")
        #expect(rig.machine.snapshot.volume == 0.25)
    }

    @Test("a volume that is set before the first sound is meant for the device to come")
    func chosen() throws {
        var rig = Rig(sound: SavedSound(volumes: ["speakers": 0.9]))
        try rig.perform(.setVolume(0.6))
        move(&rig, to: "speakers")
        #expect(rig.machine.snapshot.volume == 0.6)
        #expect(rig.actions == [.keep(.volume(output: "speakers", 0.6))])
    }

    @Test("an output of which nothing is known changes nothing, and mute stays over all of them")
    func unknown() throws {
        var rig = Rig(SavedSession(volume: 0.9), sound: SavedSound(volumes: ["speakers": 0.4]))
        move(&rig, to: nil)
        #expect(rig.machine.snapshot.volume == 0.9)
        try rig.perform(.setMuted(true))
        move(&rig, to: "speakers")
        #expect(rig.machine.snapshot.isMuted)
        #expect(rig.machine.snapshot.volume == 0.4)
    }

    @Test("what begins by itself is not louder than its limit on any device, and the person's volumes stay as they are")
    func ceiling() throws {
        var rig = Rig(sound: SavedSound(volumes: ["speakers": 0.8, "headphones": 0.9]))
        move(&rig, to: "speakers")
        rig.limitVolume(to: 0.3)
        #expect(rig.actions == [.setVolume(0.3)])
        try rig.perform(.play(Track.numbered(1...2), startingAt: 0, shuffled: nil))
        move(&rig, to: "headphones")
        #expect(rig.actions.first == .setVolume(0.3))
        #expect(rig.machine.snapshot.volume == 0.3)
        // The server repeats what it was told, late, too.
        rig.receive(.volumeChanged(volume: 0.3, isMuted: false))
        rig.receive(.volumeChanged(volume: 0.9, isMuted: false))
        #expect(rig.machine.snapshot.volume == 0.3)
        #expect(rig.machine.session(at: rig.now).volume == 0.9)

        try rig.perform(.stop)
        #expect(!rig.actions.contains(.setVolume(0.9)), "what fades out does not get louder")
        #expect(rig.machine.snapshot.volume == 0.9)
        rig.receive(.volumeChanged(volume: 0.3, isMuted: false))
        #expect(rig.machine.snapshot.volume == 0.9, "what the engine was told last is nobody's wish")
        try rig.perform(.resume)
        #expect(rig.actions.first == .setVolume(0.9))
        move(&rig, to: "speakers")
        #expect(rig.machine.snapshot.volume == 0.8)
    }

    @Test("sound that is lowered keeps the volume that is shown, and what the server repeats of it is nobody's wish")
    func lowered() throws {
        var rig = Rig(sound: SavedSound(volumes: ["speakers": 0.8]))
        move(&rig, to: "speakers")

        let lowered = rig.machine.lower(to: 0.25)
        rig.receive(.volumeChanged(volume: 0.2, isMuted: false))
        #expect(lowered == [.setVolume(0.2)])
        #expect(rig.machine.snapshot.volume == 0.8)

        try rig.perform(.setVolume(0.4))
        #expect(rig.actions.contains(.setVolume(0.1)), "what is set meanwhile is lowered, too")
        #expect(rig.machine.lower(to: 1) == [.setVolume(0.4)])
        #expect(rig.machine.lower(to: .nan) == [])
    }

    @Test("whoever sets the volume ends the limit, from the volume that is heard")
    func ceilingEnds() throws {
        var rig = Rig(sound: SavedSound(volumes: ["headphones": 0.9]))
        move(&rig, to: "headphones")
        rig.limitVolume(to: 0.5)
        try rig.perform(.play(Track.numbered(1...2), startingAt: 0, shuffled: nil))
        try rig.perform(.adjustVolume(0.25))
        #expect(rig.machine.snapshot.volume == 0.75)
        #expect(rig.actions.contains(.keep(.volume(output: "headphones", 0.75))))

        rig.limitVolume(to: 0.5)
        rig.receive(.volumeChanged(volume: 0.625, isMuted: false))
        #expect(rig.machine.snapshot.volume == 0.625)
        rig.limitVolume(to: 0.5)
        try rig.perform(.setVolume(0.625))
        #expect(rig.actions.first == .setVolume(0.625))
        rig.limitVolume(to: 0.5)
        try rig.perform(.stop)
        try rig.perform(.setVolume(0.625))
        #expect(rig.actions.first == .setVolume(0.625), "the engine still has the limit")
        rig.limitVolume(to: 0.5)
        rig.limitVolume(to: nil)
        #expect(rig.actions == [.setVolume(0.625)])
    }
}
