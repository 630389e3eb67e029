// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@testable import OnCueCore

@Suite("The format of the current entry")
struct MediaFormatTests {
    private let mp3 = MediaFormat(codec: "mp3", bitRate: 192_000, sampleRate: 44_100, channelCount: 2, gain: -6.5)
    private let flac = MediaFormat(codec: "flac", sampleRate: 96_000, bitDepth: 24, channelCount: 2)

    @Test("is that of the entry, and needs no action")
    func current() throws {
        var rig = try Rig(playing: 2)
        #expect(rig.machine.snapshot.format == nil)

        rig.receive(.formatChanged(rig.token, mp3))
        #expect(rig.machine.snapshot.format == mp3)
        #expect(rig.actions.isEmpty)

        var louder = mp3
        louder.gain = -3
        rig.receive(.formatChanged(rig.token, louder))
        #expect(rig.machine.snapshot.format == louder)
    }

    @Test("is not that of a follower before it is heard, nor that of the entry before it afterwards")
    func follower() throws {
        var rig = try Rig(playing: 2)
        rig.receive(.formatChanged(rig.token, mp3))
        let (first, second) = (rig.token, rig.cuedToken)

        rig.receive(.formatChanged(second, flac))
        #expect(rig.machine.snapshot.format == mp3)
        rig.receive(.started(second))
        #expect(rig.machine.snapshot.format == nil)
        rig.receive(.formatChanged(second, flac))
        rig.receive(.formatChanged(first, mp3))

        #expect(rig.machine.snapshot.format == flac)
    }

    @Test("is gone when another entry is loaded, and when nothing plays any more")
    func gone() throws {
        var rig = try Rig(playing: 2)
        rig.receive(.formatChanged(rig.token, mp3))

        try rig.perform(.next)
        #expect(rig.machine.snapshot.format == nil)
        rig.receive(.formatChanged(rig.token, flac))
        try rig.perform(.pause)
        #expect(rig.machine.snapshot.format == flac)
        try rig.perform(.stop)

        #expect(rig.machine.snapshot.format == nil)
    }
}

@Suite("The gain in decibels")
struct GainTests {
    private let measured = ReplayGain(trackGain: -6.5, trackPeak: 0.5, albumGain: 4, albumPeak: 0.8)

    @Test(
        "is that which is applied: of the track or the album, with the preamplifier, and no more than the peak allows",
        arguments: [
            (SoundSettings(loudness: .track), -6.5), (SoundSettings(loudness: .track, preamp: 2.25), -4.25),
            (SoundSettings(loudness: .album), 1.94), (SoundSettings(loudness: .album, preventsClipping: false), 4),
            (SoundSettings(loudness: .auto), -6.5), (SoundSettings(loudness: .off, preamp: 3), nil),
        ] as [(SoundSettings, Double?)])
    func applied(_ settings: SoundSettings, _ expected: Double?) {
        #expect(settings.decibels(for: measured, prefersAlbum: false) == expected)
        #expect(settings.decibels(for: nil, prefersAlbum: false) == nil)
    }

    @Test("is none where nothing was measured, or nothing that makes sense", arguments: [nil, Double.nan, .infinity])
    func unmeasured(_ gain: Double?) {
        let measured = ReplayGain(trackGain: gain, trackPeak: 0.5, albumGain: nil, albumPeak: nil)

        #expect(SoundSettings().decibels(for: measured, prefersAlbum: false) == nil)
        #expect(SoundSettings().gain(for: measured, prefersAlbum: false) == 1)
    }

    @Test("is what its factor says, from silence to the loudest")
    func inverse() {
        for step in stride(from: -75.0, through: 75, by: 0.37) {
            #expect(abs(SoundSettings.decibels(factor: SoundSettings.factor(decibels: step)) - step) < 1e-9, "\(step)")
        }
        #expect(SoundSettings.decibels(factor: 1) == 0)
    }
}
