// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("Reports on files")
struct FileReportTests {
    @Test("A track that is a part of a file has its own length and tags, and the other tags of the file")
    func part() {
        var file = FileReport()
        file.tags = [
            .init("TITLE", "All of it"), .init("ARTIST", "Somebody"), .init("ENCODER", "x"),
            .init("CUESHEET", "TRACK 01"),
        ]
        (file.duration, file.sampleRate) = (.seconds(3000), 44_100)
        file.replayGain = ReplayGain(trackGain: -3, trackPeak: nil, albumGain: nil, albumPeak: nil)
        let track = Track(
            identifier: ContentIdentifier(kind: .track, key: "a"), location: MediaLocation(filePath: Array("/a".utf8)),
            title: "Two Chairs", artists: ["Ada", "Bix"], album: "Kitchen", genres: ["Folk"], trackNumber: 2,
            trackTotal: 9, date: "2019", duration: .seconds(180), segment: MediaSegment(start: .seconds(60)))

        let report = file.part(track)

        #expect(report.duration == .seconds(180))
        #expect(report.sampleRate == 44_100)
        #expect(report.replayGain == file.replayGain)
        #expect(
            report.tags == [
                .init("TITLE", "Two Chairs"), .init("ARTIST", "Ada"), .init("ARTIST", "Bix"), .init("ALBUM", "Kitchen"),
                .init("GENRE", "Folk"), .init("TRACKNUMBER", "2/9"), .init("DATE", "2019"), .init("ENCODER", "x"),
            ])
    }
}
