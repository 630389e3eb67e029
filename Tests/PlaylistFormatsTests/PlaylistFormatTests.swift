// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import PlaylistFormats
import Testing

@Suite("Playlist files of any content")
struct PlaylistFormatTests {
    @Test("are recognised by their names")
    func names() {
        let known: [(String, PlaylistFormat?)] = [
            ("a.m3u", .m3u), ("A.M3U8", .m3u8), ("b.pls", .pls), ("c.xspf", .xspf), ("d.WAX", .asx), ("e.cue", .cue),
            (".m3u", nil), ("m3u", nil), ("f.mp3", nil), ("", nil), ("g.", nil),
        ]
        for (name, format) in known { #expect(PlaylistFormat(fileName: Array(name.utf8)) == format) }
    }

    @Test("are recognised by their beginnings")
    func beginnings() {
        #expect(PlaylistFormat(content: Array("\u{FEFF}#EXTM3U\n".utf8)) == .m3u)
        #expect(PlaylistFormat(content: Array("\n[Playlist]\n".utf8)) == .pls)
        #expect(PlaylistFormat(content: Array("<ASX version=\"3\">".utf8)) == .asx)
        #expect(
            PlaylistFormat(content: Array("<?xml?><playlist xmlns=\"http://xspf.org/ns/0/\">".utf8)) == .xspf)
        #expect(PlaylistFormat(content: Array("ID3".utf8)) == nil)
    }

    @Test("damaged in any way give bounded, sensible values", arguments: 0..<10)
    func mutations(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        let list = MediaLocation(filePath: Array("/music/x.cue".utf8))
        let originals = [
            "#EXTM3U\n#EXTINF:12,A - B\n#EXTVLCOPT:start-time=1.5\nC:\\a\\b.mp3\nfile:///%41\n#EXTIMG:x,y\nhttp://h/é",
            "[playlist]\nFile1=a.mp3\nTitle1=b\nLength1=3\nFile2=http://x/y\nNumberOfEntries=2",
            "REM DATE 1\nFILE \"a b.wav\" WAVE\nTRACK 01 AUDIO\nTITLE \"x\"\nINDEX 00 00:00:00\nINDEX 01 00:02:10\n"
                + "TRACK 02 AUDIO\nINDEX 01 01:00:00",
        ]
        for original in originals {
            for _ in 0..<20 {
                let bytes = Self.mutated(Array(original.utf8), &numbers)
                var documents = [M3UReader.read(bytes, list: list), PLSReader.read(bytes, list: list)]
                documents.append(CueSheetReader.read(bytes).document(list: list))
                for entry in documents.flatMap(\.entries) { Self.check(entry) }
                _ = M3UWriter.write(documents[0], list: list)
                _ = XSPFWriter.write(documents[2], list: list)
            }
        }
    }

    private static func check(_ entry: PlaylistEntry) {
        #expect((1...64).contains(entry.candidates.count))
        #expect(entry.duration.map { $0 > .zero } != false)
        if let segment = entry.segment {
            #expect(segment.start >= .zero)
            #expect(segment.end.map { $0 > segment.start } != false)
        }
    }

    private static func mutated(_ bytes: [UInt8], _ numbers: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &numbers) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &numbers)
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
            default: bytes.removeLast(min(bytes.count, Int.random(in: 0..<8, using: &numbers)))
            }
        }
        return bytes
    }
}

@Suite("An XSPF list that is written")
struct XSPFWriterTests {
    @Test("escapes what XML would take for markup")
    func escaping() {
        let list = MediaLocation(filePath: Array("/music/l.xspf".utf8))
        var entry = PlaylistEntry(
            candidates: [MediaLocation(filePath: Array("/music/a & b.mp3".utf8))], title: "<\"A\" & 'B'>\u{1}\u{0}",
            duration: .milliseconds(1500))
        entry.segment = MediaSegment(start: .milliseconds(500), end: .seconds(2))

        let text = String(
            decoding: XSPFWriter.write(PlaylistDocument(title: "x]]>", entries: [entry]), list: list), as: UTF8.self)

        #expect(text.contains("<title>x]]&gt;</title>"))
        #expect(text.contains("<title>&lt;&quot;A&quot; &amp; 'B'&gt;  </title>"))
        #expect(text.contains("<location>a%20&amp;%20b.mp3</location>"))
        #expect(text.contains("<duration>1500</duration>"))
        #expect(text.contains("<vlc:option>start-time=0.5</vlc:option>"))
    }
}
