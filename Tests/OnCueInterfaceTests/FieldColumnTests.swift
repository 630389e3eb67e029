// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueCore
import OnCueInterface
import Testing

@Suite("Rows as a text for each field")
struct FieldColumnTests {
    private func back(_ tracks: [LibraryTrack]) -> [LibraryTrack]? {
        FieldColumns(wire: FieldColumns(tracks).wire)?.rows(LibraryTrack.self)
    }

    private func track(_ number: Int) -> LibraryTrack {
        LibraryTrack(
            ContentIdentifier(kind: .track, key: "k\(number)"),
            at: MediaLocation(filePath: Array("/music/a b \(number).ogg".utf8)), title: "Title \(number)")
    }

    @Test("Tracks with everything, with little and with some come back as they went")
    func tracks() {
        var full = track(1)
        (full.artists, full.albumArtists, full.album) = (["A", "Ü 日本"], ["A"], "Album")
        (full.composers, full.genres, full.date) = (["C"], ["Folk", "Jazz"], "2001-02-03")
        (full.trackNumber, full.discNumber, full.duration) = (3, 1, .milliseconds(1_500))
        (full.start, full.modified, full.added) = (.seconds(1), -1_000, 2_000)
        (full.sampleRate, full.channelCount) = (44_100, 2)
        (full.recording, full.release) = ("e4192ed8", "e11b31c1")
        var some = track(3)
        (some.genres, some.duration) = (["Folk"], .zero)

        #expect(back([full, track(2), some]) == [full, track(2), some])
        #expect(back([track(2)]) == [track(2)])
        #expect(back([]) == [])
        let page = LibraryTrackPage(revision: ContentTree.Revision(3), next: 7, tracks: [full, some])
        let again = MemberReader.value(LibraryTrackColumns.self, in: FormWriter.members(LibraryTrackColumns(page)))
        #expect(again?.page == page)
    }

    @Test("Whatever is in a title, rows and lists stay apart")
    func dividers() {
        var odd = track(1)
        (odd.title, odd.artists) = ("a\u{1E}b\u{1F}c\n\t", ["x\u{1F}y", "\u{1E}"])
        #expect(back([odd, track(2)])?.map(\.title) == ["a b c\n\t", "Title 2"])
        #expect(back([odd, track(2)])?.first?.artists == ["x y", " "])
    }

    @Test("Texts of another length, or with other things in them, give rows or none", arguments: 0..<50)
    func damaged(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        guard case .dictionary(var values) = FieldColumns((0..<5).map(track)).wire else { return }
        for (name, value) in values where Bool.random(using: &random) {
            var text = value.stringValue ?? ""
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                text = (0..<30).map { _ in ["a", "\u{1E}", "\u{1F}", "7", "-", "日"].randomElement(using: &random) ?? ""
                }.joined()
            case 1: text += "\u{1E}\u{1E}x\u{1E}"
            case 2: text = String(text.dropLast(3))
            default: values[name] = .int64(3)
            }
            if values[name]?.stringValue != nil { values[name] = .string(text) }
        }
        let rows = FieldColumns(wire: .dictionary(values))?.rows(LibraryTrack.self) ?? []
        #expect(rows.count <= 40)
        #expect(FieldColumns(wire: .string("x")) == nil)
    }
}
