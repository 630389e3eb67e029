// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import PlaylistFormats
import Testing

@Suite("A PLS list")
struct PLSTests {
    private let list = MediaLocation(filePath: Array("/music/radio.pls".utf8))

    @Test("gives its entries by their numbers, with titles and lengths")
    func entries() {
        let text = """
            [playlist]
            X-GNOME-Title=Stations
            Title2=Second
            File2=b.mp3
            Length2=30
            NumberOfEntries=3
            File1=http://host:8000/live
            Title1=First = best
            Length1=-1
            file10=c.mp3
            """
        let document = PLSReader.read(Array(text.utf8), list: list)

        #expect(document.title == "Stations")
        #expect(
            document.entries.map(\.location.description) == ["http://host:8000/live", "/music/b.mp3", "/music/c.mp3"])
        #expect(document.entries.map(\.title) == ["First = best", "Second", nil])
        #expect(document.entries.map(\.duration) == [nil, .seconds(30), nil])
        #expect(document.entries.map(\.isLive) == [true, false, false])
    }

    @Test("that was written gives its entries back, also where their names have a meaning of their own")
    func written() {
        var entries = ["/music/a b.mp3", "/music/sub/#1.mp3", "/else/c=d.mp3"].map { path in
            PlaylistEntry(
                candidates: [MediaLocation(filePath: Array(path.utf8))], title: "T = \(path)", artist: "A\nB",
                duration: .milliseconds(61_600))
        }
        entries[1].artist = nil
        entries[2].title = nil
        var stream = PlaylistEntry(candidates: entries[0].candidates)
        stream.candidates = MediaLocation(uri: "http://h/live").map { [$0] } ?? []
        stream.isLive = true
        let document = PlaylistDocument(title: "Über", entries: entries + [stream])

        for place in [list, nil] {
            let text = PLSWriter.write(document, list: place)
            let read = PLSReader.read(text, list: list)

            #expect(String(decoding: text, as: UTF8.self).contains("\nFile1="))
            #expect(read.title == "Über")
            #expect(read.entries.map(\.location) == document.entries.map(\.location))
            #expect(
                read.entries.map(\.title) == ["A B - T = /music/a b.mp3", "T = /music/sub/#1.mp3", nil, nil])
            #expect(read.entries.map(\.duration) == [.seconds(62), .seconds(62), .seconds(62), nil])
            #expect(read.entries.map(\.isLive) == [false, false, false, true])
        }
    }

    @Test("without a sensible number or a file is left out")
    func rubbish() {
        let text = "File=a\nFile-1=b\nFile99999999999999999999=c\nTitle3=d\nFile4=\n=\n"
        #expect(PLSReader.read(Array(text.utf8), list: list).entries.isEmpty)
    }
}
