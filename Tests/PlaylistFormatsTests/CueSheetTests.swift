// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import PlaylistFormats
import Testing

private let list = MediaLocation(filePath: Array("/music/album.cue".utf8))

@Suite("A CUE sheet")
struct CueSheetTests {
    private let album = """
        REM GENRE Jazz
        REM DATE 1959
        REM DISCID 860B640B
        PERFORMER "Miles Davis"
        TITLE "Kind of Blue"
        FILE "Kind of Blue.wav" WAVE
          TRACK 01 AUDIO
            TITLE "So What"
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            TITLE "Freddie "Freeloader""
            PERFORMER "Miles Davis Sextet"
            SONGWRITER "Davis"
            PREGAP 00:02:00
            INDEX 00 09:20:00
            INDEX 01 09:22:37
          TRACK 03 AUDIO
            INDEX 01 19:07:74
        """

    @Test("divides its file without losing a frame")
    func segments() {
        let document = CueSheetReader.read(Array(album.utf8)).document(list: list)
        let entries = document.entries

        #expect(document.title == "Kind of Blue")
        #expect(entries.map(\.title) == ["So What", "Freddie \"Freeloader\"", "Track 3"])
        #expect(entries[0].segment == MediaSegment(start: .zero, end: .microseconds(562_493_333)))
        #expect(entries[0].segment?.isFollowed(by: entries[1].segment) == true)
        #expect(entries[1].segment?.isFollowed(by: entries[2].segment) == true)
        #expect(entries[2].segment?.end == nil)
        #expect(entries[2].segment?.start == .microseconds(1_147_986_667))
        #expect(entries[1].duration == .microseconds(585_493_334))
    }

    @Test("says who plays, who wrote it, when and what kind")
    func descriptions() {
        let sheet = CueSheetReader.read(Array(album.utf8))
        let entries = sheet.document(list: list).entries

        #expect(sheet.discID == "860B640B")
        #expect(sheet.tracks[1].pregap == 150)
        #expect(sheet.tracks[1].gap?.frames == Int64(42_000))
        #expect(entries.map(\.artist) == ["Miles Davis", "Miles Davis Sextet", "Miles Davis"])
        #expect(entries.map(\.composer) == [nil, "Davis", nil])
        #expect(entries.map(\.album) == ["Kind of Blue", "Kind of Blue", "Kind of Blue"])
        #expect(entries.map(\.trackNumber) == [1, 2, 3])
        #expect(entries[0].genre == "Jazz")
        #expect(entries[0].date == "1959")
    }

    @Test("says how loud it is, and nonsense about that is left out")
    func loudness() {
        let text = """
            REM REPLAYGAIN_ALBUM_GAIN -6.48 dB
            REM REPLAYGAIN_ALBUM_PEAK 0.988647
            FILE "a.flac" WAVE
            TRACK 01 AUDIO
            REM REPLAYGAIN_TRACK_GAIN +1,5 DB
            REM REPLAYGAIN_TRACK_PEAK 1.1
            INDEX 01 00:00:00
            TRACK 02 AUDIO
            REM REPLAYGAIN_TRACK_GAIN 900 dB
            REM REPLAYGAIN_TRACK_PEAK nan
            INDEX 01 01:00:00
            """
        let entries = CueSheetReader.read(Array(text.utf8)).document(list: list).entries

        #expect(
            entries.map(\.replayGain) == [
                ReplayGain(trackGain: 1.5, trackPeak: 1.1, albumGain: -6.48, albumPeak: 0.988647),
                ReplayGain(trackGain: nil, trackPeak: nil, albumGain: -6.48, albumPeak: 0.988647),
            ])
    }

    @Test("leads to the audio with another ending, too")
    func otherEndings() throws {
        let entry = try #require(CueSheetReader.read(Array(album.utf8)).document(list: list).entries.first)

        #expect(entry.location.description == "/music/Kind of Blue.wav")
        #expect(entry.candidates.map(\.description).contains("/music/Kind of Blue.flac"))
        #expect(entry.candidates.map(\.description).contains("/music/Kind of Blue.FLAC"))
        #expect(Set(entry.candidates).count == entry.candidates.count)
    }

    @Test("of several files has whole files as tracks, and a gap may lie in the file before")
    func severalFiles() {
        let text = """
            FILE "1.wav" WAVE
            TRACK 01 AUDIO
            INDEX 01 00:00:00
            TRACK 02 AUDIO
            INDEX 00 03:00:00
            FILE 2.wav WAVE
            INDEX 01 00:00:00
            TRACK 03 AUDIO
            INDEX 01 04:00:00
            TRACK 04 MODE1/2352
            INDEX 01 05:00:00
            """
        let entries = CueSheetReader.read(Array(text.utf8)).document(list: list).entries

        #expect(entries.map(\.location.description) == ["/music/1.wav", "/music/2.wav", "/music/2.wav"])
        #expect(
            entries.map(\.segment) == [
                nil, MediaSegment(start: .zero, end: .seconds(240)), MediaSegment(start: .seconds(240)),
            ])
    }

    @Test("in Windows-1252 is shown right")
    func windows1252() {
        let bytes = Array("TITLE \"Caf".utf8) + [0xE9, 0x20, 0x93, 0x78, 0x94] + Array("\"\r\n".utf8)
        #expect(CueSheetReader.read(bytes).title == "Café \u{201C}x\u{201D}")
    }

    @Test(
        "with times that make no sense gives no track that runs backwards",
        arguments: ["01:00:00", "00:60:00", "00:00:75", "-1:00:00", "1", "", "99999999999999999999:00:00"])
    func badTimes(second: String) {
        let text = "FILE a.wav WAVE\nTRACK 01 AUDIO\nINDEX 01 01:00:00\nTRACK 02 AUDIO\nINDEX 01 \(second)\n"
        let entries = CueSheetReader.read(Array(text.utf8)).document(list: list).entries

        #expect(!entries.isEmpty)
        for segment in entries.compactMap(\.segment) { #expect(segment.end.map { $0 > segment.start } != false) }
    }
}
